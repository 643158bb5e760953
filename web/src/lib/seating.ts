/** What a table's page needs before its line opens: asked for all at once, and already while the page itself is on its way. */

import { clientOf } from '../games'
import type { GameClient } from '../games/contract'
import { wire } from '../wire/rest'
import { person } from './me.svelte'

const begun = new Map<string, Promise<GameClient | undefined>>()

async function seat(table: string): Promise<GameClient | undefined> {
  const [client] = await Promise.all([wire.table(table).then((found) => clientOf(found.game)), person.known()])
  return client
}

/** Begin now; who comes to the table takes it from there. */
export function seatAhead(table: string): void {
  const seating = seat(table)
  seating.catch(() => undefined) // the page that takes it says so
  begun.set(table, seating)
}

/** The board's code, once the server knows who comes. */
export function seated(table: string): Promise<GameClient | undefined> {
  const found = begun.get(table) ?? seat(table)
  begun.delete(table)
  return found
}
