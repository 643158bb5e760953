import type { Sound } from '../../lib/sound.svelte'
import { say } from '../../lib/language.svelte'
import { cardName } from '../coeurs/cards'
import type { GameClient } from '../contract'
import Board from './Board.svelte'
import { contractName, isContract } from './contracts'
import DealEnd from './DealEnd.svelte'
import { frames } from './frames'

const SOUNDS: Record<string, Sound> = { dealt: 'shuffle', played: 'card', laid: 'card', trick: 'deal', 'deal ended': 'coin' }

function spoken(action: string): string {
  if (action === 'pass') return say('barbuPass')
  return isContract(action) ? contractName(action) : cardName(action)
}

const client: GameClient = {
  board: Board as GameClient['board'],
  frames,
  moment: DealEnd as GameClient['moment'],
  unit: { name: 'lastTrick', ends: (event) => event.kind === 'trick', precedes: (event) => event.kind === 'dealt' },
  sound: (event) => SOUNDS[event.kind] ?? null,
  spoken,
  card: cardName,
  lost: () => null,
}

export default client
