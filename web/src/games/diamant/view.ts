/** What the server sends of a game of Diamant, and what a board reads from it. */

import type { GameEvent } from '../contract'

export interface View {
  round: number // from 1
  rounds: number
  path: string[] // '7' a treasure, 'P3' a trap, 'R' or 'R2' a relic
  gems: number // on the path
  inside: number[]
  carried: number // by each of those inside
  banks: number[]
  relics: number[]
  deck: Record<string, number>
  next: { cards: number; deadly: number }
  path_relics: { count: number; worth: number }
}

export type Chosen = GameEvent & { explore: number[]; return: number[] }
export type Returned = GameEvent & {
  seat: number
  banked: number
  carried: number
  from_path: number
  relics: number
  relic_gems: number
}
export type Treasure = GameEvent & { card: string; seats: number[]; share: number; left: number }
export type Disaster = GameEvent & { card: string; seats: number[]; lost: number }
export type RoundEnded = GameEvent & { round: number; reason: string; banks: number[]; lost_relics: number }

export const TRAPS = ['P1', 'P2', 'P3', 'P4', 'P5']

export const isTrap = (card: string): boolean => card.startsWith('P')
export const isRelic = (card: string): boolean => card.startsWith('R')
export const isTreasure = (card: string): boolean => !isTrap(card) && !isRelic(card)

/** The gems that lie at each card: what those inside now could not share, and the rest from the entrance on. */
export function lying(view: View): number[] {
  const piles = view.path.map(() => 0)
  const treasures = view.path.flatMap((card, place) => (isTreasure(card) ? [place] : []))
  let rest = view.gems
  for (const place of treasures.toReversed()) {
    const here = Math.min(rest, Number(view.path[place]) % Math.max(1, view.inside.length))
    piles[place] = here
    rest -= here
  }
  for (const place of treasures) {
    const here = Math.min(rest, Number(view.path[place]) - piles[place]!)
    piles[place]! += here
    rest -= here
  }
  return piles
}
