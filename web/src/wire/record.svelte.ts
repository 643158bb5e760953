/** A game that is over, step by step, and an agent's analysis of its decisions. */

import { wire } from './rest'
import type { RecordAnalysis, DecisionAnalysis, RecordInfo, RecordStep } from './types'

const PAGE = 100
const POLL = 1200 // milliseconds between two requests for a running analysis

export class Replay {
  summary = $state.raw<RecordInfo>()
  steps = $state.raw<RecordStep[]>([])
  total = $state(0)
  analysis = $state.raw<RecordAnalysis>()
  private timer?: ReturnType<typeof setTimeout>
  private closed = false

  constructor(readonly id: string) {}

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
  }

  /** Everything that happened, in pages so that the first position is there at once. */
  async load(): Promise<void> {
    this.summary = await wire.record(this.id)
    do {
      const page = await wire.steps(this.id, this.steps.length, PAGE)
      this.steps = [...this.steps, ...page.steps]
      this.total = page.total
      if (!page.steps.length) break
    } while (this.steps.length < this.total && !this.closed)
    this.analysis = await wire.analysis(this.id)
    if (this.analysis.status === 'working') this.follow()
  }

  async analyse(): Promise<void> {
    this.analysis = await wire.analyse(this.id)
    this.follow()
  }

  decisionsAt(ply: number): DecisionAnalysis[] {
    return this.analysis?.decisions.filter((decision) => decision.ply === ply) ?? []
  }

  private follow(): void {
    this.timer = setTimeout(() => {
      void wire.analysis(this.id).then(
        (analysis) => {
          this.analysis = analysis
          if (analysis.status === 'working' && !this.closed) this.follow()
        },
        () => this.follow(), // no connection: try again
      )
    }, POLL)
  }
}
