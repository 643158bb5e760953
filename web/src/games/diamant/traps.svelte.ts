/** The names of the traps, as the server prints them. */

import type { Both } from '../../lib/language.svelte'
import { wire } from '../../wire/rest'

export const printed = $state<{ traps: Record<string, Both> }>({ traps: {} })

/** Fetched once; until then, and without a connection, the pictures speak for themselves. */
export async function fetchTraps(): Promise<void> {
  if (Object.keys(printed.traps).length) return
  const cards = await wire.cards<{ traps?: Record<string, Both> }>('diamant').catch(() => undefined)
  printed.traps = cards?.traps ?? {}
}
