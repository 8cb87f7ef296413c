import { expect } from "chai"
import pino from "pino"
import type { Database } from "../../src/db/database.ts"
import { startScheduler } from "../../src/jobs/scheduler.ts"
import { until } from "../support/merchants/merchant.ts"

const CHORE = { kind: "sweep_floor" }

/** A scheduler with one chore, each run of which lasts until `end` or `fail` is called. `wake` is what each second does. */
function schedule() {
  const lines: { msg: string; kind: string; livemode: boolean }[] = []
  const log = pino({ level: "error" }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const time = { now: 0 }
  const runs: PromiseWithResolvers<void>[] = []
  let isBeating = true
  let wake = () => {}
  const chore = {
    ...CHORE,
    run: () => {
      const run = Promise.withResolvers<void>()
      runs.push(run)
      return run.promise
    },
  }
  const mode = { livemode: true, database: {} as Database, clock: { now: () => time.now }, log }
  const scheduler = startScheduler([mode], { works: [], chores: [chore] }, undefined, (everySecond) => {
    wake = everySecond
    return () => {
      isBeating = false
    }
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const end = async () => {
    runs.at(-1)!.resolve()
    await settled()
  }
  const fail = async () => {
    runs.at(-1)!.reject(new Error("the broom broke"))
    await settled()
  }
  return { scheduler, runs, lines, time, end, fail, settled, wake: () => wake(), isBeating: () => isBeating }
}

describe("A chore", () => {
  it("runs at the start and each second, but not while it still runs", async () => {
    const { runs, wake, end } = schedule()
    expect(runs).to.have.lengthOf(1)
    wake()
    expect(runs).to.have.lengthOf(1)
    await end()
    expect(runs).to.have.lengthOf(1)
    wake()
    expect(runs).to.have.lengthOf(2)
  })

  it("that fails is in the log, and runs again at the next second", async () => {
    const { runs, lines, wake, fail } = schedule()
    await fail()
    expect(lines[0]).to.include({ msg: "a chore failed", kind: CHORE.kind, livemode: true })
    wake()
    expect(runs).to.have.lengthOf(2)
  })

  it("has run from its beginning to its end once a tick is over", async () => {
    const { scheduler, runs, end, settled } = schedule()
    let isOver = false
    const ticked = scheduler.tick().then(() => {
      isOver = true
    })
    await settled()
    expect([isOver, runs.length], "while it runs since the start").to.deep.equal([false, 1])
    await end()
    expect([isOver, runs.length], "while it runs for the tick").to.deep.equal([false, 2])
    await end()
    await ticked
  })

  it("ends before the process stops, and does not run again", async () => {
    const { scheduler, runs, wake, end, settled, isBeating } = schedule()
    let cutOff: string[] | undefined
    const stopped = scheduler.stop().then((names) => {
      cutOff = names
    })
    await settled()
    expect([cutOff, isBeating()]).to.deep.equal([undefined, false])
    await end()
    await stopped
    expect(cutOff).to.deep.equal([])
    wake()
    expect(runs).to.have.lengthOf(1)
  })

  it("is named where it is cut off by the stop", async () => {
    const { scheduler } = schedule()
    expect(await scheduler.stop(10)).to.deep.equal(["sweep_floor (live mode)"])
    expect(await scheduler.stop(60_000), "again").to.deep.equal(["sweep_floor (live mode)"])
  })

  it("is stuck once it has run for 30 seconds, and no longer when it ends", async () => {
    const { scheduler, time, end } = schedule()
    time.now = 29_999
    expect(scheduler.stuck()).to.deep.equal([])
    time.now = 30_000
    expect(scheduler.stuck()).to.deep.equal(["sweep_floor (live mode)"])
    await end()
    expect(scheduler.stuck()).to.deep.equal([])
  })
})

describe("Chores", () => {
  /** Starts a scheduler with two chores in each mode, the first of which does `first`. Returns what was begun and ended, in order. */
  function scheduleTwo(first: () => Promise<void>, livemodes = [false]): string[] {
    const events: string[] = []
    const noted = (name: string, work: () => Promise<void>) => ({
      kind: name,
      run: async () => {
        events.push(`${name} begins`)
        await work()
        events.push(`${name} ends`)
      },
    })
    const parts = { database: {} as Database, clock: { now: () => 0 }, log: pino({ level: "silent" }) }
    const chores = [noted("sweep", first), noted("dust", async () => {})]
    const modes = livemodes.map((livemode) => ({ ...parts, livemode }))
    startScheduler(modes, { works: [], chores }, undefined, () => () => {})
    return events
  }

  it("begin one after the other, so that they share a connection to the database", async () => {
    const events = scheduleTwo(() => Promise.resolve())
    await until(async () => events.length === 4)
    expect(events).to.deep.equal(["sweep begins", "sweep ends", "dust begins", "dust ends"])
  })

  it("do not wait for one that does not end", async () => {
    const events = scheduleTwo(() => new Promise(() => {}))
    await until(async () => events.includes("dust ends"))
    expect(events).to.not.include("sweep ends")
  })

  it("of one mode do not wait for those of the other", () => {
    const events = scheduleTwo(() => new Promise(() => {}), [false, true])
    expect(events).to.deep.equal(["sweep begins", "sweep begins"])
  })
})
