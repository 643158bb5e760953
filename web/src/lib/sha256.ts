/** SHA-256 of a text as hexadecimal digits. `crypto.subtle` has it only on secure pages, and a class often plays over plain HTTP. */

const primes: number[] = []
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n)

/** The first 32 bits of the fraction of a root, as the standard derives its constants. */
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const ROUND = primes.map((prime) => fraction(Math.cbrt(prime)))
const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const padded = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) + 1) << 6))
  bytes.forEach((byte, index) => padded.setUint8(index, byte))
  padded.setUint8(bytes.length, 0x80)
  padded.setUint32(padded.byteLength - 4, bytes.length * 8)
  const hash = [...START]
  for (let block = 0; block < padded.byteLength; block += 64) {
    const words = [...Array(16).keys()].map((index) => padded.getInt32(block + 4 * index))
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number]
    for (let index = 0; index < 64; index++) {
      if (index >= 16) {
        const [before, last] = [words[index - 15]!, words[index - 2]!]
        const low = rotate(before, 7) ^ rotate(before, 18) ^ (before >>> 3)
        const high = rotate(last, 17) ^ rotate(last, 19) ^ (last >>> 10)
        words.push((words[index - 16]! + low + words[index - 7]! + high) | 0)
      }
      const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[index]! + words[index]!) | 0
      const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g]
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) hash[index] = (hash[index]! + word) | 0
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
