/** What an agent's values count, in a player's words: chances to win, or points of the game. */

import { number, percent, say } from '../lib/language.svelte'

export interface Worth {
  caption: string // what the figures are
  figure: (value: number) => string // a value
  share: (value: number, low: number, high: number) => number // how long its bar is, from 0 to 1, among values from low to high
}

/** `lost` is what a lost game scores where a won one scores 1; null where points are counted. */
export function worthOf(unit: 'score' | 'win', lost: number | null): Worth {
  const low = unit === 'win' ? 0 : lost
  if (low === null) {
    return {
      caption: say('worthPoints'),
      figure: (value) => number(value, 1),
      share: (value, low, high) => 0.06 + (0.94 * (value - low)) / Math.max(1, high - low),
    }
  }
  const chance = (value: number): number => Math.min(1, Math.max(0, (value - low) / (1 - low)))
  return {
    caption: say(low < 0 ? 'worthChancesOrDraw' : 'worthChances'),
    figure: (value) => percent(chance(value)),
    share: chance,
  }
}
