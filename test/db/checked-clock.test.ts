import { expect } from "chai"
import pino from "pino"
import { flawOf } from "../../src/base/clock.ts"
import { type CheckedClock, openCheckedClock } from "../../src/db/checked-clock.ts"
import { type BareMode, openBareMode } from "../support/app/bare-mode.ts"
import { until } from "../support/merchants/merchant.ts"

const EVERY_MS = 20
const HOUR_MS = 3_600_000
const RARELY_MS = HOUR_MS

describe("A host's clock that is compared with the database's", () => {
  const { now } = Date
  const { now: elapsed } = performance
  let mode: BareMode
  let clock: CheckedClock | undefined
  before(async () => {
    mode = await openBareMode()
  })
  afterEach(() => {
    Date.now = now
    performance.now = elapsed
    clock?.close()
  })
  after(() => mode.close())

  async function open(everyMs: number, lines: string[] = []): Promise<CheckedClock> {
    const log = pino({ base: undefined }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
    clock = await openCheckedClock(mode.database, log, everyMs)
    return clock
  }
  const stepHost = (ms: number) => {
    Date.now = () => now() + ms
  }

  it("may differ by half a minute", async () => {
    const clock = await open(RARELY_MS)
    for (const ms of [0, 29_000, -29_000]) {
      stepHost(ms)
      expect(clock.now()).to.be.within(now() + ms - 1000, now() + ms)
    }
    for (const ms of [31_000, -31_000]) {
      stepHost(ms)
      expect(() => clock.now()).to.throw(/^The clock of this host is 31 seconds (ahead of|behind) the clock of the test database/)
    }
  })

  it("is not read from the moment at which it steps, and is read again from the moment at which it is right", async () => {
    const clock = await open(RARELY_MS)
    for (const ms of [100 * 24 * HOUR_MS, 3 * HOUR_MS, -3 * HOUR_MS]) {
      stepHost(ms)
      expect(() => clock.now()).to.throw()
      stepHost(0)
      expect(clock.now()).to.be.at.most(now())
    }
  })

  it("is not read after the database's clock has stepped, nor after a host that slept for an hour has woken", async () => {
    const clock = await open(EVERY_MS)
    // To this host it is the same whether the database's clock steps ahead or its own two clocks stood still.
    Date.now = () => now() - HOUR_MS
    performance.now = () => elapsed.call(performance) - HOUR_MS
    await until(async () => flawOf(clock) !== undefined)
    expect(flawOf(clock)).to.match(/^The clock of this host is 60 minutes behind/)
    expect(clock.aheadMs()).to.be.within(-HOUR_MS - 1000, -HOUR_MS + 1000)
    Date.now = now
    performance.now = elapsed
    await until(async () => flawOf(clock) === undefined)
  })

  it("is logged once when it differs, and once when it agrees again", async () => {
    const lines: string[] = []
    await open(EVERY_MS, lines)
    stepHost(HOUR_MS)
    const differs = "the clock of this host and that of the database differ: nothing is done meanwhile"
    await until(async () => lines.length > 0)
    stepHost(0)
    await until(async () => lines.length > 1)
    expect(lines).to.deep.equal([differs, "the clock of this host and that of the database agree again"])
  })

  it("is wrong from the start", async () => {
    stepHost(HOUR_MS)
    const lines: string[] = []
    const clock = await open(RARELY_MS, lines)
    expect(flawOf(clock)).to.match(/^The clock of this host is 60 minutes ahead of/)
    expect(lines).to.have.length(1)
  })
})
