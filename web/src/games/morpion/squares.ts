/** Where squares lie in the drawing of the board. */

export const CELL = 40
export const EDGE = 24 // the frame around the squares

export function nameOf(column: number, row: number): string {
  return `${String.fromCharCode(97 + column)}${row + 1}`
}

/** The middle of a square. */
export function middleOf(cell: string): { x: number; y: number } {
  return { x: EDGE + (cell.charCodeAt(0) - 97 + 0.5) * CELL, y: EDGE + (Number(cell.slice(1)) - 0.5) * CELL }
}

/** The line through the winning squares, and a little beyond them. */
export function strike(line: string[]): string {
  const from = middleOf(line[0]!)
  const to = middleOf(line.at(-1)!)
  const beyond = 16 / Math.hypot(to.x - from.x, to.y - from.y)
  const [x, y] = [(to.x - from.x) * beyond, (to.y - from.y) * beyond]
  return `M${from.x - x} ${from.y - y}L${to.x + x} ${to.y + y}`
}
