/** What the modules under test need of a browser: a document to mark with the language, and storage. */

const saved = new Map<string, string>()

Object.assign(globalThis, {
  document: { documentElement: { lang: '' }, hidden: false, addEventListener: () => {}, removeEventListener: () => {} },
  requestAnimationFrame: (draw: () => void) => setTimeout(draw, 0),
  cancelAnimationFrame: (frame: number) => clearTimeout(frame),
  localStorage: {
    getItem: (name: string): string | null => saved.get(name) ?? null,
    setItem: (name: string, text: string): void => void saved.set(name, text),
    clear: (): void => saved.clear(),
  },
})
Object.defineProperty(globalThis, 'navigator', { value: { language: 'en-GB' }, configurable: true })
