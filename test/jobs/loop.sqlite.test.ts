import { expect } from "chai"
import { type Letters, openLetters } from "../support/app/letters.ts"
import { until } from "../support/merchants/merchant.ts"

const HALF_A_MINUTE_MS = 30_000

describe("A loop of due work", () => {
  let letters: Letters
  before(async () => {
    letters = await openLetters()
  })
  afterEach(() => letters.clear())
  after(() => letters.close())

  it("begins no more than its bounds allow, and what waits begins as soon as something ends", async () => {
    await letters.add(["a1", "a2", "a3", "b1", "b2"])
    const { loop, begun, hasBegun, end } = letters.post({ bounds: { process: 3, account: 2 } })
    loop.wake()
    await hasBegun("a1", "a2", "b1")
    expect(begun).to.have.lengthOf(3)
    await end("sent", "a1")
    await hasBegun("b2")
    expect(begun).to.have.lengthOf(4)
    await end("sent", "b1")
    await hasBegun("a3")
    await end("sent", "a2", "b2", "a3")
    await loop.stop()
    expect(begun).to.have.lengthOf(5)
  })

  it("begins nothing before its second has come", async () => {
    await letters.add(["a1"], { dueIn: 1 })
    const { loop, begun, end } = letters.post()
    letters.clock.ms += 999
    await loop.tick()
    expect(begun).to.deep.equal([])
    letters.clock.ms += 1
    loop.wake()
    await end("sent", "a1")
    await loop.stop()
  })

  it("looks again at once where it has found something, and asks for nothing else", async () => {
    let [looks, others] = [0, 0]
    const { loop, lines, hasBegun, end } = letters.post({
      bounds: { process: 20, account: 2 },
      around: (queue) => ({
        ofAccount: (...request) => {
          others++
          return queue.ofAccount(...request)
        },
        countDue: (...request) => {
          looks++
          return queue.countDue(...request)
        },
      }),
    })
    await loop.tick()
    expect(looks).to.equal(1)
    await letters.add(["a1"])
    loop.wake()
    await hasBegun("a1")
    await until(async () => looks === 3)
    await end("sent", "a1")
    await loop.stop()
    expect([looks, others, lines]).to.deep.equal([3, 0, []])
  })

  it("goes on with an account of which more is due than it has found", async () => {
    await letters.add(["a1", "a2", "a3", "a4", "a5", "a6"], { dueIn: 60 })
    // What is due for an account whose clock is ahead is found a few at a time.
    await letters.write("UPDATE accounts SET clock_offset = 3600")
    const { loop, begun, end } = letters.post({ bounds: { process: 20, account: 1 } })
    loop.wake()
    await end("sent", "a1", "a2", "a3", "a4", "a5", "a6")
    await loop.stop()
    expect(begun).to.have.lengthOf(6)
  })

  it("fills an acquirer up to its bound, and looks again for it once it has room", async () => {
    await letters.add(["a1"], { acquirer: "slow" })
    const { loop, begun, hasBegun, end } = letters.post({ bounds: { process: 20, account: 5, group: 2 } })
    loop.wake()
    await hasBegun("a1")
    await letters.add(["b1"], { acquirer: "slow" })
    loop.wake()
    await hasBegun("b1")
    await letters.add(["c1"], { acquirer: "slow" })
    await letters.add(["d1"], { acquirer: "fast" })
    loop.wake()
    await hasBegun("d1")
    expect(begun, "while the acquirer has no room").to.deep.equal(["a1", "b1", "d1"])
    await end("sent", "a1")
    await hasBegun("c1")
    await end("sent", "b1", "c1", "d1")
    await loop.stop()
  })

  it("does not begin again what it is doing, however long that takes, and nothing more of an account that has no room", async () => {
    await letters.add(["a1"])
    const { loop, begun, hasBegun, end } = letters.post({ bounds: { process: 20, account: 1 } })
    loop.wake()
    await hasBegun("a1")
    await letters.write("UPDATE letters SET held_until_ms = 1")
    await letters.add(["a2", "b1"])
    loop.wake()
    await hasBegun("b1")
    expect(begun).to.deep.equal(["a1", "b1"])
    await end("sent", "a1", "b1", "a2")
    await loop.stop()
  })

  it("tells how each item ended and how late it was, and wakes what follows only where one was done", async () => {
    await letters.add(["a1"], { dueIn: -7 })
    const { loop, lines, results, done, end } = letters.post()
    loop.wake()
    await end("busy", "a1")
    expect([results, done()]).to.deep.equal([[["again", 7]], 0])
    const retry = async (how: "sent" | "fails") => {
      await letters.write("UPDATE letters SET held_until_ms = 0")
      const tick = loop.tick()
      await end(how, "a1")
      await tick
    }
    await retry("fails")
    expect([results.at(-1), done()]).to.deep.equal([["failed", 7], 0])
    expect(lines.map(({ msg, kind, item, account, livemode }) => ({ msg, kind, item, account, livemode }))).to.deep.equal([
      { msg: "due work failed", kind: "send_letter", item: "a1", account: "a", livemode: false },
    ])
    await retry("sent")
    expect([results.at(-1), done()]).to.deep.equal([["done", 7], 1])
    await letters.add(["b1"], { dueIn: 0 })
    const tick = loop.tick()
    await end("sent", "b1")
    await tick
    expect(results.at(-1)).to.deep.equal(["done", 0])
  })

  it("ticks until nothing is due, also what becomes due meanwhile", async () => {
    await letters.add(["a1"])
    const { loop, begun, hasBegun, end } = letters.post()
    let isOver = false
    const ticked = loop.tick().then(() => {
      isOver = true
    })
    await hasBegun("a1")
    await letters.add(["b1"])
    await end("sent", "a1")
    await hasBegun("b1")
    expect(isOver).to.equal(false)
    await end("sent", "b1")
    await ticked
    await loop.tick()
    expect(begun).to.deep.equal(["a1", "b1"])
  })

  it("stops once what it does has ended, and begins nothing more", async () => {
    await letters.add(["a1", "b1"])
    const { loop, begun, hasBegun, end } = letters.post({ bounds: { process: 1, account: 1 } })
    loop.wake()
    await hasBegun("a1")
    let isOver = false
    const stopped = loop.stop().then(() => {
      isOver = true
    })
    await letters.add(["c1"])
    expect(isOver).to.equal(false)
    await end("sent", "a1")
    await stopped
    loop.wake()
    await loop.tick()
    await loop.stop()
    expect(begun).to.deep.equal(["a1"])
  })

  it("stops once what it has claimed has ended too", async () => {
    await letters.add(["a1", "a2"])
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { loop, begun, hasBegun, end } = letters.post({
      bounds: { process: 20, account: 1 },
      around: (queue) => ({
        claim: async (...request) => {
          const claims = await queue.claim(...request)
          if (begun.length > 0) {
            asked.resolve()
            await answered.promise
          }
          return claims
        },
      }),
    })
    loop.wake()
    await end("sent", "a1")
    await asked.promise
    let isOver = false
    const stopped = loop.stop().then(() => {
      isOver = true
    })
    answered.resolve()
    await hasBegun("a2")
    expect(isOver).to.equal(false)
    await end("sent", "a2")
    await stopped
  })

  it("is stuck where an item has not ended for 30 seconds, or for as long as its kind may take", async () => {
    await letters.add(["a1"])
    for (const [stuckAfterMs, longest] of [
      [undefined, HALF_A_MINUTE_MS],
      [3 * HALF_A_MINUTE_MS, 3 * HALF_A_MINUTE_MS],
    ]) {
      const { loop, hasBegun, end } = letters.post({ stuckAfterMs })
      loop.wake()
      await hasBegun("a1")
      letters.clock.ms += longest! - 1
      expect(loop.isStuck()).to.equal(false)
      letters.clock.ms += 1
      expect(loop.isStuck()).to.equal(true)
      await end("busy", "a1")
      await loop.stop()
      expect(loop.isStuck()).to.equal(false)
      await letters.write("UPDATE letters SET held_until_ms = 0")
    }
  })

  it("is stuck where the database has not answered for 30 seconds", async () => {
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    const { loop } = letters.post({
      stuckAfterMs: 3 * HALF_A_MINUTE_MS,
      around: (queue) => ({
        countDue: async (...request) => {
          asked.resolve()
          await answered.promise
          return queue.countDue(...request)
        },
      }),
    })
    loop.wake()
    await asked.promise
    letters.clock.ms += HALF_A_MINUTE_MS
    expect(loop.isStuck()).to.equal(true)
    answered.resolve()
    await loop.stop()
    expect(loop.isStuck()).to.equal(false)
  })

  it("says in the log that it could not look for work, and does it when it can", async () => {
    await letters.add(["a1"])
    const { loop, lines, end } = letters.post()
    await letters.write("ALTER TABLE letters RENAME TO lost")
    await loop.tick()
    expect(lines.map(({ msg, kind }) => [msg, kind])).to.deep.equal([["could not look for due work", "send_letter"]])
    await letters.write("ALTER TABLE lost RENAME TO letters")
    loop.wake()
    await end("sent", "a1")
    await loop.stop()
  })

  it("says in the log that it could not put off an item that failed", async () => {
    await letters.add(["a1"])
    const { loop, lines, letGo } = letters.post()
    await letters.write("ALTER TABLE failing_work RENAME TO lost")
    const ticked = loop.tick()
    await letGo("a1", "fails")
    await ticked
    await letters.write("ALTER TABLE lost RENAME TO failing_work")
    expect(lines.map(({ msg, item }) => [msg, item])).to.deep.equal([
      ["due work failed", "a1"],
      ["could not end a claim", "a1"],
    ])
  })

  it("goes on where a claim could not be ended, and does its item again once the claim has lapsed", async () => {
    await letters.add(["a1", "b1"])
    const { loop, lines, begun, hasBegun, letGo, end } = letters.post({ bounds: { process: 1, account: 1 } })
    loop.wake()
    await hasBegun("a1")
    await letters.write("ALTER TABLE letters RENAME TO lost")
    await letGo("a1", "busy")
    await until(async () => lines.length >= 2)
    await letters.write("ALTER TABLE lost RENAME TO letters")
    expect(lines.slice(0, 2).map(({ msg, item }) => [msg, item])).to.deep.equal([
      ["could not end a claim", "a1"],
      ["could not start more due work", undefined],
    ])
    loop.wake()
    await end("sent", "b1")
    await letters.write("UPDATE letters SET held_until_ms = 0")
    loop.wake()
    await end("sent", "a1")
    await loop.stop()
    expect(begun).to.deep.equal(["a1", "b1", "a1"])
  })
})
