import { randomFillSync } from "node:crypto"

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const TIME_LENGTH = 11
const RANDOM_LENGTH = 14
/** How many ids of one process may share a millisecond before the next one is borrowed. */
const PER_MILLISECOND = 4096

let lastTick = 0

/**
 * A new id: the prefix, 11 characters of time and 14 random ones (83 bits). Ids of one process sort, as bytes, in the
 * order in which they were made, also within a millisecond and when the machine's clock steps back.
 */
export function newId(prefix: string): string {
  lastTick = Math.max(lastTick + 1, Date.now() * PER_MILLISECOND)
  return `${prefix}_${base62(lastTick, TIME_LENGTH)}${randomBase62(RANDOM_LENGTH)}`
}

/** A string of `length` characters of `[0-9A-Za-z]` from the system's generator: 5.95 bits each. */
export function randomBase62(length: number): string {
  let text = ""
  while (text.length < length) {
    const byte = randomByte()
    // 248 is the largest multiple of 62 in a byte: what is above would favour the first letters.
    if (byte < 248) text += ALPHABET[byte % 62]
  }
  return text
}

/** The system is asked for many bytes at once; each is given out once and wiped. */
const pool = Buffer.alloc(4096)
let unused = 0

function randomByte(): number {
  if (unused === 0) {
    randomFillSync(pool)
    unused = pool.length
  }
  const byte = pool[--unused]!
  pool[unused] = 0
  return byte
}

function base62(number: number, length: number): string {
  let text = ""
  for (let rest = number; text.length < length; rest = Math.floor(rest / 62)) text = ALPHABET[rest % 62] + text
  return text
}
