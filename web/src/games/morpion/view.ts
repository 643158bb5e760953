/** What both players see. */

export interface View {
  board: string[] // rows of signs: X, O or a dot
  last: string | null
  mover: number
  over: boolean
  winner: number | null
  line: string[] // the cells of the winning line
}
