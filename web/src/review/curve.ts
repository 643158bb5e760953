/** The curve of a seat: at a decision the value of the best action, then of the played one; between decisions chance and the others. */

import type { DecisionReview, SeatReview, ValueChange } from '../wire/types'

const SPREAD = 2 // standard errors on either side of a value

export interface CurvePoint {
  ply: number
  value: number // from 0 to 1
  low: number
  high: number
}

export interface Curve {
  seat: number
  points: CurvePoint[] // in the order of the game; two at each decision
  decisions: DecisionReview[] // those with a value
}

function pointAt(ply: number, value: number, error: number | null): CurvePoint {
  const spread = SPREAD * (error ?? 0)
  return { ply, value, low: Math.max(0, value - spread), high: Math.min(1, value + spread) }
}

/** `last` is the ply of the final position. */
export function curveOf(seat: number, decisions: DecisionReview[], review: SeatReview | undefined, last: number): Curve {
  const own = decisions.filter((one) => one.seat === seat && one.value !== null && one.best_value !== null)
  const points = own.flatMap((one) => [pointAt(one.ply, one.best_value!, one.error), pointAt(one.ply, one.value!, one.error)])
  const ended = own.length > 0 && review?.final !== null && review?.final !== undefined
  return { seat, decisions: own, points: ended ? [...points, pointAt(last, review.final!, 0)] : points }
}

/** What happened to a seat without its doing around a ply: before its decision there, or until its next one, or until the end. */
export function changeAt(curve: Curve, review: SeatReview | undefined, ply: number): { change: ValueChange; atTheEnd: boolean } | null {
  const next = curve.decisions.find((one) => one.ply >= ply)
  if (next) return next.change && { change: next.change, atTheEnd: false }
  return review?.end ? { change: review.end, atTheEnd: true } : null
}

/** Whether a change is more than the doubt about it. */
export function isClear(change: ValueChange): boolean {
  return Math.abs(change.change) > Math.max(0.005, SPREAD * change.error)
}
