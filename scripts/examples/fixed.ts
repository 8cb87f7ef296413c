// Makes this process repeatable, so two recordings give the same ids, times and signatures. Time stands still unless the story moves it,
// and random numbers come from a seed. No part of the service is replaced.
import crypto from "node:crypto"
import { syncBuiltinESMExports } from "node:module"
import { randomBase62 } from "../../src/base/ids.ts"

let now = Date.parse("2026-04-27T14:40:00Z")
let skipped = 0
Date.now = () => now
performance.now = () => now + skipped

/** Moves the clock forward. */
export function pass(milliseconds: number): void {
  now += milliseconds
}

/** Lets all timeouts that wait for `done` expire at once. The clock does not move. */
export async function hurry<T>(done: Promise<T>): Promise<T> {
  const impatience = setInterval(() => {
    skipped += 1000
  }, 5)
  return done.finally(() => clearInterval(impatience))
}

let seed = ""
let blocks = 0
let filled = 0

function fill<Bytes extends Buffer>(bytes: Bytes): Bytes {
  for (let at = 0; at < bytes.length; at += 32) crypto.createHash("sha256").update(`${seed} ${blocks++}`).digest().copy(bytes, at)
  filled++
  return bytes
}

const below = (limit: number) => fill(Buffer.alloc(6)).readUIntBE(0, 6) % limit
Object.assign(crypto, { randomFillSync: fill, randomBytes: (size: number) => fill(Buffer.alloc(size)), randomInt: below })
syncBuiltinESMExports()
Math.random = () => below(2 ** 32) / 2 ** 32

/** Restarts the random numbers. With a seed for each step, a new step changes no random number of the others. */
export function startRandom(from: string): void {
  seed = from
  blocks = 0
  // Ids take their random bytes from a pool. Its remaining bytes come from the previous seed.
  for (const before = filled; filled === before; ) randomBase62(1)
}
