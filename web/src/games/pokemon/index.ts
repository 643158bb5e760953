import { say } from '../../lib/language.svelte'
import type { Sound } from '../../lib/sound.svelte'
import type { Editor, GameClient, GameEvent } from '../contract'
import Board from './Board.svelte'
import { nameOf } from './cards.svelte'
import { frames } from './frames'

interface EventWords {
  effect?: number | null
  changed?: { hp: number }[]
}

const SOUNDS: Record<string, Sound> = { sent: 'card', exhausted: 'hit', 'held back': 'trap', status: 'trap', 'acts first': 'coin' }

/** A blow as strong as its effect; without one, its status. */
function sound(event: GameEvent): Sound | null {
  const { effect, changed } = event as GameEvent & EventWords
  if (changed?.some((creature) => creature.hp === 0)) return 'faint'
  if (event.kind === 'bite') return 'hit'
  if (event.kind !== 'attack') return SOUNDS[event.kind] ?? null
  return !effect ? 'tap' : effect > 1 ? 'strongHit' : 'hit'
}

const client: GameClient = {
  board: Board as GameClient['board'],
  editor: async () => (await import('./Editor.svelte')) as unknown as { default: Editor },
  frames,
  sound,
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
