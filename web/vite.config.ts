import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const server = 'http://127.0.0.1:8080' // where `joute serve` listens while the client is being written

/** Few files: a phone asks for six at once, and each further one waits for an answer. What every page needs, and what several do. */
const CHUNKS = [
  { name: 'shell', tags: ['$initial' as const] },
  { name: 'shared', test: /(src[\\/](ui|wire|lib|why|review)|node_modules[\\/]svelte)[\\/]/, minShareCount: 2 },
]

/** Writes the service worker with the list of files that make the shell. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const built = Object.keys(bundle)
        .filter((file) => file.startsWith('assets/'))
        .map((file) => `/${file}`)
      const files = ['/', ...built, ...readdirSync('public').map((file) => `/${file}`)].sort()
      const version = createHash('sha256')
        .update(JSON.stringify(Object.keys(bundle).sort()))
        .digest('hex')
        .slice(0, 12)
      const source = readFileSync('src/sw.js', 'utf8')
        .replace('self.__FILES__', JSON.stringify(files))
        .replace('self.__VERSION__', JSON.stringify(version))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}

/** Puts beside every text file what the server sends in its place to who can unpack it. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }) {
      for (const file of readdirSync(dir!, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|webmanifest)$/.test(file)) continue
        const text = readFileSync(join(dir!, file))
        writeFileSync(join(dir!, `${file}.br`), brotliCompressSync(text))
        writeFileSync(join(dir!, `${file}.gz`), gzipSync(text, { level: 9 }))
      }
    },
  }
}

export default defineConfig({
  plugins: [svelte(), serviceWorker(), compressed()],
  build: {
    outDir: '../joute/server/http/static',
    emptyOutDir: true,
    manifest: 'chunks.json',
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  test: { include: ['tests/*.test.ts'], setupFiles: ['tests/browser.ts'], isolate: false },
  server: { proxy: { '/api': { target: server, ws: true } } },
})
