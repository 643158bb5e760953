/** The four suits as they are drawn: each has a shape and a colour of its own. */

import type { Suit } from './cards'

export const SHAPES: Record<Suit, string> = {
  H: 'M0 11C-9 3.500-12.500-1-12.500-5.500-12.500-9.500-9.500-12-6.500-12-3.800-12-1.500-10.500 0-8 1.500-10.500 3.800-12 6.500-12 9.500-12 12.500-9.500 12.500-5.500 12.500-1 9 3.500 0 11z',
  D: 'M0-13.500C3-8 6-4 10 0 6 4 3 8 0 13.500-3 8-6 4-10 0-6-4-3-8 0-13.500z',
  S: 'M0-13C7-6 12-2 12 3c0 5-7 7-10.500 2.500L3.500 12h-7L-1.500 5.500C-5 10-12 8-12 3-12-2-7-6 0-13z',
  C: 'M0-13a6 6 0 0 1 4.800 9.600A6 6 0 1 1 2 6.500L3.500 12h-7L-2 6.500a6 6 0 1 1-2.800-9.900A6 6 0 0 1 0-13z',
}

export const INKS: Record<Suit, string> = {
  H: 'var(--suit-hearts)',
  D: 'var(--suit-diamonds)',
  S: 'var(--suit-spades)',
  C: 'var(--suit-clubs)',
}

const LEFT = 33
const RIGHT = 67
const THREE = [28, 70, 112].flatMap((y) => [LEFT, RIGHT].map((x) => [x, y]))
const FOUR = [26, 55, 85, 114].flatMap((y) => [LEFT, RIGHT].map((x) => [x, y]))

/** Where the signs of a card without a figure stand. */
export const PIPS: Record<string, number[][]> = {
  '7': [...THREE, [50, 49]],
  '8': [...THREE, [50, 49], [50, 91]],
  '9': [...FOUR, [50, 70]],
  '10': [...FOUR, [50, 40.5], [50, 99.5]],
}
