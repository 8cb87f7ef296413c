// The simulated world: processes that die and are restarted, merchants that repeat their requests, and receivers of webhooks.
import type { Database } from "../../src/db/database.ts"
import type { AttemptResult } from "../../src/events/webhooks/post.ts"
import type { Received } from "../invariants/differences.ts"
import type { Disk } from "./database.ts"
import { type Answer, type Call, handle } from "./http.ts"
import type { Machine, Owner } from "./machine.ts"
import { type Process, type ReachedAcquirers, startProcess } from "./process.ts"

export type World = {
  machine: Machine
  disk: Disk
  /** The database as seen by an operator, who never dies. */
  database: Database
  received: Received[]
  /** Starts a process, and restarts it each time that it dies. */
  keepRunning(name: string): Promise<Process>
  processes(): Process[]
  /** Sends a request once. Undefined if there was no response. */
  tryOnce(call: Call): Promise<Answer | undefined>
  /** Makes the workers poll for due work each second for a while. Without events they poll rarely. */
  hurry(): void
}

const LOST = 0.02
const PATIENCE_MS = [2000, 10_000, 60_000]
const DOWN_MS = [10, 1000, 30_000, 20 * 60_000]
const MAX_SKEW_MS = 2000
const BUSY_MS = 12_000
const IDLE_GAP_MS = [5 * 60_000, 30 * 60_000, 2 * 3_600_000]

/** Creates the world around an open disk. `acquirersOf` returns the acquirers as a process reaches them. */
export function createWorld(machine: Machine, disk: Disk, acquirersOf: (owner: Owner) => ReachedAcquirers): World {
  const received: Received[] = []
  const processes = new Map<string, Process>()
  const beats = new Map<Owner, () => void>()
  let busyUntil = machine.now

  const gap = () => (machine.now < busyUntil ? machine.random.integer(500, 3500) : machine.random.pick(IDLE_GAP_MS))

  const beatOf = (owner: Owner) => (wake: () => void) => {
    let timer = machine.after(gap(), tick, owner)
    function tick() {
      timer = machine.after(gap(), tick, owner)
      wake()
    }
    beats.set(owner, () => {
      timer.cancel()
      timer = machine.after(machine.random.integer(1, 1000), tick, owner)
    })
    return () => timer.cancel()
  }

  function start(name: string, ready: (process: Process) => void): void {
    const owner: Owner = { name, alive: true, skewMs: machine.random.integer(-MAX_SKEW_MS, MAX_SKEW_MS) }
    const parts = {
      database: disk.connect(owner),
      acquirers: acquirersOf(owner),
      poster: { post: post(machine, owner, received), close: async () => {} },
      beat: beatOf(owner),
    }
    const begin = () =>
      void startProcess(machine, owner, parts).then(
        (process) => {
          machine.say("is up", owner)
          processes.set(name, process)
          ready(process)
        },
        () => die(owner),
      )
    machine.after(0, begin, owner)
  }

  function die(owner: Owner): void {
    owner.alive = false
    processes.delete(owner.name)
    beats.delete(owner)
    disk.forget(owner)
    machine.after(machine.random.pick(DOWN_MS), () => start(owner.name, () => {}), machine.world)
  }
  machine.onCrash = die

  return {
    machine,
    disk,
    database: disk.connect(machine.world),
    received,
    keepRunning: (name) =>
      new Promise((resolve) => start(name, (process) => machine.after(0, () => resolve(process), machine.world))),
    processes: () => [...processes.values()],
    tryOnce: (call) => tryOnce(machine, [...processes.values()], call),
    hurry: () => {
      busyUntil = machine.now + BUSY_MS
      for (const [owner, beat] of beats) if (owner.alive) beat()
    },
  }
}

function tryOnce(machine: Machine, processes: Process[], call: Call): Promise<Answer | undefined> {
  const { world } = machine
  return new Promise((resolve) => {
    machine.after(machine.random.pick(PATIENCE_MS), () => resolve(undefined), world)
    if (processes.length === 0 || machine.strikes("request_lost", LOST, world)) return
    const { owner, listener, threeds } = machine.random.pick(processes)
    const answer = (answered: Answer) => {
      if (!owner.alive || machine.strikes("response_lost", LOST, owner)) return
      machine.after(machine.someMs(world), () => resolve(answered), world)
    }
    machine.after(machine.someMs(world), () => handle(call.isThreeds ? threeds : listener, call, answer), owner)
  })
}

/** The receivers of webhooks. They store each webhook, but do not always acknowledge it. */
function post(machine: Machine, owner: Owner, received: Received[]) {
  const failed = (error: AttemptResult["error"]): AttemptResult => ({ http_status: null, error, duration_ms: 1 })
  return async (url: string, headers: Record<string, string>, body: Uint8Array): Promise<AttemptResult> => {
    await machine.reach(owner)
    if (machine.strikes("webhook_lost", LOST, owner)) return failed("connection_failed")
    if (machine.strikes("webhook_refused", LOST, owner)) return { http_status: 500, error: null, duration_ms: 1 }
    received.push({ url, headers, body: Buffer.from(body).toString(), at: machine.now })
    await machine.reach(owner)
    return machine.strikes("webhook_unheard", LOST, owner) ? failed("timeout") : { http_status: 200, error: null, duration_ms: 1 }
  }
}
