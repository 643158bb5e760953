import { say } from '../../lib/language.svelte'
import type { GameClient } from '../contract'
import Board from './Board.svelte'
import { nameOf } from './cards.svelte'
import { frames } from './frames'

const client: GameClient = {
  board: Board as GameClient['board'],
  frames,
  unit: { name: 'lastTurn', ends: (event) => event.kind === 'turn' || event.kind === 'ended' },
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
