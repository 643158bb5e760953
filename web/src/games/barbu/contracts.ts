/** The six contracts as the wire writes them and as people say and draw them. */

import type { Key } from '../../lib/english'
import { say } from '../../lib/language.svelte'

export const CONTRACTS = ['plis', 'coeurs', 'dames', 'barbu', 'total', 'reussite'] as const
export type Contract = (typeof CONTRACTS)[number]

const NAMES: Record<Contract, Key> = {
  plis: 'barbuPlis',
  coeurs: 'barbuCoeurs',
  dames: 'barbuDames',
  barbu: 'barbuBarbu',
  total: 'barbuTotal',
  reussite: 'barbuReussite',
}
const COUNTS: Record<Contract, Key> = {
  plis: 'barbuPlisCounts',
  coeurs: 'barbuCoeursCounts',
  dames: 'barbuDamesCounts',
  barbu: 'barbuBarbuCounts',
  total: 'barbuTotalCounts',
  reussite: 'barbuReussiteCounts',
}

/** The cards that stand for a contract. */
export const PICTURES: Record<Contract, string[]> = {
  plis: ['9S', 'AC', '10D'],
  coeurs: ['8H', '10H', 'AH'],
  dames: ['QS', 'QD', 'QH'],
  barbu: ['KH'],
  total: ['AS', 'QC', 'KH'],
  reussite: ['10D', 'JD', 'QD'],
}

/** What a contract counts besides tricks. */
export const COUNTS_HEARTS: readonly string[] = ['coeurs', 'total']
export const COUNTS_QUEENS: readonly string[] = ['dames', 'total']
export const COUNTS_KING: readonly string[] = ['barbu', 'total']

export function isContract(action: string): action is Contract {
  return (CONTRACTS as readonly string[]).includes(action)
}

export function contractName(contract: string): string {
  return isContract(contract) ? say(NAMES[contract]) : contract
}

export function contractCounts(contract: Contract): string {
  return say(COUNTS[contract])
}
