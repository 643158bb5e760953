import type { Opinion } from '../games/contract'

/** An adviser's opinion: where it mixes its choices, its advice is what it would play most often, not what the lot fell on. */
export function favourite(opinion: Opinion): Opinion {
  const heaviest = opinion.judgements.reduce<Opinion['judgements'][number] | undefined>(
    (most, one) => (one.weight !== null && one.weight > (most?.weight ?? 0) ? one : most),
    undefined,
  )
  return heaviest ? { ...opinion, action: heaviest.action } : opinion
}

/** What would have been better than the action played: the best by value, else what is played most often. */
export function better(opinion: Opinion): string {
  const valued = opinion.judgements.filter((one) => one.value !== null)
  const best = valued.reduce<Opinion['judgements'][number] | undefined>(
    (most, one) => (most && most.value! >= one.value! ? most : one),
    undefined,
  )
  return best?.action ?? favourite(opinion).action
}
