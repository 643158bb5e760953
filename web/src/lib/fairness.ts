/** Provably fair chance: what this browser noted before a game, and what can be checked after it. */

import { sha256 } from './sha256'
import { store, stored } from './storage'

export interface Fairness {
  commitment: string
  secret: string
  nonces: string[]
}

interface Noted {
  commitment: string
  nonce: string
}

export interface Check {
  what: 'fairNoted' | 'fairSecret' | 'fairNonce' | 'fairSeed'
  holds: boolean
}

const NOTES = 'fairness'
const MAX_NOTES = 200

/** 128 random bits that are mixed into a game's chance. */
export function newNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function note(table: string, commitment: string | null, nonce: string): void {
  if (commitment === null) return
  const notes = Object.entries(stored<Record<string, Noted>>(NOTES) ?? {})
  store(NOTES, Object.fromEntries([...notes, [table, { commitment, nonce }]].slice(-MAX_NOTES)))
}

/** Every check that can be made here; what was not noted before the game cannot be compared with. */
export function checks(table: string, seat: number | null, seed: number | string, fairness: Fairness): Check[] {
  const noted = stored<Record<string, Noted>>(NOTES)?.[table]
  const mixed = BigInt(`0x${sha256([fairness.secret, ...fairness.nonces].join(' ')).slice(0, 32)}`)
  return [
    ...(noted ? [{ what: 'fairNoted' as const, holds: noted.commitment === fairness.commitment }] : []),
    { what: 'fairSecret', holds: sha256(fairness.secret) === fairness.commitment },
    ...(noted && seat !== null ? [{ what: 'fairNonce' as const, holds: fairness.nonces[seat] === noted.nonce }] : []),
    { what: 'fairSeed', holds: mixed === BigInt(seed) },
  ]
}
