import type { GameClient } from '../contract'
import Board from './Board.svelte'
import type { View } from './view'
import { cardTitle, spokenAction } from './words'

const client: GameClient = {
  board: Board as GameClient['board'],
  spoken: spokenAction,
  card: (text) => cardTitle(text.toLowerCase()),
  lost: (options) => (options.rounds ? null : 0), // a match of a fixed number of rounds is scored in tokens
  tally: (view: View) => view.table.seats.map((chair) => chair.tokens),
}

export default client
