/** A hint at a table: what the advisor prefers and why, and why not something else. */

import type { Opinion } from '../games/contract'
import type { Reviewed } from '../games/marks'
import type { Live } from '../wire/live.svelte'
import type { DecisionReview } from '../wire/types'
import { favourite } from './favourite'

export class Advice {
  opinion = $state.raw<Opinion | null>(null)
  review = $state.raw<DecisionReview | null>(null) // null: the server is not prepared for reasons yet
  other = $state.raw<DecisionReview | null>(null) // why not this one?
  asking = $state(false)

  /** As boards mark it: the advised action, and the one asked about. */
  get reviewed(): Reviewed | null {
    if (!this.review) return null
    return { seat: this.review.seat, best: this.review.action, played: null, asked: this.other?.action ?? null }
  }

  /** Another question is asked now. */
  clear(): void {
    this.opinion = this.review = this.other = null
  }

  async ask(live: Live, unrated: boolean): Promise<void> {
    await this.during(live, async () => {
      const found = await live.opinion(unrated)
      return () => {
        this.opinion = favourite(found.opinion)
        this.review = found.review
        this.other = null
      }
    })
  }

  /** Why not another action? Null: back to the advised one. */
  async whyNot(live: Live, action: string | null): Promise<void> {
    if (action === null || action === this.review?.action) {
      this.other = null
      return
    }
    await this.during(live, async () => {
      const found = await live.opinion(true, action)
      return () => (this.other = found.review)
    })
  }

  /** An answer to a question that is not open any more is dropped. */
  private async during(live: Live, work: () => Promise<() => void>): Promise<void> {
    const question = live.turn?.answers
    this.asking = true
    try {
      const answer = await work()
      if (live.turn?.answers === question) answer()
    } finally {
      this.asking = false
    }
  }
}
