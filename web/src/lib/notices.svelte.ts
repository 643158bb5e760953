/** Notifications of the browser when it is my turn and the page is hidden: only where they were switched on by hand. */

import type { TableInfo } from '../wire/types'
import { pick, say } from './language.svelte'
import { place } from './router.svelte'
import { store, stored } from './storage'

class Notices {
  /** Browsers offer them on this machine and over HTTPS only. */
  readonly possible = typeof Notification !== 'undefined' && isSecureContext
  refused = $state(this.possible && Notification.permission === 'denied')
  on = $state(this.possible && Notification.permission === 'granted' && stored<boolean>('notices') === true)
  #known = new Set<string>()
  #hidden = false

  /** Asks the browser's permission: call it from a button. */
  async turn(on: boolean): Promise<void> {
    const allowed = on && (await Notification.requestPermission()) === 'granted'
    this.refused = on && Notification.permission === 'denied'
    this.on = allowed
    store('notices', allowed)
  }

  /** The tables where it is my turn; those that were so already when the page was hidden are no news. */
  tell(tables: TableInfo[]): void {
    const hidden = document.visibilityState === 'hidden'
    if (hidden && this.#hidden && this.on) tables.filter((table) => !this.#known.has(table.id)).forEach((table) => void this.#show(table))
    this.#known = new Set(tables.map((table) => table.id))
    this.#hidden = hidden
  }

  async #show(table: TableInfo): Promise<void> {
    const title = `${say('yourTurn')} · ${pick(table.title)}`
    const path = `/table/${table.id}`
    const options = { body: say('noticeBody'), tag: table.id, icon: '/icon-192.png', data: path }
    try {
      const shown = new Notification(title, options)
      shown.onclick = () => {
        window.focus()
        place.go(path)
        shown.close()
      }
    } catch {
      await (await navigator.serviceWorker.ready).showNotification(title, options) // phones show them through the service worker alone
    }
  }
}

export const notices = new Notices()
