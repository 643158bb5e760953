/** The analysis board: a position, what was tried since, and opinions on it. The server checks and plays; nothing is stored there. */

import type { Reviewed } from '../games/marks'
import { pick, say } from '../lib/language.svelte'
import { person } from '../lib/me.svelte'
import { Refused, wire } from '../wire/rest'
import type { AnalysisPosition, DecisionReview } from '../wire/types'
import { requestOf, type Analysis, type Row, type Start } from './link'

const CACHED = 80 // positions
const AGAIN = 3000 // milliseconds before a server that was busy is asked again
const TRIES = 20

export class AnalysisBoard {
  analysis = $state.raw<Analysis>()
  shown = $state.raw<AnalysisPosition>()
  draft = $state.raw<Row>({}) // what was chosen while other seats still choose
  picked = $state<number>() // the seat that one chooses for, of several
  problem = $state('')
  busy = $state(false)
  review = $state.raw<DecisionReview | null>(null) // of the agent's choice for the seat that chooses
  other = $state.raw<DecisionReview | null>(null) // why not this one?
  asking = $state(false)
  waiting = $state('') // why an opinion takes long
  tapping = $state(false) // taps on the board ask instead of playing
  private known = new Map<string, Promise<AnalysisPosition>>()
  private asked = 0 // number of the latest request: an answer to an older one is dropped

  /** The seat whose action is chosen now; -1: nobody chooses. */
  get seat(): number {
    const movers = this.shown?.movers ?? []
    if (this.picked !== undefined && movers.includes(this.picked)) return this.picked
    return movers.find((seat) => !(seat in this.draft)) ?? movers[0] ?? -1
  }

  /** Whose side of the board one sees. */
  get side(): number {
    return this.analysis?.viewer ?? this.seat
  }

  /** What the board offers; the actions of a seat whose cards are hidden are not on it. */
  get legal(): string[] {
    return this.side === this.seat ? this.legalHere : []
  }

  get legalHere(): string[] {
    return this.shown?.legal[this.seat] ?? []
  }

  get reviewed(): Reviewed | null {
    if (!this.review || this.review.seat !== this.side) return null
    return { seat: this.review.seat, best: this.review.action, played: null, asked: this.other?.action ?? null }
  }

  /** Look at another analysis, or another part of it. If it is refused, what was shown stays. */
  async show(analysis: Analysis): Promise<boolean> {
    const number = ++this.asked
    this.problem = ''
    this.busy = true
    try {
      const found = await this.position(analysis)
      if (number !== this.asked) return false
      this.analysis = analysis
      this.shown = found
      this.draft = {}
      this.picked = undefined
      this.forget()
      return true
    } catch (error) {
      if (number === this.asked) this.problem = sentenceOf(error)
      return false
    } finally {
      if (number === this.asked) this.busy = false
    }
  }

  go(at: number): Promise<boolean> | undefined {
    const analysis = this.analysis
    if (!analysis || at < 0 || at > analysis.rows.length || at === analysis.at) return undefined
    return this.show({ ...analysis, at })
  }

  look(viewer: number | null): Promise<boolean> | undefined {
    return this.analysis && this.show({ ...this.analysis, viewer })
  }

  /** Other chance, and another sampled world: the same actions as far as they are legal then. */
  async reseed(): Promise<void> {
    const old = this.analysis
    if (!old) return
    const start: Start = { ...old.start, seed: Math.floor(Math.random() * 2 ** 32) }
    let rows = old.rows
    for (;;) {
      try {
        await this.position({ ...old, start, rows, at: rows.length })
        await this.show({ ...old, start, rows, at: Math.min(old.at, rows.length) })
        return
      } catch (error) {
        const row = error instanceof Refused && error.code === 'illegal' ? (error.expected as { row: number }).row : rows.length
        if (row >= rows.length) {
          this.problem = sentenceOf(error)
          return
        }
        rows = rows.slice(0, row)
      }
    }
  }

  /** An action of the seat that chooses; the row is played when all have chosen. What was tried after it before goes, unless it is the same. */
  async play(action: string): Promise<void> {
    const { analysis, shown } = this
    if (!analysis || !shown || this.busy || this.seat < 0) return
    const draft: Row = { ...this.draft, [this.seat]: action }
    if (shown.movers.some((seat) => !(seat in draft))) {
      this.draft = draft
      this.picked = undefined
      this.forget()
      return
    }
    const row: Row = Object.fromEntries(shown.movers.map((seat) => [String(seat), draft[seat]!]))
    const next = analysis.rows[analysis.at]
    const same = next && shown.movers.every((seat) => next[seat] === row[seat])
    const rows = same ? analysis.rows : [...analysis.rows.slice(0, analysis.at), row]
    await this.show({ ...analysis, rows, at: analysis.at + 1 })
  }

  /** What the agent would do for the seat that chooses, and why. */
  async ask(samples: 'quick' | 'full' = 'quick'): Promise<void> {
    await this.during(async () => {
      const found = await this.opinion(this.seat, null, samples)
      return () => {
        this.review = found
        this.other = null
      }
    })
  }

  /** Why not another action? Null: back to the agent's choice. */
  async whyNot(action: string | null): Promise<void> {
    this.tapping = false
    if (action === null || action === this.review?.action) {
      this.other = null
      return
    }
    await this.during(async () => {
      const found = await this.opinion(this.seat, action, 'quick')
      return () => {
        if (this.review) this.other = found
        else this.review = found
      }
    })
  }

  /** The agent chooses for every seat that has not chosen. */
  async letAgentPlay(): Promise<void> {
    await this.during(async () => {
      const open = this.shown!.movers.filter((seat) => !(seat in this.draft))
      const found = await Promise.all(open.map((seat) => this.opinion(seat, null, 'quick')))
      return async () => {
        for (const review of found) {
          this.picked = review.seat
          await this.play(review.action)
        }
      }
    })
  }

  /** An opinion; while the server prepares the game, or is full, it is asked again. */
  private async opinion(seat: number, action: string | null, samples: 'quick' | 'full'): Promise<DecisionReview> {
    const [analysis, shown] = [this.analysis!, this.shown]
    await person.known()
    for (let tries = TRIES; ; tries--) {
      try {
        return await wire.analysisOpinion({ ...requestOf(analysis), seat, action, samples })
      } catch (error) {
        if (!(error instanceof Refused && error.code === 'busy' && tries && this.shown === shown)) throw error
        this.waiting = pick(error.text)
        await new Promise((resolve) => setTimeout(resolve, AGAIN))
      }
    }
  }

  private forget(): void {
    this.review = this.other = null
    this.tapping = false
  }

  /** An answer about a position or a seat that is not looked at any more is dropped. */
  private async during(work: () => Promise<() => void | Promise<void>>): Promise<void> {
    if (!this.analysis || this.seat < 0) return
    const [shown, seat] = [this.shown, this.seat]
    this.problem = ''
    this.asking = true
    try {
      const answer = await work()
      if (this.shown === shown && this.seat === seat) await answer()
    } catch (error) {
      if (this.shown === shown) this.problem = sentenceOf(error)
    } finally {
      this.asking = false
      this.waiting = ''
    }
  }

  private position(analysis: Analysis): Promise<AnalysisPosition> {
    const request = requestOf(analysis)
    const key = JSON.stringify(request)
    const found = this.known.get(key) ?? wire.analysis(request)
    this.known.set(key, found)
    found.catch(() => this.known.delete(key))
    if (this.known.size > CACHED) this.known.delete(this.known.keys().next().value!)
    return found
  }
}

/** Why something was refused, for people. */
export function sentenceOf(error: unknown): string {
  return error instanceof Refused ? pick(error.text) : say('failed')
}
