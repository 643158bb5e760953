import type { GameClient } from '../contract'
import Board from './Board.svelte'
import { spokenAction } from './words'

const client: GameClient = { board: Board as GameClient['board'], spoken: spokenAction }

export default client
