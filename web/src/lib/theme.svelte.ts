/** Light or dark: by the system, or as chosen. */

import { store, stored } from './storage'

export type Theme = 'system' | 'light' | 'dark'

const night = matchMedia('(prefers-color-scheme: dark)')

class Look {
  chosen = $state<Theme>(stored<Theme>('theme') ?? 'system')

  choose(theme: Theme): void {
    this.chosen = theme
    store('theme', theme)
    show()
  }
}

export const look = new Look()

function show(): void {
  const dark = look.chosen === 'dark' || (look.chosen === 'system' && night.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  const bar = getComputedStyle(document.documentElement).getPropertyValue('--sheet') // what surrounds the page has its header's colour
  if (bar) document.querySelector('meta[name=theme-color]')?.setAttribute('content', bar)
}

night.addEventListener('change', show)
show()
