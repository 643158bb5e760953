import { expect, test } from 'vitest'
import { analysisOf, linkOf, requestOf, type Analysis } from '../src/analysis/link'

async function roundTrip(analysis: Analysis): Promise<Analysis | null> {
  return analysisOf((await linkOf(analysis)).split('?')[1]!)
}

test('an analysis of a record is readable in its address, and comes back from it', async () => {
  const analysis: Analysis = {
    start: { record: 'abcd1234', ply: 12 },
    rows: [{ '0': 'QH' }, { '1': '7D' }],
    at: 1,
    viewer: 2,
  }
  expect(await linkOf(analysis)).toBe('/analysis?record=abcd1234&ply=12&actions=0.QH%7E1.7D&viewer=2&at=1')
  expect(await roundTrip(analysis)).toEqual(analysis)
})

test('the first position of a game needs its name and its seed, also a large one', async () => {
  const analysis: Analysis = { start: { game: 'morpion', seed: 7 }, rows: [], at: 0, viewer: null }
  expect(await linkOf(analysis)).toBe('/analysis?game=morpion&seed=7')
  expect(await roundTrip(analysis)).toEqual(analysis)
  const large: Analysis = { ...analysis, start: { game: 'coeurs', seed: '0x1fffffffffffffffff' } }
  expect(await roundTrip(large)).toEqual(large)
})

test('actions of several seats keep their accents, signs and spaces', async () => {
  const analysis: Analysis = {
    start: { game: 'pokemon', seed: 1 },
    rows: [{ '0': "Coud'Boule", '1': 'send Étourmi' }],
    at: 1,
    viewer: null,
  }
  expect(await roundTrip(analysis)).toEqual(analysis)
})

test('a position, options, or actions with the signs of the readable form are packed', async () => {
  const position = { board: Array.from({ length: 12 }, () => '....X..O....'), mover: 0 }
  const analysis: Analysis = {
    start: { game: 'morpion', options: { swap: true }, position, names: ['Zoé', '小林'] },
    rows: [{ '0': 'a~b!c' }],
    at: 0,
    viewer: 1,
  }
  const link = await linkOf(analysis)
  expect(link).toMatch(/^\/analysis\?game=morpion&p=[\w-]+&viewer=1&at=0$/)
  expect(link.length).toBeLessThan(250)
  expect(await roundTrip(analysis)).toEqual(analysis)
})

test('an address without an analysis, or with half of one, has none', async () => {
  for (const search of ['', '?viewer=1', '?game=morpion&p=AAAA', '?record=x&actions=QH', '?game=morpion&viewer=two'])
    expect(await analysisOf(search)).toBeNull()
})

test('a request has the actions up to the position that is shown', () => {
  const analysis: Analysis = { start: { game: 'morpion' }, rows: [{ '0': 'a1' }, { '1': 'b2' }], at: 1, viewer: null }
  expect(requestOf(analysis)).toEqual({ game: 'morpion', viewer: null, actions: [{ '0': 'a1' }] })
})
