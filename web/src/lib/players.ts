/** The people and agents at a table, as boards and sentences name them. */

import type { Happening, Player } from '../games/contract'
import type { Seat, Table } from '../wire/types'
import { pick, say, tongue } from './language.svelte'

export function playersOf(table: Table, thinking: number[], present?: number[]): Player[] {
  return table.seats.map((seat) => ({
    seat: seat.seat,
    name: nameOf(seat, table.you),
    colour: `var(--seat-${seat.seat % 8})`,
    kind: seat.kind === 'person' ? 'human' : seat.kind === 'open' ? 'open' : 'agent',
    here: seat.kind !== 'person' || (present ? present.includes(seat.seat) : seat.present),
    thinking: thinking.includes(seat.seat),
  }))
}

export function nameOf(seat: Seat, you: number | null): string {
  if (seat.kind === 'open') return say('openSeat')
  if (seat.kind === 'person') return seat.name || (seat.seat === you ? say('me') : `${say('guest')} ${seat.seat + 1}`)
  return seat.name || seat.agent || `${say('agentText')} ${seat.seat + 1}`
}

const SEAT_WORDS = {
  en: /\b(?:seat|trainer|player) (\d)\b/gi,
  fr: /\b(?:le |la |au |du )?(?:siège|joueur|dresseur) (\d)\b/gi,
}

/** What happened, with names in the place of seats. */
export function told(event: Happening, players: Player[]): string {
  const sentence = pick(event.text)
  return sentence.replace(SEAT_WORDS[tongue.current], (words, seat: string) => players[Number(seat)]?.name ?? words)
}
