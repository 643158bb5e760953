/** The goal of each game in a sentence. */

import type { Key } from './english'
import { say } from './language.svelte'

const GOALS: Record<string, Key> = {
  coeurs: 'goal_coeurs',
  diamant: 'goal_diamant',
  love_letter: 'goal_love_letter',
  morpion: 'goal_morpion',
  pokemon: 'goal_pokemon',
}

export function goalOf(game: string): string {
  const key = GOALS[game]
  return key ? say(key) : ''
}
