/** What a table's page needs, asked for all at once, and already while the page itself is on its way. */

import { clientOf } from '../games'
import type { GameClient } from '../games/contract'
import { Live } from '../wire/live.svelte'
import { wire } from '../wire/rest'
import { person } from './me.svelte'

/** The connection to a table, and its board's code. */
export interface Seating {
  table: string
  live: Live
  client: Promise<GameClient | undefined>
}

let ahead: Seating | undefined

function sit(table: string): Seating {
  person.known().catch(() => undefined) // nobody waits for it: who has no seat yet looks on without a name
  return { table, live: new Live(table), client: clientAt(table) }
}

async function clientAt(table: string): Promise<GameClient | undefined> {
  return clientOf(gameInPage(table) ?? (await wire.table(table)).game)
}

/** The game at a table, if the server sent it with the page. */
function gameInPage(table: string): string | undefined {
  const [id, game] = document.querySelector<HTMLMetaElement>('meta[name="joute-table"]')?.content.split(' ') ?? []
  return id === table ? game : undefined
}

/** Begin now; who comes to the table takes it from there. */
export function seatAhead(table: string): void {
  ahead?.live.close()
  ahead = sit(table)
  ahead.client.catch(() => undefined) // the page that takes it says so
}

/** A place at the table: the one that was begun, if any. */
export function seated(table: string): Seating {
  const found = ahead
  ahead = undefined
  if (found?.table === table) return found
  found?.live.close()
  return sit(table)
}
