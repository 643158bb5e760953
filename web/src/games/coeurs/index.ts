import type { GameClient } from '../contract'
import Board from './Board.svelte'
import { cardName } from './cards'
import DealEnd from './DealEnd.svelte'
import { frames } from './frames'

const client: GameClient = {
  board: Board as GameClient['board'],
  frames,
  moment: DealEnd as GameClient['moment'],
  unit: { name: 'lastTrick', ends: (event) => event.kind === 'trick' },
  spoken: cardName,
  card: cardName,
  lost: () => null,
}

export default client
