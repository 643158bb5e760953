/** The client of a game that has no board of its own. */

import type { GameInfo } from '../../wire/types'
import type { GameClient } from '../contract'
import Board from './Board.svelte'
import { names } from './names.svelte'

export function genericClient(game: GameInfo): GameClient {
  const { lowest, highest } = game.scores
  const decided = highest === 1 && (lowest === -1 || lowest === 0) // won or lost, nothing is counted
  return {
    board: Board as GameClient['board'],
    spoken: (action) => names.of(action),
    lost: () => (decided ? lowest : null),
    dealt: game.chance,
    ...(decided ? { tally: null } : {}),
  }
}
