/** How a round went for everybody, read from what happened in it. */

import type { GameEvent } from '../contract'
import type { Disaster, Returned } from './view'

export interface Share {
  home: Returned | null // null: caught inside
  lost: number
}

/** By seat; of a seat that went home twice, since a turn was taken back, the last time counts. */
export function sharesOf(story: GameEvent[], seats: number): Share[] {
  const events = story.slice(story.findLastIndex((event) => event.kind === 'round begun') + 1)
  const disaster = events.findLast((event): event is Disaster => event.kind === 'disaster')
  return Array.from({ length: seats }, (_, seat) => {
    if (disaster?.seats.includes(seat)) return { home: null, lost: disaster.lost }
    const home = events.findLast((event): event is Returned => event.kind === 'returned' && event.seat === seat)
    return { home: home ?? null, lost: 0 }
  })
}
