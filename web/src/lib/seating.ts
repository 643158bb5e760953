/** What a table's page needs before its line opens: asked for all at once, and already while the page itself is on its way. */

import { clientOf } from '../games'
import type { GameClient } from '../games/contract'
import { wire } from '../wire/rest'
import { person } from './me.svelte'

const begun = new Map<string, Promise<GameClient | undefined>>()

async function seat(table: string): Promise<GameClient | undefined> {
  person.known().catch(() => undefined) // nobody waits for it: who has no seat yet looks on without a name
  return clientOf(gameInPage(table) ?? (await wire.table(table)).game)
}

/** The game at a table, if the server sent it with the page. */
function gameInPage(table: string): string | undefined {
  const [id, game] = document.querySelector<HTMLMetaElement>('meta[name="joute-table"]')?.content.split(' ') ?? []
  return id === table ? game : undefined
}

/** Begin now; who comes to the table takes it from there. */
export function seatAhead(table: string): void {
  const seating = seat(table)
  seating.catch(() => undefined) // the page that takes it says so
  begun.set(table, seating)
}

/** The board's code. */
export function seated(table: string): Promise<GameClient | undefined> {
  const found = begun.get(table) ?? seat(table)
  begun.delete(table)
  return found
}
