/** The games that have a board, each loaded when somebody sits down to it. */

import type { GameClient } from './contract'

const BOARDS: Record<string, () => Promise<{ default: GameClient }>> = {
  morpion: () => import('./morpion'),
  love_letter: () => import('./love_letter'),
  diamant: () => import('./diamant'),
  coeurs: () => import('./coeurs'),
  pokemon: () => import('./pokemon'),
}

export async function clientOf(game: string): Promise<GameClient | undefined> {
  return (await BOARDS[game]?.())?.default
}
