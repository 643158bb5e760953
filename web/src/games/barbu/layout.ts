/** The Réussite: which cards lie in each suit, and which can be laid next. */

import type { Suit } from '../coeurs/cards'

export const SUITS: Suit[] = ['S', 'D', 'C', 'H'] // in the order of a hand
export const RANKS = ['7', '8', '9', '10', 'J', 'Q', 'K', 'A']

/** The cards that can be laid after these: the jacks, and the neighbours of what lies there. */
export function waitedFor(laid: string[]): string[] {
  return SUITS.flatMap((suit) =>
    RANKS.filter((rank, place) => {
      if (laid.includes(rank + suit)) return false
      return rank === 'J' || [place - 1, place + 1].some((next) => RANKS[next] !== undefined && laid.includes(RANKS[next] + suit))
    }).map((rank) => rank + suit),
  )
}
