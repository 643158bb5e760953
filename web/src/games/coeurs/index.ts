import type { GameClient } from '../contract'
import Board from './Board.svelte'
import { cardName } from './cards'

const client: GameClient = { board: Board as GameClient['board'], spoken: cardName, card: cardName }

export default client
