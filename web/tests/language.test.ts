import { beforeEach, expect, test } from 'vitest'
import { english } from '../src/lib/english'
import { french } from '../src/lib/french'
import { number, percent, pick, say, sentence, tongue } from '../src/lib/language.svelte'
import { store, stored } from '../src/lib/storage'

beforeEach(() => tongue.choose('en'))

test('the browser decides the language until somebody chooses, and the choice is stored', () => {
  expect(tongue.current).toBe('en')
  tongue.choose('fr')
  expect(stored('language')).toBe('fr')
  expect(document.documentElement.lang).toBe('fr')
})

test('a sentence takes its words from the current language', () => {
  expect(say('rulesOf', { game: 'Diamant' })).toBe('Rules of Diamant')
  tongue.choose('fr')
  expect(say('rulesOf', { game: 'Diamant' })).toBe('Règles de Diamant')
})

test('a missing word leaves a gap, never a brace', () => {
  expect(say('rulesOf')).toBe('Rules of ')
})

test('both languages have the same sentences with the same words in them', () => {
  const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!).sort()
  expect(Object.keys(french).sort()).toEqual(Object.keys(english).sort())
  for (const key of Object.keys(english) as (keyof typeof english)[]) {
    expect(new Set(places(french[key])), key).toEqual(new Set(places(english[key])))
  }
})

test('French signs never begin a line', () => {
  const both = { en: 'Really?', fr: 'Vraiment ?' }
  expect(pick(both)).toBe('Really?')
  tongue.choose('fr')
  expect(pick(both)).toBe('Vraiment\u00a0?')
})

test('a text without a translation is shown in English', () => {
  tongue.choose('fr')
  expect(pick({ en: 'only English' })).toBe('only English')
  expect(pick(undefined)).toBe('')
})

test('numbers follow the language and have a real minus sign', () => {
  expect(number(1234.5, 1)).toBe('1,234.5')
  expect(number(-3)).toBe('−3')
  expect(number(-0.04, 1)).toBe('0.0')
  expect(percent(0.256)).toBe('26%')
  tongue.choose('fr')
  expect(number(2.5, 1)).toBe('2,5')
  expect(percent(0.256)).toMatch(/^26\s%$/)
})

test('a sentence begins with a capital', () => {
  expect(sentence('seat 1 wins')).toBe('Seat 1 wins')
  expect(sentence('')).toBe('')
})

test('storage that holds something else counts as empty', () => {
  store('sound', { on: true })
  expect(stored('sound')).toEqual({ on: true })
  localStorage.setItem('joute.sound', '{broken')
  expect(stored('sound')).toBeUndefined()
  expect(stored('never written')).toBeUndefined()
})

test('English has no space before its punctuation, French has one', () => {
  for (const text of Object.values(english)) expect(text).not.toMatch(/ [:;?!]/)
  for (const text of Object.values(french)) expect(text).not.toMatch(/[\p{L}\d}][:;?!](?: |$)/u)
})

test('no text speaks of plies, searched positions, codes or numbers of seats', () => {
  for (const text of [...Object.values(english), ...Object.values(french)])
    expect(text).not.toMatch(/\bpl(?:y|ies)\b|\{nodes\}|\{depth\}|\bP[1-5]\b|[Ss]eat 0|[Ss]iège 0|milliseconds/)
})
