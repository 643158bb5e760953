/** The square of the last move: the one that an event named last. */

import type { GameEvent } from '../contract'
import type { Part } from './view'

export function lastNamed(parts: Part[], story: GameEvent[]): string | null {
  const known = new Set(parts.flatMap((part) => (part.kind === 'grid' ? part.rows.flat().map((cell) => cell.name) : [])))
  known.delete(undefined)
  if (!known.size) return null
  for (const event of [...story].reverse()) {
    const found = Object.entries(event).find(([word, value]) => word !== 'kind' && known.has(value as string))
    if (found) return found[1] as string
  }
  return null
}
