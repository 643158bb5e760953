/** What the modules under test need of a browser: a document to mark with the language, and storage. */

const saved = new Map<string, string>()

Object.assign(globalThis, {
  document: { documentElement: { lang: '' }, hidden: false, addEventListener: () => {}, removeEventListener: () => {} },
  requestAnimationFrame: (draw: () => void): number => (draw(), 0), // painted at once
  cancelAnimationFrame: (): void => undefined,
  localStorage: {
    getItem: (name: string): string | null => saved.get(name) ?? null,
    setItem: (name: string, text: string): void => void saved.set(name, text),
    clear: (): void => saved.clear(),
  },
})
Object.defineProperty(globalThis, 'navigator', { value: { language: 'en-GB' }, configurable: true })
