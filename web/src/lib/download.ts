/** Saves a value as a JSON file. */
export function download(name: string, value: unknown): void {
  save(name, JSON.stringify(value), 'application/json')
}

/** Saves a text as a file. */
export function save(name: string, text: string, type = 'text/plain'): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
