import type { GameClient } from '../contract'
import Board from './Board.svelte'

const client: GameClient = { board: Board as GameClient['board'], spoken: (action) => action }

export default client
