import { say } from '../../lib/language.svelte'
import type { Editor, GameClient } from '../contract'
import type { Sound } from '../../lib/sound.svelte'
import Board from './Board.svelte'
import { frames } from './frames'
import RoundEnd from './RoundEnd.svelte'

/** A turn ends with its card: what came between two choices, the end of a round included, is one turn. */
const CARDS = ['treasure', 'warning', 'relic', 'ended']

const SOUNDS: Record<string, Sound> = {
  chosen: 'card',
  returned: 'coin',
  'round begun': 'shuffle',
  treasure: 'gem',
  relic: 'gem',
  warning: 'trap',
  disaster: 'disaster',
}

const client: GameClient = {
  board: Board as GameClient['board'],
  editor: async () => (await import('./Editor.svelte')) as unknown as { default: Editor },
  frames,
  moment: RoundEnd as GameClient['moment'],
  unit: { name: 'lastTurn', ends: (event) => CARDS.includes(event.kind) },
  sound: (event) => SOUNDS[event.kind] ?? null,
  lost: () => 0,
  tally: (view: { banks: number[] }) => view.banks,
  spoken: (action) => say(action === 'return' ? 'diamantReturn' : 'diamantExplore'),
}

export default client
