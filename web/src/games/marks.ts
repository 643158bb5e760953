/** What a review says of the actions of a decision, as boards mark them. */

export interface Reviewed {
  seat: number // whose decision it is
  best: string | null
  played: string | null // null: nothing was played yet, this is advice
  asked: string | null // why not this one?
}

export const MARKS = ['best', 'played', 'asked'] as const // the first one that fits is shown
export type ReviewMark = (typeof MARKS)[number]

/** The mark of an action, if it has one: the best action has its own in any case. */
export function markOf(reviewed: Reviewed | null | undefined, seat: number, action: string | null): ReviewMark | null {
  if (!reviewed || action === null || reviewed.seat !== seat) return null
  return MARKS.find((mark) => reviewed[mark] === action) ?? null
}
