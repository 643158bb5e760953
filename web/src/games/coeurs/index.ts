import type { Sound } from '../../lib/sound.svelte'
import type { Editor, GameClient } from '../contract'
import Board from './Board.svelte'
import { cardName } from './cards'
import DealEnd from './DealEnd.svelte'
import { frames } from './frames'

const SOUNDS: Record<string, Sound> = { dealt: 'shuffle', played: 'card', trick: 'deal', 'deal ended': 'coin' }

const client: GameClient = {
  board: Board as GameClient['board'],
  editor: async () => (await import('./Editor.svelte')) as unknown as { default: Editor },
  frames,
  moment: DealEnd as GameClient['moment'],
  unit: { name: 'lastTrick', ends: (event) => event.kind === 'trick', precedes: (event) => event.kind === 'dealt' },
  sound: (event) => SOUNDS[event.kind] ?? null,
  spoken: cardName,
  card: cardName,
  lost: () => null,
}

export default client
