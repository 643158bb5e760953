/** The people and agents at a table, as boards and sentences name them. */

import type { GameClient, GameEvent, Player, Voice } from '../games/contract'
import type { ResultInfo, SeatInfo, RecordSummary, TableInfo } from '../wire/types'
import type { Key } from './english'
import { guestName } from './guests'
import { fill, pick, say } from './language.svelte'
import { worthOf } from '../why/worth'

const LEVELS: Record<string, Key> = {
  easy: 'levelEasy',
  medium: 'levelMedium',
  hard: 'levelHard',
  expert: 'levelExpert',
  master: 'levelMaster',
}

/** A level in the current language; another agent's text as it is. */
export function levelOf(agent: string | null): string {
  const key = LEVELS[agent ?? '']
  return key ? say(key) : (agent ?? '')
}

/** The colours that people may choose, as the day shows them; each stands for the theme's colour of the same place. */
export const COLOURS = ['#006cc4', '#ab5803', '#027c7c', '#a61b86', '#65690f', '#913dca']

/** Each seat's place in the theme's colours: its own, or the one its player chose; the seat that had that one swaps with it. */
function shadesOf(seats: SeatInfo[]): number[] {
  const shades = seats.map((seat) => seat.seat % 8)
  seats.forEach((seat, index) => {
    const wanted = seat.kind === 'person' ? COLOURS.indexOf(seat.colour) : -1
    if (wanted < 0) return
    const other = shades.indexOf(wanted)
    if (other >= 0) shades[other] = shades[index]!
    shades[index] = wanted
  })
  return shades
}

export function playersOf(table: TableInfo, thinking: number[], present?: number[]): Player[] {
  const shades = shadesOf(table.seats)
  return table.seats.map((seat, index) => ({
    seat: seat.seat,
    name: nameOf(seat, table.seats),
    detail: seat.stand_in ? levelOf(seat.stand_in) : levelOf(seat.level ?? seat.agent),
    colour: `var(--seat-${shades[index]})`,
    kind: seat.kind === 'person' ? 'human' : seat.kind === 'open' ? 'open' : 'agent',
    here: seat.kind !== 'person' || (present ? present.includes(seat.seat) : seat.present),
    thinking: thinking.includes(seat.seat),
  }))
}

export function nameOf(seat: SeatInfo, seats: readonly SeatInfo[]): string {
  if (seat.kind === 'open') return say('openSeat')
  if (seat.kind === 'person') return personOf(seat, seats)
  return seat.name
}

/** Somebody's name; those without one are guests, distinguished among those at the same table. */
export function personOf(who: { name: string; guest: number | null }, seats: readonly { guest: number | null }[] = []): string {
  return (
    who.name ||
    guestName(
      who.guest,
      seats.map((seat) => seat.guest),
    )
  )
}

/** A game's words with the names of those who play. */
export function voiceOf(client: GameClient, players: Player[], options: Record<string, unknown>): Voice {
  const nameOf = (seat: number): string => players[seat]?.name ?? ''
  return {
    action: (action) => client.spoken(action, nameOf),
    sentence: (texts) => fill(pick(texts), (seat) => nameOf(Number(seat))),
    worth: (unit) => worthOf(unit, client.lost(options)),
    word: (text) => {
      const [, seat, drew] = /^seat (\d+)( drew.*)?$/.exec(text) ?? []
      if (seat !== undefined) return drew ? say('beliefDrew', { name: nameOf(Number(seat)) }) : nameOf(Number(seat))
      const under = /^under the deck (\d+)$/.exec(text)?.[1]
      if (under !== undefined) return say('beliefUnder', { number: under })
      return text === 'set aside' ? say('beliefAside') : (client.card?.(text) ?? text)
    },
  }
}

/** What happened, with names in the place of seats. */
export function eventText(event: GameEvent, players: Player[]): string {
  return fill(pick(event.text), (seat) => players[Number(seat)]?.name ?? String(Number(seat) + 1))
}

export type Unrated = NonNullable<TableInfo['unrated']>

/** Whether a game counts on the ladder, and if not, why. */
export function ratedText(unrated: Unrated | null): Key {
  return unrated ? `unrated_${unrated}` : 'rated'
}

/** How a game ended, in a line. */
export function verdictOf(result: ResultInfo, players: Player[], you: number | null): string {
  if (result.reason === 'aborted') return say('aborted')
  const names = result.winners.map((seat) => players[seat]?.name ?? '').join(', ')
  if (!result.winners.length) return say('nobodyWon')
  if (result.winners.length === players.length) return say('draw')
  if (you !== null && result.winners.includes(you)) return say(result.winners.length > 1 ? 'youShare' : 'youWin')
  return you === null ? say('winners', { names }) : say('youLose', { name: names })
}

/** By what a game was cut short, if it was. */
export function howOf(result: ResultInfo): string {
  return result.reason === 'resigned' ? say('byResignation') : result.reason === 'time_out' ? say('byTime') : ''
}

/** For whom a level played to the end, if for anybody. */
export function standInsOf(result: ResultInfo, players: Player[]): string {
  return (result.stand_ins ?? []).map((seat) => players[seat]?.name ?? '').join(', ')
}

/** How a game ended for me, in a word. */
export function outcome(record: RecordSummary): string {
  if (record.you === null || !record.result) return say('watched')
  if (record.result.reason === 'aborted') return say('abortedGame')
  const share = record.result.shares[record.you] ?? 0
  return say(share === 1 ? 'won' : share > 0 ? 'shared' : 'lostGame')
}
