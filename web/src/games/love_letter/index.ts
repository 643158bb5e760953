import type { Sound } from '../../lib/sound.svelte'
import type { Editor, GameClient } from '../contract'
import Board from './Board.svelte'
import { endsTurn, frames } from './frames'
import RoundEnd from './RoundEnd.svelte'
import type { View } from './view'
import { cardTitle, spokenAction } from './words'

const SOUNDS: Record<string, Sound> = {
  played: 'card',
  discarded: 'card',
  missed: 'tap',
  looked: 'tap',
  compared: 'hit',
  traded: 'deal',
  out: 'faint',
  dealt: 'deal',
  drawn: 'deal',
  replaced: 'deal',
  searched: 'deal',
  stirred: 'deal',
  'face up': 'deal',
  leader: 'shuffle',
  showdown: 'card',
  'round won': 'coin',
  spy: 'coin',
}

const client: GameClient = {
  board: Board as GameClient['board'],
  editor: async () => (await import('./Editor.svelte')) as unknown as { default: Editor },
  frames,
  moment: RoundEnd as GameClient['moment'],
  unit: { name: 'lastTurn', ends: endsTurn },
  sound: (event) => SOUNDS[event.kind] ?? null,
  spoken: spokenAction,
  card: (text) => cardTitle(text.toLowerCase()),
  lost: (options) => (options.rounds ? null : 0), // a match of a fixed number of rounds is scored in tokens
  tally: (view: View) => view.table.seats.map((chair) => chair.tokens),
}

export default client
