import { beforeEach, expect, test } from 'vitest'
import { guestName } from '../src/lib/guests'
import { tongue } from '../src/lib/language.svelte'

beforeEach(() => tongue.choose('en'))

test('a guest has the same animal everywhere, in the language of the reader', () => {
  expect(guestName(0)).toBe('Guest Otter')
  expect(guestName(47 * 1000)).toBe('Guest Otter')
  tongue.choose('fr')
  expect(guestName(0)).toBe('Invité Loutre')
  expect(guestName(null)).toBe('Invité')
})

test('two guests of one animal differ, and the number does not move with the seats', () => {
  const [first, second, other] = [3, 3 + 47, 4]
  for (const table of [
    [first, second, other, null],
    [other, null, second, first],
  ]) {
    expect(guestName(first, table)).toBe('Guest Lynx')
    expect(guestName(second, table)).toBe('Guest Lynx 2')
    expect(guestName(other, table)).toBe('Guest Hedgehog')
  }
})

test('every number has a name in both languages', () => {
  const names = (language: 'en' | 'fr'): Set<string> => {
    tongue.choose(language)
    return new Set(Array.from({ length: 200 }, (_, guest) => guestName(guest)))
  }
  expect(names('en').size).toBe(47)
  expect(names('fr').size).toBe(47)
})
