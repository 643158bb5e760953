import { mount } from 'svelte'
import App from './App.svelte'

export default mount(App, { target: document.getElementById('app')! })

const CALM = 3000 // milliseconds after the page is there: keeping its files must not take the line from its first game

/** Without a line there is nothing to keep; the next visit will. */
function keepFiles(): void {
  navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}

if ('serviceWorker' in navigator && import.meta.env.PROD) addEventListener('load', () => setTimeout(keepFiles, CALM))
