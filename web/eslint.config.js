import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import svelte from 'eslint-plugin-svelte'
import { defineConfig } from 'eslint/config'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default defineConfig(
  { ignores: ['node_modules/', 'src/wire/types.ts'] }, // types.ts is written by tools/wire_types.py
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.serviceworker } } },
  { files: ['*.config.{js,ts}'], languageOptions: { globals: globals.node } },
  {
    rules: {
      'svelte/no-useless-mustaches': 'off', // {' '} holds a space that would be trimmed
      'svelte/prefer-svelte-reactivity': 'off', // the maps and dates of *.svelte.ts are never drawn
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
)
