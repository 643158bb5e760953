/** Where everything stands in a mine of any shape: the camp beside or above the rock, and a gallery that winds from level to level. */

export interface Point {
  x: number
  y: number
}
export interface Box extends Point {
  width: number
  height: number
}
export interface Slot extends Point {
  row: number
}

export interface Layout {
  side: 'left' | 'top' // where the camp is
  camp: Box
  mine: Box
  tents: Box[] // by seat
  flat: boolean // a tent has its words beside it, not below
  tent: number // its height
  homes: Point[] // where the feet of those at home are, by seat
  slots: Slot[] // the middle of each place for a card, and of the place after the last card
  cell: { width: number; height: number }
  gallery: number // how high it is
  shaft: number // how wide
  card: { width: number; height: number }
  figure: number // how tall
}

const CAPACITIES = [6, 8, 12, 15, 20, 26] // the mine is drawn smaller when a path outgrows one
const CARD_SHAPE = 64 / 84
const IN_A_ROW = 4 // explorers
const FLOOR = 5
const TOWER = 24 // the height of what stands above a shaft, below the tents

export function layoutOf(width: number, height: number, cards: number, seats: number): Layout {
  const side = width > height * 1.35 ? 'left' : 'top'
  const camp = campOf(side, width, height, seats)
  const mine =
    side === 'left'
      ? { x: camp.width, y: 0, width: width - camp.width, height }
      : { x: 0, y: camp.height, width, height: height - camp.height }
  return { side, camp, mine, ...tentsOf(side, camp, seats), ...galleryOf(side, mine, cards) }
}

function campOf(side: Layout['side'], width: number, height: number, seats: number): Box {
  if (side === 'left') return { x: 0, y: 0, width: Math.min(340, Math.max(124, width * 0.25)), height }
  const rows = width / seats < 84 ? 2 : 1
  return { x: 0, y: 0, width, height: TOWER + Math.min(rows * 150, Math.max(rows * 78, height * 0.2)) }
}

function tentsOf(side: Layout['side'], camp: Box, seats: number): Pick<Layout, 'tents' | 'homes' | 'flat' | 'tent'> {
  const sky = side === 'left' ? camp.height * 0.1 : camp.height * 0.08
  const rows = side === 'top' ? (camp.width / seats < 84 ? 2 : 1) : seats > 5 || camp.width > 2 * 150 ? Math.ceil(seats / 2) : seats
  const columns = Math.ceil(seats / rows)
  const below = side === 'left' ? 6 : TOWER
  const cell = { width: (camp.width - 8) / columns, height: (camp.height - sky - below) / rows }
  const flat = cell.width > cell.height * 1.6
  const tent = Math.min(96, flat ? Math.min(cell.height * 0.86, cell.width * 0.36) : Math.min(cell.height - 40, cell.width * 0.62))
  const tents = Array.from({ length: seats }, (_, seat) => ({
    x: 4 + (seat % columns) * cell.width,
    y: sky + Math.floor(seat / columns) * cell.height,
    ...cell,
  }))
  const homes = tents.map(({ x, y }) =>
    flat ? { x: x + tent * 1.2, y: y + cell.height / 2 + tent * 0.5 } : { x: x + cell.width / 2 + tent * 0.62, y: y + cell.height - 38 },
  )
  return { tents, homes, flat, tent }
}

function galleryOf(
  side: Layout['side'],
  mine: Box,
  cards: number,
): Pick<Layout, 'slots' | 'cell' | 'gallery' | 'shaft' | 'card' | 'figure'> {
  const capacity = CAPACITIES.find((size) => size > cards) ?? cards + 1
  const margin = { x: 8, top: side === 'top' ? 26 : 8, bottom: 8 } // grass, and an edge of rock
  const area = { width: mine.width - 2 * margin.x, height: mine.height - margin.top - margin.bottom }
  const choices = Array.from({ length: 8 }, (_, index) => {
    const rows = index + 1
    const columns = Math.ceil(capacity / rows)
    const cell = { width: area.width / columns, height: area.height / rows }
    const gallery = Math.min(cell.height * (rows > 1 ? 0.84 : 0.9), cell.width * 1.3)
    const wide = Math.min(cell.width * 0.7, gallery * 0.66 * CARD_SHAPE)
    return { rows, columns, cell, gallery, wide }
  })
  const best = choices.reduce((one, other) => (other.wide > one.wide ? other : one))
  const slots = Array.from({ length: Math.max(best.rows * best.columns, cards + 1) }, (_, index) => {
    const row = Math.floor(index / best.columns)
    const column = row % 2 ? best.columns - 1 - (index % best.columns) : index % best.columns
    return {
      row,
      x: mine.x + margin.x + (column + 0.5) * best.cell.width,
      y: mine.y + margin.top + (row + 0.5) * best.cell.height,
    }
  })
  return {
    slots,
    cell: best.cell,
    gallery: best.gallery,
    shaft: Math.min(best.cell.width * 0.5, 90),
    card: { width: best.wide, height: best.wide / CARD_SHAPE },
    figure: Math.min(best.gallery * 0.48, (best.cell.width / IN_A_ROW) * 1.9, 90),
  }
}

/** Where feet touch the ground of a slot. */
export function floorOf(layout: Layout, slot: number): Point {
  const { x, y } = layout.slots[slot]!
  return { x, y: y + layout.gallery / 2 - FLOOR }
}

/** Where the gallery begins: in the side of the mountain, or a shaft in the ground. */
export function doorOf(layout: Layout): Point {
  const floor = floorOf(layout, 0)
  return layout.side === 'left' ? { x: layout.mine.x, y: floor.y } : { x: floor.x, y: layout.mine.y }
}

/** Where each of those inside stands in a slot: in a row, or in two when they are many. */
export function standing(layout: Layout, slot: number, inside: number[]): Map<number, Point & { back: boolean }> {
  const floor = floorOf(layout, slot)
  const front = inside.length > IN_A_ROW ? Math.ceil(inside.length / 2) : inside.length
  const places = inside.map((seat, index): [number, Point & { back: boolean }] => {
    const back = index >= front
    const row = back ? inside.length - front : front
    const gap = Math.min(layout.figure * 0.72, (layout.cell.width * 0.94) / Math.max(row, 1))
    const at =
      (back ? index - front + (row === front ? 0.5 : 0) : index) - (row - 1) / 2 - (row === front && front < inside.length ? 0.25 : 0)
    return [seat, { x: floor.x + at * gap, y: floor.y - (back ? layout.figure * 0.5 : 0), back }]
  })
  return new Map(places)
}

/** The corners between two slots, the camp being slot -1. */
export function wayBetween(layout: Layout, from: number, to: number): Point[] {
  const low = Math.min(from, to)
  const points = low < 0 ? [doorOf(layout)] : []
  for (let slot = Math.max(0, low); slot <= Math.max(from, to); slot++) points.push(floorOf(layout, slot))
  return from <= to ? points : points.toReversed()
}
