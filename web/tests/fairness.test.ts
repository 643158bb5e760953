import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checks } from '../src/lib/fairness'
import { sha256 } from '../src/lib/sha256'

describe('sha256', () => {
  it('agrees with a reference for every length around a block', () => {
    for (const length of [0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 200]) {
      const text = 'aé€'.repeat(length).slice(0, length)
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
    }
  })
})

describe('checks', () => {
  const secret = '00112233445566778899aabbccddeeff'
  const fairness = { commitment: sha256(secret), secret, nonces: ['abc', ''] }
  const seed = `0x${sha256(`${secret} abc `).slice(0, 32)}`

  it('holds for what the server committed to', () => {
    expect(checks('table', 0, seed, fairness).every((check) => check.holds)).toBe(true)
  })

  it('finds another secret, and another seed', () => {
    const failing = (changed: object, of: string = seed) =>
      checks('table', 0, of, { ...fairness, ...changed })
        .filter((check) => !check.holds)
        .map((check) => check.what)
    expect(failing({ secret: secret.replace('0', '1') })).toEqual(['fairSecret', 'fairSeed'])
    expect(failing({ nonces: ['abd', ''] })).toEqual(['fairSeed'])
    expect(failing({}, '0x1')).toEqual(['fairSeed'])
  })
})
