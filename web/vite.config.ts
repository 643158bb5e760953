import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

const server = 'http://127.0.0.1:8080' // where `joute serve` listens while the client is being written

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: '../joute/server/client', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  server: { proxy: { '/api': { target: server, ws: true } } },
})
