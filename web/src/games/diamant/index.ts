import { say } from '../../lib/language.svelte'
import type { GameClient } from '../contract'
import Board from './Board.svelte'

const client: GameClient = {
  board: Board as GameClient['board'],
  lost: () => 0,
  tally: (view: { banks: number[] }) => view.banks,
  spoken: (action) => say(action === 'return' ? 'diamantReturn' : 'diamantExplore'),
}

export default client
