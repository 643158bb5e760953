import { beforeEach, expect, test } from 'vitest'
import { cardName, index, sorted } from '../src/games/coeurs/cards'
import { cardTitle, spokenAction, taken, valueOf } from '../src/games/love_letter/words'
import pokemon from '../src/games/pokemon'
import { cards } from '../src/games/pokemon/cards.svelte'
import { tongue } from '../src/lib/language.svelte'

beforeEach(() => tongue.choose('en'))

const nameOf = (seat: number): string => ['Ava', 'Bob'][seat]!

test('an action of Love Letter is taken apart', () => {
  expect(taken('guard>1:spy')).toMatchObject({ card: 'guard', target: 1, guess: 'spy', keep: null })
  expect(taken('handmaid')).toMatchObject({ card: 'handmaid', target: null, guess: null })
  expect(taken('chancellor keep king, bottom spy, guard')).toMatchObject({ card: 'chancellor', keep: 'king', bottom: ['spy', 'guard'] })
  expect(taken('chancellor keep king').bottom).toEqual([])
})

test('an action of Love Letter is described with names', () => {
  expect(spokenAction('guard>1:spy', nameOf)).toContain('Bob')
  expect(spokenAction('guard>1:spy', nameOf)).toContain(cardTitle('spy'))
  expect(spokenAction('?', nameOf)).toBe('?')
})

test('the characters are worth their place', () => {
  expect([valueOf('spy'), valueOf('guard'), valueOf('princess')]).toEqual([0, 1, 9])
})

test('a hand alternates colours and rises within a suit', () => {
  expect(sorted(['AH', '7H', '10S', '9S', 'KD', 'JC'])).toEqual(['9S', '10S', 'KD', 'JC', '7H', 'AH'])
})

test('French players see V, D, R on the figures', () => {
  expect(index('QH')).toBe('Q')
  expect(cardName('10S')).toContain('10')
  tongue.choose('fr')
  expect(['JH', 'QH', 'KH', 'AH', '10H'].map(index)).toEqual(['V', 'D', 'R', 'A', '10'])
})

test('creatures and attacks have the names of the language', () => {
  const spoken = (action: string): string => pokemon.spoken(action, nameOf)
  expect(spoken('send Osselait')).toContain('Osselait') // the cards are not there yet
  cards.printed = {
    creatures: { Osselait: { title: { en: 'Cubone', fr: 'Osselait' } } },
    attacks: { Séisme: { title: { en: 'Earthquake', fr: 'Séisme' }, type: 'ground', power: 100, pp: 10, text: { en: '', fr: '' } } },
  }
  expect([spoken('send Osselait 2'), spoken('Séisme')]).toEqual([expect.stringContaining('Cubone 2'), 'Earthquake'])
  tongue.choose('fr')
  expect([spoken('send Osselait'), spoken('Séisme')]).toEqual([expect.stringContaining('Osselait'), 'Séisme'])
})
