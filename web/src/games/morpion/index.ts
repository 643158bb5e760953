import { say } from '../../lib/language.svelte'
import type { GameClient } from '../contract'
import Board from './Board.svelte'

const client: GameClient = {
  board: Board as GameClient['board'],
  lost: () => -1,
  dealt: false,
  tally: null,
  spoken: (action) => (action === 'swap' ? say('morpionSwap') : action),
}

export default client
