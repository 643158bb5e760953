/** English and French: by the browser's language, switchable, remembered. */

import { store, stored } from './storage'
import { english, type Key } from './english'
import { french } from './french'

export type Language = 'en' | 'fr'
export type Both = { en: string; fr: string }

const spokenHere = navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en'

class Tongue {
  current = $state<Language>(stored<Language>('language') ?? spokenHere)

  choose(language: Language): void {
    this.current = language
    store('language', language)
    document.documentElement.lang = language
  }
}

export const tongue = new Tongue()
document.documentElement.lang = tongue.current

/** The sentence of that key in the current language, its {words} filled in. */
export function say(key: Key, words: Record<string, string | number> = {}): string {
  return typeset(fill((tongue.current === 'fr' ? french : english)[key], (place) => String(words[place] ?? '')))
}

/** French puts a space before these signs, and a line must not begin with one; its apostrophe is curved. */
function typeset(text: string): string {
  return tongue.current === 'fr' ? text.replace(/ (?=[?!:;»])/g, '\u00a0').replace(/(?<=\p{L})'/gu, '’') : text
}

/** What the server says in both languages, in the current one. */
export function pick(both: Partial<Both> | undefined): string {
  return typeset(both?.[tongue.current] ?? both?.en ?? '')
}

/** With a capital at its beginning. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A day as the current language writes it. */
export function day(date: string): string {
  return new Date(date).toLocaleDateString(tongue.current, { dateStyle: 'medium' })
}

const NARROW = '\u202f' // a space at which no line ends

/** A number as the current language writes it; `Intl` would take a fifth of a second on a phone when it is first asked. */
export function number(value: number, digits = 0): string {
  const [whole, part] = Math.abs(value).toFixed(digits).split('.') as [string, string?]
  const [between, point] = tongue.current === 'fr' ? [NARROW, ','] : [',', '.']
  const sign = Number(value.toFixed(digits)) < 0 ? '−' : '' // never a negative zero
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, between) + (part ? point + part : '')
}

/** A share of one as a percentage. */
export function percent(share: number): string {
  return `${number(100 * share)}${percentSign()}`
}

/** The sign of a percentage, with the space that French puts before it. */
export function percentSign(): string {
  return `${tongue.current === 'fr' ? NARROW : ''}%`
}

const PLACES = /(?:(?<!\p{L})(de|que) )?\{(\w+)\}/giu
const ELIDED = /^(?:[aeiou]|y(?![aeiou]))/i // before these letters French says d’ and qu’

/** A sentence with words in its {places}; French drops the vowel of a preposition before one. */
export function fill(sentence: string, words: (place: string) => string): string {
  return sentence.replace(PLACES, (_, before: string | undefined, place: string) => {
    const word = words(place)
    if (!before) return word
    return tongue.current === 'fr' && ELIDED.test(word.normalize('NFKD')) ? `${before.slice(0, -1)}’${word}` : `${before} ${word}`
  })
}
