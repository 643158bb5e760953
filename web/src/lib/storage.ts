/** What this browser remembers of its user: choices, never secrets. */

const PREFIX = 'joute.'

export function stored<Value>(name: string): Value | undefined {
  try {
    const text = localStorage.getItem(PREFIX + name)
    return text === null ? undefined : (JSON.parse(text) as Value)
  } catch {
    return undefined // storage is off, or holds something else: go on with the default
  }
}

export function store(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // storage is off or full: the choice lasts until the page is left
  }
}
