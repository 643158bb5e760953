/** Setting up a deal: where each card is; everything else follows from the order of play. */

import { isHigher, suitOf } from './cards'

export interface Position {
  opener: number // who plays first in this deal
  dealt: number
  mover: number | null
  led: string | null
  taker: number | null
  trick: number
  table: { seat: number; card: string }[]
  hands: string[][]
  sizes: number[]
  played: string[] // in the order of play
  lacks: string[][]
  hearts: number[]
}

export type Place = number | 'played' // the hand of a seat, or played

const SEATS = 4

/** A deal with a card in another place: at the end of a hand, or played after the others. */
export function placed<Deal extends Position>(position: Deal, card: string, place: Place): Deal {
  const hands = position.hands.map((hand) => hand.filter((held) => held !== card))
  const played = position.played.filter((one) => one !== card)
  if (place === 'played') played.push(card)
  else hands[place]!.push(card)
  return { ...position, ...following(position.opener, played), dealt: 32, hands, sizes: hands.map((hand) => hand.length), played }
}

/** The trick under way, hearts taken and voids shown, from the order of play. */
function following(opener: number, played: string[]): Pick<Position, 'mover' | 'led' | 'taker' | 'trick' | 'table' | 'lacks' | 'hearts'> {
  const hearts = Array.from({ length: SEATS }, () => 0)
  const lacks = Array.from({ length: SEATS }, () => new Set<string>())
  let leader = opener
  let trick: { seat: number; card: string }[] = []
  let taker = opener
  for (const card of played) {
    const seat = (leader + trick.length) % SEATS
    if (!trick.length) taker = seat
    else if (suitOf(card) !== suitOf(trick[0]!.card)) lacks[seat]!.add(suitOf(trick[0]!.card))
    else if (isHigher(card, trick.find((one) => one.seat === taker)!.card)) taker = seat
    trick.push({ seat, card })
    if (trick.length === SEATS) {
      hearts[taker]! += trick.filter((one) => suitOf(one.card) === 'H').length
      leader = taker
      trick = []
    }
  }
  return {
    mover: (leader + trick.length) % SEATS,
    led: trick.length ? suitOf(trick[0]!.card) : null,
    taker: trick.length ? taker : null,
    trick: Math.floor(played.length / SEATS) + 1,
    table: trick,
    lacks: lacks.map((suits) => [...suits]),
    hearts,
  }
}
