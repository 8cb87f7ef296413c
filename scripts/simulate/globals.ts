// Replaces Node's clock, timers and random numbers with simulated ones.
import { createRequire, syncBuiltinESMExports } from "node:module"
import { randomBase62 } from "../../src/base/ids.ts"
import { statements } from "../../src/db/statement.ts"
import { testStatements } from "../../test/support/databases/statement.ts"
import type { Machine, Timer } from "./machine.ts"

const require = createRequire(import.meta.url)
const crypto = require("node:crypto")
const timers = require("node:timers")
const promises = require("node:timers/promises")
const zlib = require("node:zlib")

type Callback = (...values: unknown[]) => void

/** Counts the refills of the pool of random bytes for ids. */
let fills = 0

/** Knex draws random numbers when it compiles a statement. These must not depend on earlier runs. */
function compileStatements(): void {
  for (const each of [...statements, ...testStatements]) each.compiled("sqlite")
}

/** Uses up the random bytes for ids that the previous seed has left. */
function emptyPoolOfIds(): void {
  for (const before = fills; fills === before; ) randomBase62(1)
}

/** Installs the simulated globals until the returned function is called. Code that is already loaded gets them too. */
export function simulateGlobals(machine: Machine): () => void {
  compileStatements()
  const undo = [
    ...replaceAll(globalThis, { ...clockOf(machine), ...timersOf(machine) }),
    ...replaceAll(AbortSignal, { timeout: timeoutIn(machine) }),
    ...replaceAll(performance, { now: () => machine.now - machine.startedAt }),
    ...replaceAll(Math, { random: () => machine.entropy.integer(0, 2 ** 32 - 1) / 2 ** 32 }),
    ...replaceAll(timers, timersOf(machine)),
    ...replaceAll(promises, pausesOf(machine)),
    ...replaceAll(crypto, randomOf(machine)),
    ...replaceAll(zlib, { gzip: gzipIn(machine) }),
  ]
  syncBuiltinESMExports()
  emptyPoolOfIds()
  return () => {
    for (const each of undo) each()
    syncBuiltinESMExports()
  }
}

function replaceAll(target: object, values: Record<string, unknown>): (() => void)[] {
  return Object.entries(values).map(([name, value]) => {
    const before = Object.getOwnPropertyDescriptor(target, name)
    Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: before?.enumerable ?? true })
    return () => {
      if (before) Object.defineProperty(target, name, before)
      else Reflect.deleteProperty(target, name)
    }
  })
}

/** Each process reads its own clock, which may be wrong by some seconds. */
function clockOf(machine: Machine) {
  const now = () => Math.floor(machine.now + machine.current.skewMs)
  const RealDate = globalThis.Date
  const simulated = new Proxy(RealDate, {
    construct: (target, values, made) => Reflect.construct(target, values.length === 0 ? [now()] : values, made),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  })
  return { Date: simulated }
}

/** Its timer is one of Node's own, not one of those above. */
function timeoutIn(machine: Machine) {
  return (ms: number): AbortSignal => {
    const controller = new AbortController()
    machine.after(ms, () => controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError")))
    return controller.signal
  }
}

/** Node.js compresses in a thread of its own, which takes as long as it does. */
function gzipIn(machine: Machine) {
  const { gzipSync } = zlib
  return (bytes: Uint8Array, done: (error: Error | null, compressed: Uint8Array) => void) =>
    void machine.after(0, () => done(null, gzipSync(bytes)))
}

class Handle {
  readonly #start: () => Timer
  #timer: Timer
  constructor(start: () => Timer) {
    this.#start = start
    this.#timer = start()
  }
  close(): void {
    this.#timer.cancel()
  }
  refresh(): this {
    this.#timer.cancel()
    this.#timer = this.#start()
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  hasRef(): boolean {
    return true
  }
}

function timersOf(machine: Machine) {
  const clear = (handle: Handle | undefined) => handle?.close()
  const repeat = (run: Callback, ms: number, values: unknown[]) => {
    const { current } = machine
    const handle: Handle = new Handle(() =>
      machine.after(
        Math.max(1, ms),
        () => {
          handle.refresh()
          run(...values)
        },
        current,
      ),
    )
    return handle
  }
  const once = (run: Callback, ms: number, values: unknown[]) => {
    const { current } = machine
    return new Handle(() => machine.after(ms, () => run(...values), current))
  }
  return {
    setTimeout: (run: Callback, ms = 1, ...values: unknown[]) => once(run, Math.max(1, ms), values),
    setInterval: (run: Callback, ms = 1, ...values: unknown[]) => repeat(run, ms, values),
    setImmediate: (run: Callback, ...values: unknown[]) => once(run, 0, values),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  }
}

function pausesOf(machine: Machine) {
  const pause = (ms = 1, value?: unknown) => new Promise((resolve) => machine.after(Math.max(1, ms), () => resolve(value)))
  return {
    setTimeout: pause,
    setImmediate: (value?: unknown) => new Promise((resolve) => machine.after(0, () => resolve(value))),
  }
}

function randomOf({ entropy }: Machine) {
  const randomFillSync = <T extends Uint8Array>(bytes: T): T => {
    fills++
    for (let i = 0; i < bytes.length; i++) bytes[i] = entropy.integer(0, 255)
    return bytes
  }
  const randomBytes = (size: number) => randomFillSync(Buffer.alloc(size))
  const randomInt = (low: number, high?: number) =>
    high === undefined ? entropy.integer(0, low - 1) : entropy.integer(low, high - 1)
  const randomUUID = () => {
    const bytes = randomBytes(16)
    bytes[6] = (bytes[6]! & 0x0f) | 0x40
    bytes[8] = (bytes[8]! & 0x3f) | 0x80
    return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
  }
  return { randomBytes, randomInt, randomUUID, randomFillSync }
}
