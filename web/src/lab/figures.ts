/** The numbers of an explanation, as people read them. */

import { number, percentSign } from '../lib/language.svelte'
import type { ExplanationInfo } from '../wire/types'

/** A difference with its sign: points, or percent of a win. */
export function signed(value: number, inWins: boolean): string {
  const shown = number(inWins ? 100 * value : value, inWins ? 1 : 2)
  return `${shown.startsWith('−') ? '' : '+'}${shown}${inWins ? percentSign() : ''}`
}

const LEAST = { win: 0.01, points: 0.1 } // what half of the width stands for at least: nothing looks large that is not

/** The largest end of an interval of any part, so that all bars have one scale. */
export function scaleOf(found: ExplanationInfo): number {
  const shares = [...(found.known_things ?? []), ...found.facts, ...found.outcomes]
  return Math.max(...shares.flatMap((share) => share.interval.map(Math.abs)), found.in_wins ? LEAST.win : LEAST.points)
}
