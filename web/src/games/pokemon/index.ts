import { say } from '../../lib/language.svelte'
import type { GameClient } from '../contract'
import Board from './Board.svelte'
import { nameOf } from './cards.svelte'

const client: GameClient = {
  board: Board as GameClient['board'],
  lost: () => -1,
  tally: null,
  spoken: (action) =>
    action.startsWith('send ')
      ? say('pokemonSend', { creature: nameOf(action.slice(5)) })
      : action === 'exhaustion'
        ? say('pokemonExhaustion')
        : nameOf(action),
}

export default client
