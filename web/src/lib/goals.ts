/** The goal of each game in a sentence. */

import type { Key } from './english'
import type { Bilingual } from '../wire/types'
import { pick, say, sentence } from './language.svelte'

const GOALS: Record<string, Key> = {
  barbu: 'goal_barbu',
  coeurs: 'goal_coeurs',
  diamant: 'goal_diamant',
  love_letter: 'goal_love_letter',
  morpion: 'goal_morpion',
  pokemon: 'goal_pokemon',
}

/** The goal of a game; of one without a sentence here its nature. */
export function goalOf(game: string, nature?: Bilingual): string {
  const key = GOALS[game]
  return key ? say(key) : sentence(pick(nature))
}
