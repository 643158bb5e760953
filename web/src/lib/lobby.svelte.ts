/** My tables and the public ones, as they are now: asked for every few seconds while somebody looks at them. */

import { wire } from '../wire/rest'
import type { TableInfo } from '../wire/types'
import { person } from './me.svelte'
import { notices } from './notices.svelte'

const OFTEN = 4_000 // milliseconds; the answer is empty while nothing changes
const SELDOM = 15_000 // behind another tab, where only a notification would tell

class TablesNow {
  mine = $state.raw<TableInfo[]>([])
  open = $state.raw<TableInfo[]>([])
  yourTurn = $state.raw<string[]>([])
  /** Whether the lists have come once. */
  known = $state(false)
  #watchers = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    document.addEventListener?.('visibilitychange', () => void this.#look())
  }

  /** Keeps the lists fresh until the function that it returns is called. */
  watch(): () => void {
    this.#watchers++
    void this.#look()
    return () => {
      this.#watchers--
    }
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer)
    const hidden = document.visibilityState === 'hidden'
    if (hidden ? !notices.on : !this.#watchers) return
    try {
      await person.known()
      const { mine, public: open, your_turn } = await wire.tables()
      const seen = new Set(mine.map((table) => table.id))
      this.mine = mine
      this.open = open.filter((table) => !seen.has(table.id))
      this.yourTurn = your_turn
      this.known = true
      notices.tell(mine.filter((table) => your_turn.includes(table.id)))
    } catch {
      // the line is down: what was there stays, and the next look may succeed
    }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#look(), hidden ? SELDOM : OFTEN)
  }
}

export const tablesNow = new TablesNow()
