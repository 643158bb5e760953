/** Where everybody sits around the felt, seen from one's own chair. */

export const SIDES = ['south', 'west', 'north', 'east'] as const
export type Side = (typeof SIDES)[number]

/** A card in a trick, and who laid it. */
export interface Laid {
  seat: number
  card: string
}
