import { say } from '../../lib/language.svelte'
import type { Editor, GameClient } from '../contract'
import Board from './Board.svelte'
import { frames } from './frames'

const client: GameClient = {
  board: Board as GameClient['board'],
  editor: async () => (await import('./Editor.svelte')) as unknown as { default: Editor },
  frames,
  sound: (event) => (event.kind === 'ended' ? null : 'stroke'),
  lost: () => -1,
  dealt: false,
  tally: null,
  spoken: (action) => (action === 'swap' ? say('morpionSwap') : action),
}

export default client
