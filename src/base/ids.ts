import { randomFillSync } from "node:crypto"

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const TIME_LENGTH = 11
const RANDOM_LENGTH = 14
/** How many ids a process can make in a millisecond. Further ids take their time from the next millisecond. */
const PER_MILLISECOND = 4096

const ID = new RegExp(`^[a-z]{2,8}_[0-9A-Za-z]{${TIME_LENGTH + RANDOM_LENGTH}}$`)

let lastTick = 0
let lastTickOfRequest = 0

/** Replaces a text that cannot be an id. No object has this id. */
export const NO_ID = "_"

/**
 * A new id: the prefix, 11 characters of time and 14 random characters (83 bits). Sorted as bytes, the ids of one process are in
 * the order of their creation, even within a millisecond and even if the machine's clock steps back.
 */
export function newId(prefix: string): string {
  lastTick = nextTick(lastTick)
  return idAt(prefix, lastTick)
}

/**
 * A new id of a request. Requests are refused while the clock is wrong. Their ids, which are then far ahead, must not push those of other
 * objects ahead when it is right again.
 */
export function newRequestId(): string {
  lastTickOfRequest = nextTick(lastTickOfRequest)
  return idAt("req", lastTickOfRequest)
}

function nextTick(last: number): number {
  return Math.max(last + 1, Date.now() * PER_MILLISECOND)
}

function idAt(prefix: string, tick: number): string {
  return `${prefix}_${base62(tick, TIME_LENGTH)}${randomBase62(RANDOM_LENGTH)}`
}

/** Sorts before every id with this prefix that was made at `ms` (real milliseconds) or later by a host whose clock was right. */
export function firstIdAt(prefix: string, ms: number): string {
  return `${prefix}_${base62(Math.max(0, ms) * PER_MILLISECOND, TIME_LENGTH)}`
}

/** When an id was made, by the clock of its host: real milliseconds. */
export function madeAtMs(id: string): number {
  const time = id.slice(id.indexOf("_") + 1).slice(0, TIME_LENGTH)
  const tick = [...time].reduce((number, letter) => number * 62 + ALPHABET.indexOf(letter), 0)
  return Math.floor(tick / PER_MILLISECOND)
}

/** Whether a text has the form of an id. No API key, signing secret or card number has this form. */
export function isId(text: string): boolean {
  return ID.test(text)
}

/** A string of `length` characters of `[0-9A-Za-z]` from the system's random generator, with 5.95 bits each. */
export function randomBase62(length: number): string {
  let text = ""
  while (text.length < length) {
    const byte = randomByte()
    // 248 is the largest multiple of 62 in a byte. Larger bytes would favor the first letters.
    if (byte < 248) text += ALPHABET[byte % 62]
  }
  return text
}

/** Random bytes are read from the system in bulk. Each is used once and then wiped. */
const pool = Buffer.alloc(4096)
let unused = 0

function randomByte(): number {
  if (unused === 0) {
    randomFillSync(pool)
    unused = pool.length
  }
  const byte = pool.readUInt8(--unused)
  pool[unused] = 0
  return byte
}

function base62(number: number, length: number): string {
  let text = ""
  for (let rest = number; text.length < length; rest = Math.floor(rest / 62)) text = ALPHABET[rest % 62] + text
  return text
}
