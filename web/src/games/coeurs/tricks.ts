/** Who took what, and what the deals brought. */

import type { GameEvent } from '../contract'
import { isHigher, suitOf } from './cards'
import type { View } from './view'

const SEATS = 4

/** The number of tricks that each seat has taken in this deal; a trick that is still on the felt belongs to nobody. */
export function tricksTaken(view: View): number[] {
  const taken = Array.from({ length: SEATS }, () => 0)
  const finished = view.played.length - view.table.length
  let leader = view.opener
  for (let first = 0; first + SEATS <= finished; first += SEATS) {
    const cards = view.played.slice(first, first + SEATS)
    let best = 0
    cards.forEach((card, place) => {
      if (suitOf(card) === suitOf(cards[0]!) && isHigher(card, cards[best]!)) best = place
    })
    leader = (leader + best) % SEATS
    taken[leader]! += 1
  }
  return taken
}

/** How a deal ended, in the words of its event. */
export interface DealResult {
  deal: number
  hearts: number[]
  points: number[]
  totals: number[]
  slam: number | null
}

/** The deals that are over, in order; one that was taken back and played again counts as it ended at last. */
export function dealResults(story: GameEvent[], over: number): DealResult[] {
  const ended = new Map<number, DealResult>()
  for (const event of story) if (event.kind === 'deal ended') ended.set(event.deal as number, event as unknown as DealResult)
  return [...ended.values()].filter((result) => result.deal <= over).sort((one, two) => one.deal - two.deal)
}
