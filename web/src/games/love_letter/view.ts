/** What the server shows of a game of Love Letter. */

export interface Chair {
  tokens: number
  in: boolean
  protected: boolean
  spy: boolean
  hand: (string | null)[]
  known_by: number[]
  played: string[]
}

export interface View {
  viewer: number | null
  table: {
    phase: 'choose' | 'keep' | 'lot' | 'over'
    round: number
    rounds: number | null
    goal: number
    mover: number
    deck: number
    under: (string | null)[]
    face_up: string[]
    seats: Chair[]
    winners: number[]
  }
}
