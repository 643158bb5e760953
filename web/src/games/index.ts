/** The boards of the games, each loaded when somebody sits down to it; a game without one gets the generic board. */

import { wire } from '../wire/rest'
import type { GameClient } from './contract'

const BOARDS: Record<string, () => Promise<{ default: GameClient }>> = {
  morpion: () => import('./morpion'),
  love_letter: () => import('./love_letter'),
  diamant: () => import('./diamant'),
  coeurs: () => import('./coeurs'),
  barbu: () => import('./barbu'),
  pokemon: () => import('./pokemon'),
}

export async function clientOf(game: string): Promise<GameClient | undefined> {
  const own = BOARDS[game]
  if (own) return (await own()).default
  const info = (await wire.games()).find((one) => one.name === game)
  return info && (await import('./generic')).genericClient(info)
}
