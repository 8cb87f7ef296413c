import { setImmediate } from "node:timers/promises"
import { expect } from "chai"
import { RateLimiterMemory } from "rate-limiter-flexible"
import { QuotaLeases } from "../../src/http/quota-leases.ts"

/** A store that notes how many requests are leased at a time. */
class Store extends RateLimiterMemory {
  readonly leased: number[] = []

  override consume(key: string, points?: number) {
    this.leased.push(points!)
    return super.consume(key, points)
  }

  /** Takes a moment, as a store in another process does. */
  override async delete(key: string) {
    await setImmediate()
    return super.delete(key)
  }
}

describe("The quota of a key, in several processes", () => {
  const storeOf = (points: number, duration = 60) => new Store({ points, duration })
  const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)

  it("is never passed, and none of it is lost while each of them has requests", async () => {
    const store = storeOf(1000)
    const processes = times(4, () => new QuotaLeases(store))
    const allowed = await Promise.all(
      processes.map(async (process) => {
        let count = 0
        while ((await process.take("key_a")).allowed) count++
        return count
      }),
    )
    expect(allowed.reduce((a, b) => a + b)).to.equal(1000)
  })

  it("is never passed by requests that arrive together", async () => {
    const store = storeOf(100)
    const processes = times(3, () => new QuotaLeases(store))
    const quotas = await Promise.all(processes.flatMap((process) => times(70, () => process.take("key_a"))))
    expect(quotas.filter(({ allowed }) => allowed)).to.have.length(100)
  })

  it("is reported exactly by one process, and refused once it is used up", async () => {
    const process = new QuotaLeases(storeOf(500))
    const unused = await process.look("key_a")
    expect(unused.remaining).to.equal(500)
    expect(unused.resetMs).to.be.within(Date.now() + 55_000, Date.now() + 60_000)
    for (let left = 499; left >= 0; left--) {
      const { allowed, remaining } = await process.take("key_a")
      expect([allowed, remaining]).to.deep.equal([true, left])
      expect((await process.look("key_a")).remaining).to.equal(left)
    }
    const { allowed, remaining, resetMs } = await process.take("key_a")
    expect([allowed, remaining]).to.deep.equal([false, 0])
    const looked = await process.look("key_a")
    for (const reset of [resetMs, looked.resetMs]) expect(reset).to.be.within(Date.now() + 55_000, Date.now() + 60_000)
  })

  it("is not used up for an hour where a host began the minute whose clock was an hour ahead", async () => {
    const store = storeOf(500)
    await store.set("key_a", 500, 3600)
    const { allowed, remaining, resetMs } = await new QuotaLeases(store).take("key_a")
    expect([allowed, remaining]).to.deep.equal([true, 499])
    expect(resetMs).to.be.at.most(Date.now() + 60_000)
  })

  it("is taken in leases that grow with what a process uses, up to two percent", async () => {
    const store = storeOf(1000)
    const process = new QuotaLeases(store)
    for (let i = 0; i < 63; i++) await process.take("key_a")
    expect(store.leased).to.deep.equal([1, 1, 2, 4, 8, 16, 20, 20])
  })

  it("costs one look at the store for all requests of a turn of the event loop", async () => {
    const store = storeOf(1000)
    const process = new QuotaLeases(store)
    await Promise.all(times(40, () => process.take("key_a")))
    expect(store.leased).to.deep.equal([40])
  })

  it("is counted for each key apart", async () => {
    const process = new QuotaLeases(storeOf(1))
    expect((await process.take("key_a")).allowed).to.equal(true)
    expect((await process.take("key_b")).allowed).to.equal(true)
    expect((await process.take("key_a")).allowed).to.equal(false)
  })

  it("begins anew with the next window, whatever is left of a lease", async () => {
    const process = new QuotaLeases(storeOf(200, 1))
    const end = performance.now() + 1000
    let count = 0
    while (performance.now() < end - 200 && count < 150) if ((await process.take("key_a")).allowed) count++
    expect(count).to.equal(150)
    await new Promise((resolve) => setTimeout(resolve, end - performance.now() + 20))
    const { remaining } = await process.take("key_a")
    expect(remaining).to.equal(199)
  })

  it("is not allowed while the store cannot be reached", async () => {
    const store = storeOf(100)
    store.consume = () => Promise.reject(new Error("unreachable"))
    const process = new QuotaLeases(store)
    const results = await Promise.allSettled(times(3, () => process.take("key_a")))
    expect(results.map(({ status }) => status)).to.deep.equal(times(3, () => "rejected"))
  })
})
