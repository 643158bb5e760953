import type { Opinion } from '../games/contract'

/** An adviser's opinion: where it mixes its choices, its advice is what it would play most often, not what the lot fell on. */
export function favourite(opinion: Opinion): Opinion {
  const heaviest = opinion.judgements.reduce<Opinion['judgements'][number] | undefined>(
    (most, one) => (one.weight !== null && one.weight > (most?.weight ?? 0) ? one : most),
    undefined,
  )
  return heaviest ? { ...opinion, action: heaviest.action } : opinion
}
