/** Where we are: the address bar is the only state that names a page. */

class Place {
  path = $state(location.pathname)
  hash = $state(location.hash)
  search = $state(location.search)

  /** Go to a page of ours. */
  go(path: string): void {
    history.pushState(null, '', path)
    this.follow()
    scrollTo(0, 0)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true }))
  }

  /** The same page under another address, without a step back. */
  rename(path: string): void {
    history.replaceState(null, '', path)
    this.follow()
  }

  follow(): void {
    this.path = location.pathname
    this.hash = location.hash
    this.search = location.search
  }

  /** The parts of the path: /table/abc -> ['table', 'abc']. */
  get parts(): string[] {
    return this.path.split('/').filter(Boolean).map(decodeURIComponent)
  }
}

export const place = new Place()
addEventListener('popstate', () => place.follow())
addEventListener('hashchange', () => place.follow())

/** Clicks on links of ours stay in the page. */
export function stay(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a')
  const ours =
    link && link.origin === location.origin && !link.target && !link.hasAttribute('download') && !link.pathname.startsWith('/api')
  if (!ours || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  place.go(link.pathname + link.search + link.hash)
}
