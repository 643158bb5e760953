/** Numbers of a review as people say them. */

import { number, percent, say } from '../lib/language.svelte'
import type { JudgedAction } from '../wire/types'

const WHOLES = [2, 3, 4, 5, 10]
const NEAR = 0.04 // how far a simple fraction may be from a share

/** Shares as simple fractions of the same whole ("2 of 3"), or as percentages where none is near. */
export function fractions(shares: number[]): string[] {
  const whole = WHOLES.find((parts) => shares.every((share) => fits(share, parts)))
  return shares.map((share) => (whole ? say('reviewOf', { n: Math.round(share * whole), of: whole }) : percent(share)))
}

function fits(share: number, parts: number): boolean {
  const near = Math.round(share * parts)
  return near > 0 && near < parts && Math.abs(near / parts - share) <= NEAR
}

/** A mixed strategy in a line. */
export function mixOf(mix: JudgedAction[], spoken: (action: string) => string): string {
  const shares = fractions(mix.map((one) => one.value ?? 0))
  return mix.map((one, place) => `${spoken(one.action)} ${shares[place]}`).join(', ')
}

/** A chance as people bet: "1 in 8", or a percentage where it is likelier than not. */
export function odds(chance: number): string {
  return chance > 0 && chance <= 0.5 ? say('reviewOneIn', { n: number(Math.round(1 / chance)) }) : percent(chance)
}

/** The range that values are shares of, in points; null: they are shares of a win. */
export type Points = number[] | null

/** The size of a difference of values. */
export function sizeOf(difference: number, points: Points): string {
  return points ? number(difference * (points[1]! - points[0]!), 2) : percent(difference)
}

/** A value. */
export function figureOf(value: number, points: Points): string {
  return points ? number(points[0]! + value * (points[1]! - points[0]!), 2) : percent(value)
}

/** A difference of values with its sign. */
export function signed(difference: number, points: Points): string {
  const size = sizeOf(Math.abs(difference), points)
  return size === sizeOf(0, points) ? size : `${difference < 0 ? '−' : '+'}${size}`
}

/** A value with its interval; one that is proven has none. */
export function estimated(value: number, error: number | null, points: Points): string {
  if (!error) return figureOf(value, points)
  const doubt = 200 * error
  return `${figureOf(value, points)} ± ${points ? sizeOf(2 * error, points) : number(doubt, doubt < 1 ? 1 : 0)}`
}
