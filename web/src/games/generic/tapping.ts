/** What may be tapped now, handed to every part of the board. */

import { MARKS, markOf, type Reviewed, type ReviewMark } from '../marks'

export interface Tapping {
  legal: string[]
  among: string[] // what a first tap left to choose from
  advised: string | null
  reviewed: Reviewed | null
  tap: (actions: string[]) => void
}

/** The mark of a place that stands for several actions. */
export function markOfAny(tapping: Tapping, actions: string[]): ReviewMark | null {
  const { reviewed } = tapping
  if (!reviewed) return null
  const found = actions.map((action) => markOf(reviewed, reviewed.seat, action))
  return MARKS.find((mark) => found.includes(mark)) ?? null
}
