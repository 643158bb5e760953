/** Light or dark: by the system, or as chosen. */

import { keep, kept } from './memory'

export type Theme = 'system' | 'light' | 'dark'

const night = matchMedia('(prefers-color-scheme: dark)')

class Look {
  chosen = $state<Theme>(kept<Theme>('theme') ?? 'system')

  choose(theme: Theme): void {
    this.chosen = theme
    keep('theme', theme)
    show()
  }
}

export const look = new Look()

function show(): void {
  const dark = look.chosen === 'dark' || (look.chosen === 'system' && night.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

night.addEventListener('change', show)
show()
