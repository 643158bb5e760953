import { say } from '../../lib/language.svelte'
import type { GameClient } from '../contract'
import Board from './Board.svelte'

const client: GameClient = {
  board: Board as GameClient['board'],
  lost: () => -1,
  tally: null,
  spoken: (action) =>
    action.startsWith('send ')
      ? say('pokemonSend', { creature: action.slice(5) })
      : action === 'exhaustion'
        ? say('pokemonExhaustion')
        : action,
}

export default client
