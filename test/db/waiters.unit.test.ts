import { expect } from "chai"
import { MAX_WAITING } from "../../src/base/bounds.ts"
import { type Waiter, Waiters } from "../../src/db/waiters.ts"

const HOUR = 3_600_000

describe("What waits for a topic", () => {
  let waiters: Waiters
  let order: string[]
  beforeEach(() => {
    waiters = new Waiters({ first: HOUR, most: HOUR })
    order = []
  })

  /** Joins the line and waits for an hour, unless it is woken. */
  function join(name: string, topic = "pi_1"): { waiter: Waiter; woken: Promise<unknown> } {
    const waiter = waiters.join("acct_1", topic)!
    return { waiter, woken: waiter.wait(performance.now() + HOUR).then(() => order.push(name)) }
  }

  it("is woken in its order, eight at a time, and another one for each that leaves", async () => {
    const line = Array.from({ length: 20 }, (_, i) => join(String(i)))
    waiters.wake("pi_1")
    await line[7]!.woken
    expect(order).to.deep.equal(["0", "1", "2", "3", "4", "5", "6", "7"])
    line[3]!.waiter.leave()
    await line[8]!.woken
    line[0]!.waiter.leave()
    await line[9]!.woken
    expect(order).to.have.length(10)
    for (const { waiter } of line) if (waiter !== line[3]!.waiter && waiter !== line[0]!.waiter) waiter.leave()
    await Promise.all(line.map(({ woken }) => woken))
  })

  it("goes on waiting if what it wants was taken before it looked, and is woken again", async () => {
    const { waiter, woken } = join("once")
    waiters.wake("pi_1")
    await woken
    const again = waiter.wait().then(() => order.push("again"))
    waiters.wake("pi_1")
    await again
    expect(order).to.deep.equal(["once", "again"])
    waiter.leave()
  })

  it("is not woken by another topic", async () => {
    const one = join("one")
    const other = join("other", "pi_2")
    waiters.wake("pi_2")
    await other.woken
    expect(order).to.deep.equal(["other"])
    waiters.wake("pi_1")
    await one.woken
  })

  it("does not miss a call that comes while it looks", async () => {
    const waiter = waiters.join("acct_1", "pi_1")!
    waiters.wake("pi_1")
    await waiter.wait()
    waiter.leave()
  })

  it("looks by itself if it is the first, and at the deadline at the latest if it is not", async () => {
    waiters = new Waiters({ first: 1, most: 1 })
    const first = waiters.join("acct_1", "pi_1")!
    const second = waiters.join("acct_1", "pi_1")!
    const waits = [
      second.wait(performance.now() + 50).then(() => order.push("second, at its deadline")),
      first.wait(performance.now() + HOUR).then(() => order.push("first, after a gap")),
    ]
    await Promise.all(waits)
    expect(order).to.deep.equal(["first, after a gap", "second, at its deadline"])
  })

  it("is bounded for each account, whatever it waits for", () => {
    const joined = Array.from({ length: MAX_WAITING.requests }, (_, i) => waiters.join("acct_1", `pi_${i % 3}`)!)
    expect(waiters.join("acct_1", "pi_9")).to.equal(undefined)
    expect(waiters.join("acct_2", "pi_9")).not.to.equal(undefined)
    joined[7]!.leave()
    expect(waiters.join("acct_1", "pi_9")).not.to.equal(undefined)
  })
})
