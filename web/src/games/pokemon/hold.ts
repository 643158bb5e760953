/** A long press, or the other button of a mouse, looks at a thing instead of choosing it. */

const LONG = 450 // milliseconds

export function hold(look: () => void): (node: HTMLElement) => () => void {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let held = false
    const begin = (): void => {
      held = false
      timer = setTimeout(() => open(), LONG)
    }
    const end = (): void => clearTimeout(timer)
    const open = (): void => {
      end()
      held = true
      look()
    }
    const menu = (event: Event): void => {
      event.preventDefault()
      if (!held) open()
    }
    const click = (event: Event): void => {
      if (held) event.stopImmediatePropagation()
      held = false
    }
    const key = (event: KeyboardEvent): void => {
      if (event.key === 'i' && !event.ctrlKey && !event.metaKey && !event.altKey) look()
    }
    const listening = new AbortController()
    const { signal } = listening
    node.addEventListener('pointerdown', begin, { signal })
    for (const kind of ['pointerup', 'pointerleave', 'pointercancel']) node.addEventListener(kind, end, { signal })
    node.addEventListener('contextmenu', menu, { signal })
    node.addEventListener('click', click, { signal, capture: true })
    node.addEventListener('keydown', key, { signal })
    return () => {
      end()
      listening.abort()
    }
  }
}
