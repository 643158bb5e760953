/** What the lab looks at: a decision of a game, its explanation, and the tree that imitates an agent. */

import { Refused, wire } from '../wire/rest'
import { requestOf, type Analysis } from '../analysis/link'
import { sentenceOf } from '../analysis/board.svelte'
import type { Reviewed } from '../games/marks'
import { pick } from '../lib/language.svelte'
import { person } from '../lib/me.svelte'
import type { AnalysisPosition, Bilingual, CounterfactualInfo, ExplanationInfo, LabProgress, SurrogatePath } from '../wire/types'

const AGAIN = 1500 // milliseconds after which a full server is asked again
const PAUSE = 200 // between two questions how far the work is
const TRIES = 20

/** Asks again until the result is there, or nobody wants it any more. */
export async function followed<Answer extends LabProgress>(
  ask: () => Promise<Answer>,
  wanted: () => boolean,
  progress: (answer: LabProgress) => void,
): Promise<Answer | null> {
  await person.known()
  for (let tries = TRIES; ;) {
    let wait = PAUSE
    try {
      const answer = await ask()
      if (!wanted()) return null
      progress(answer)
      if (answer.done >= 1) return answer
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'busy' && tries--)) throw error
      wait = AGAIN
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
    if (!wanted()) return null
  }
}

export class Laboratory {
  analysis = $state.raw<Analysis>()
  total = $state(0) // positions of the game after the first one
  shown = $state.raw<AnalysisPosition>() // as the seat sees it that decides
  seat = $state(-1) // whose decision; -1: nobody decides
  played = $state<string | null>(null) // what was chosen here
  other = $state<string | null>(null) // to compare with; null: the best other action
  agent = $state('') // whose choice is explained; empty: what was played
  explanation = $state.raw<ExplanationInfo | null>(null)
  pictures = $state.raw<Bilingual | null>(null)
  changed = $state.raw<CounterfactualInfo | null>(null) // the other position that is shown
  path = $state.raw<SurrogatePath | null>(null)
  surrogate = $state.raw<Record<string, unknown> | null>(null) // a tree from a file; null: the one that comes with the game
  working = $state.raw<LabProgress | null>(null)
  problem = $state('')
  pathProblem = $state('')
  busy = $state(false)
  private rows: Record<string, string>[] = [] // what was chosen, by position
  private number = 0 // of the position that is looked at
  private question = 0
  private tree = 0

  /** The number of decisions before the position. */
  get at(): number {
    return this.analysis?.start.record ? (this.analysis.start.ply ?? 0) : (this.analysis?.at ?? 0)
  }

  get legal(): string[] {
    return this.shown?.legal[this.seat] ?? []
  }

  get reviewed(): Reviewed | null {
    if (this.seat < 0 || this.changed) return null
    const found = this.explanation
    return { seat: this.seat, best: null, played: found?.action ?? this.played, asked: found?.other ?? this.other }
  }

  async show(analysis: Analysis, seat?: number): Promise<boolean> {
    const number = ++this.number
    this.problem = ''
    this.busy = true
    try {
      const { record } = analysis.start
      if (record && this.analysis?.start.record !== record) {
        const info = await wire.record(record)
        this.rows = (info.record as { choices: Record<string, string>[] }).choices
        if (analysis.start.ply === undefined || analysis.start.ply === null) analysis = at(analysis, 0)
      } else if (!record) this.rows = analysis.rows
      const first = await wire.analysis({ ...requestOf(analysis), viewer: null })
      const chosen = seat !== undefined && first.movers.includes(seat) ? seat : (first.movers[0] ?? -1)
      const shown = await wire.analysis({ ...requestOf(analysis), viewer: chosen })
      if (number !== this.number) return false
      this.analysis = analysis
      this.total = this.rows.length
      this.shown = shown
      this.seat = chosen
      this.played = this.rows[this.at]?.[chosen] ?? null
      this.forget()
      return true
    } catch (error) {
      if (number === this.number) this.problem = sentenceOf(error)
      return false
    } finally {
      if (number === this.number) this.busy = false
    }
  }

  go(to: number, seat?: number): Promise<boolean> | undefined {
    if (!this.analysis || to < 0 || to > this.total || (to === this.at && seat === this.seat)) return undefined
    return this.show(at(this.analysis, to), seat)
  }

  /** The next decision in which somebody has a choice, from here on. */
  async goToChoice(): Promise<void> {
    while (this.legal.length < 2 && this.at < this.total) if (!(await this.go(this.at + 1))) return
  }

  async explain(other: string | null = this.other): Promise<void> {
    const question = ++this.question
    this.other = other
    this.changed = null
    this.problem = ''
    this.working = { done: 0, preparing: false }
    try {
      const asked = {
        ...requestOf(this.analysis!),
        seat: this.seat,
        action: this.agent ? null : this.played,
        other,
        agent: this.agent || null,
      }
      const found = await followed(
        () => wire.labExplanation(asked),
        () => question === this.question,
        (progress) => (this.working = progress),
      )
      if (found) {
        this.explanation = found.explanation
        this.pictures = found.pictures
      }
    } catch (error) {
      if (question === this.question) this.problem = sentenceOf(error)
    } finally {
      if (question === this.question) this.working = null
    }
  }

  async follow(surrogate: Record<string, unknown> | null = this.surrogate): Promise<void> {
    const tree = ++this.tree
    this.surrogate = surrogate
    this.path = null
    this.pathProblem = ''
    try {
      const asked = { ...requestOf(this.analysis!), seat: this.seat, surrogate }
      const found = await followed(
        () => wire.labPath(asked),
        () => tree === this.tree,
        () => undefined,
      )
      if (found) this.path = found.path
    } catch (error) {
      if (tree === this.tree) this.pathProblem = error instanceof Refused ? pick(error.text) : sentenceOf(error)
    }
  }

  /** Nothing is known of the decision yet. */
  forget(): void {
    this.question++
    this.tree++
    this.other = null
    this.explanation = this.pictures = this.changed = this.path = this.working = null
    this.pathProblem = ''
  }
}

/** The same game at another position. */
function at(analysis: Analysis, to: number): Analysis {
  return analysis.start.record ? { ...analysis, start: { ...analysis.start, ply: to } } : { ...analysis, at: to }
}
