/** What the server shows of a game of Love Letter. */

import { CARDS, type CardName } from './words'

export interface Chair {
  tokens: number
  in: boolean
  protected: boolean
  spy: boolean
  hand: (CardName | null)[]
  cannot: Record<string, CardName[]> // by observer: what the hand is known not to be
  known_by: number[]
  played: CardName[]
}

export interface View {
  viewer: number | null
  table: {
    phase: string
    round: number
    rounds: number | null
    goal: number | null
    mover: number
    deck: number
    under: (CardName | null)[]
    face_up: CardName[]
    seats: Chair[]
    winners: number[]
  }
}

/** How many cards of each character there are. */
export const COPIES: Record<CardName, number> = {
  spy: 2,
  guard: 6,
  priest: 2,
  baron: 2,
  handmaid: 2,
  prince: 2,
  chancellor: 2,
  king: 1,
  countess: 1,
  princess: 1,
}

/** How many of each character the viewer has not seen: neither on the table nor in a hand that it knows. */
export function unseen({ table }: View): Record<CardName, number> {
  const seen = [...table.face_up, ...table.under, ...table.seats.flatMap((chair) => [...chair.played, ...chair.hand])]
  const count = (card: CardName): number => Math.max(0, COPIES[card] - seen.filter((one) => one === card).length)
  return Object.fromEntries(CARDS.map((card) => [card, count(card)])) as Record<CardName, number>
}

/** What the viewer knows a seat not to hold. */
export function excluded({ table }: View, seat: number, viewer: number): CardName[] {
  const { cannot } = table.seats[seat]!
  return cannot[String(viewer)] ?? cannot.everybody ?? []
}
