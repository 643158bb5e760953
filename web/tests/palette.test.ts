import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { COLOURS } from '../src/lib/players'

type Palette = Record<string, string>

const STYLE = readFileSync('src/styles.css', 'utf8')

/** The colours that a block of the style sheet gives, by name. */
function block(selector: string): Palette {
  const start = STYLE.indexOf(`\n${selector} {`)
  const text = STYLE.slice(start, STYLE.indexOf('\n}', start))
  return Object.fromEntries([...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]))
}

const LIGHT = block(':root')
const DARK = { ...LIGHT, ...block(":root[data-theme='dark']") }
const SEATS = [0, 1, 2, 3, 4, 5, 6, 7]
const PANELS = ['paper', 'sheet', 'raised']
const GROUNDS = ['felt', 'wood', 'rock']

function linear(hex: string): [number, number, number] {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return [red!, green!, blue!]
}

/** WCAG 2: from 1 to 21. */
function contrast(one: string, two: string): number {
  const [dark, light] = [one, two]
    .map((hex) => {
      const [red, green, blue] = linear(hex)
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
    .sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

/** OKLab (Ottosson 2020): equal distances look equally different. */
function oklab(hex: string): number[] {
  const [red, green, blue] = linear(hex)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function distance(one: string, two: string): number {
  const other = oklab(two)
  return Math.hypot(...oklab(one).map((value, axis) => value - other[axis]!))
}

const ROLES = ['brand', 'turn', 'danger', 'success']
const TEXTS = ['ink', 'soft', 'hearts', 'warn', ...ROLES.map((role) => `${role}-text`), ...SEATS.map((seat) => `seat-${seat}`)]
const ON_PANELS = TEXTS.flatMap((text) => PANELS.map((panel) => [text, panel]))
const ON_FILLS = [...ROLES, ...SEATS.map((seat) => `seat-${seat}`), ...GROUNDS, 'card', 'gold', 'gem'].map((fill) => [`${fill}-ink`, fill])
const ON_SHADES = [...GROUNDS.map((ground) => [`${ground}-ink`, `${ground}-deep`]), ['card-soft', 'card']]
const ON_WASHES = [
  ...ROLES.map((role) => [`${role}-text`, `${role}-wash`]),
  ['warn', 'warn-wash'],
  ...ROLES.flatMap((role) => ['ink', 'soft'].map((text) => [text, `${role}-wash`])),
]
const SUITS = ['hearts', 'diamonds', 'clubs', 'spades'].map((suit) => [`suit-${suit}`, 'card'])
const READ = [...ON_PANELS, ...ON_FILLS, ...ON_SHADES, ...ON_WASHES, ...SUITS] as [string, string][]

const SEEN = [
  ...['focus', 'brand', 'danger', 'success', 'hp-high', 'hp-middle', 'hp-low'].flatMap((name) => PANELS.map((panel) => [name, panel])),
  ...GROUNDS.flatMap((ground) => [`${ground}-line`, 'glow'].map((line) => [line, ground]).slice(0, ground === 'wood' ? 1 : 2)),
  ...GROUNDS.map((ground) => ['card', ground]).filter(([, ground]) => ground !== 'wood'),
  ...SEATS.map((seat) => [`seat-${seat}`, 'turn-wash']),
  ['wood-line', 'wood-deep'],
  ['card-back-line', 'card-back'],
  ['gold-deep', 'card'],
  ['gem-deep', 'card'],
] as [string, string][]

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('the %s palette', (_, palette) => {
  test.each(READ)('--%s can be read on --%s', (text, ground) => {
    expect(contrast(palette[text]!, palette[ground]!)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(SEEN)('--%s can be seen on --%s', (line, ground) => {
    expect(contrast(palette[line]!, palette[ground]!)).toBeGreaterThanOrEqual(3)
  })

  test('brand, turn, danger, success, hearts and the seats are different colours', () => {
    const names = [...ROLES, 'hearts', ...SEATS.map((seat) => `seat-${seat}`)]
    const near = names.flatMap((one, at) =>
      names.slice(at + 1).flatMap((two) => (distance(palette[one]!, palette[two]!) < 0.07 ? [`${one} and ${two}`] : [])),
    )
    expect(near).toEqual([])
  })
})

test('the colours that people may choose are those of the seats', () => {
  expect(COLOURS).toEqual(COLOURS.map((_, seat) => LIGHT[`seat-${seat}`]))
})

test('every variable that a style uses is given somewhere', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.(svelte|css|ts)$/.test(file))
  const text = files.map((file) => readFileSync(`src/${file}`, 'utf8')).join('\n')
  const given = new Set([...text.matchAll(/--([\w-]+)(?::|=)/g)].map(([, name]) => name))
  const used = [...text.matchAll(/var\(--([\w-]+)[),]/g)].map(([, name]) => name!)
  expect([...new Set(used.filter((name) => !given.has(name)))]).toEqual([])
})
