/** A game that is over, step by step, and the review of its decisions. */

import { wire } from './rest'
import type { DecisionReview, RecordInfo, RecordReview, RecordStep } from './types'

const PAGE = 100
const POLL = { working: 1200, refining: 4000 } // milliseconds between two requests for a review that goes on

export class Replay {
  summary = $state.raw<RecordInfo>()
  steps = $state.raw<RecordStep[]>([])
  total = $state(0)
  review = $state.raw<RecordReview>()
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
    this.review = await wire.review(this.id) // as far as somebody has asked for it
    this.follow()
  }

  async startReview(): Promise<void> {
    this.review = await wire.startReview(this.id)
    this.follow()
  }

  decisionsAt(ply: number): DecisionReview[] {
    return this.review?.decisions.filter((decision) => decision.ply === ply) ?? []
  }

  /** Asks again as long as there is more to come; who asks has it refined. */
  private follow(): void {
    const status = this.review?.status
    if (this.closed || (status !== 'working' && status !== 'refining')) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      wire.review(this.id).then(
        (review) => {
          this.review = review
          this.follow()
        },
        () => this.follow(), // no connection: try again
      )
    }, POLL[status])
  }
}
