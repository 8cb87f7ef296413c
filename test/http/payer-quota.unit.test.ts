import { setImmediate } from "node:timers/promises"
import { expect } from "chai"
import { RateLimiterMemory } from "rate-limiter-flexible"
import { PayerQuota, type Window, windowOf } from "../../src/http/payer-quota.ts"

const LIMIT = 60

/** A store that all processes share. Each look at it takes a moment, so processes come between each other's. */
function sharedStore(points = LIMIT) {
  const texts = new Map<string, string>()
  const windows = {
    read: async (key: string) => {
      await setImmediate()
      return texts.get(key)
    },
    replace: async (key: string, before: string | undefined, after: string) => {
      await setImmediate()
      if (texts.get(key) !== before) return false
      texts.set(key, after)
      return true
    },
  }
  const limiter = (keyPrefix: string) => new RateLimiterMemory({ points, duration: 120, keyPrefix })
  const limiters = { total: limiter("total"), ofAddress: limiter("payer") }
  return { process: () => new PayerQuota(windows, limiters), texts }
}

/** Asks `times` times at once, and returns how many requests are allowed. */
async function ask(quotas: PayerQuota[], address: string, times: number): Promise<number> {
  const taken = await Promise.all(Array.from({ length: times }, (_, i) => quotas[i % quotas.length]!.take("key_a", address)))
  return taken.filter(({ allowed }) => allowed).length
}

describe("The quota of a publishable key, over all processes", () => {
  it("is all for the only address that asks", async () => {
    const quota = sharedStore().process()
    for (let left = LIMIT - 1; left >= 0; left--) {
      const { allowed, remaining } = await quota.take("key_a", "one")
      expect([allowed, remaining]).to.deep.equal([true, left])
    }
    expect(await quota.take("key_a", "one")).to.include({ allowed: false, remaining: 0 })
  })

  it("is at most half for one address while another one asks, and never more than all together", async () => {
    const { process } = sharedStore()
    const processes = [process(), process(), process()]
    expect(await ask(processes, "payer", 1)).to.equal(1)
    const [greedy, payer] = await Promise.all([ask(processes, "stranger", 200), ask(processes, "payer", 20)])
    expect([greedy, payer]).to.deep.equal([30, 20])
    expect(await ask(processes, "third", 30)).to.equal(9)
  })

  it("is what each address is told: how much of it that address has left", async () => {
    const { process } = sharedStore()
    const [one, other] = [process(), process()]
    expect((await one.take("key_a", "stranger")).remaining).to.equal(59)
    expect((await other.take("key_a", "payer")).remaining).to.equal(29)
    for (let left = 28; left >= 0; left--) expect((await one.take("key_a", "stranger")).remaining).to.equal(left)
    const refused = await one.take("key_a", "stranger")
    expect(refused).to.include({ allowed: false, remaining: 0 })
    const next = await other.take("key_a", "payer")
    expect(next).to.deep.equal({ allowed: true, remaining: 28, resetMs: refused.resetMs })
    expect(await one.look("key_a", "stranger")).to.deep.equal({ remaining: 0, resetMs: refused.resetMs })
    expect(await one.look("key_a", "payer")).to.deep.equal({ remaining: 28, resetMs: refused.resetMs })
    expect((await one.look("key_a", "newcomer")).remaining, "a third one").to.equal(28)
  })

  it("leaves an address what is left, if it had used up more than half before another one asked", async () => {
    const quota = sharedStore().process()
    expect(await ask([quota], "stranger", 50)).to.equal(50)
    expect(await ask([quota], "payer", 20)).to.equal(10)
    expect((await quota.take("key_a", "stranger")).allowed).to.equal(false)
  })

  it("knows who asked in the window before, whether they got anything or not", () => {
    const first = windowOf(undefined, "stranger", 1_000)
    expect(first).to.deep.equal({ endsMs: 61_000, asked: ["stranger"], before: [] })
    const both = windowOf(first, "payer", 60_999)
    const next = windowOf(both, "stranger", 61_000)
    expect(next).to.deep.equal({ endsMs: 121_000, asked: ["stranger"], before: ["stranger", "payer"] })
    expect(windowOf(next, "stranger", 121_000), "alone for a window").to.deep.equal({
      endsMs: 181_000,
      asked: ["stranger"],
      before: ["stranger"],
    })
    expect(windowOf(both, "stranger", 121_000).before, "a minute without a request").to.deep.equal([])
    expect(windowOf(both, "third", 60_000), "two are enough").to.equal(both)
  })

  it("is not held up by a window of a host whose clock was an hour ahead", () => {
    const ahead: Window = { endsMs: 3_660_000, asked: ["stranger"], before: [] }
    expect(windowOf(ahead, "payer", 1_000)).to.deep.equal({ endsMs: 61_000, asked: ["payer"], before: [] })
  })

  it("halves down to one", async () => {
    const quota = sharedStore(1).process()
    expect(await ask([quota], "payer", 1)).to.equal(1)
    expect(await ask([sharedStore(3).process()], "payer", 5)).to.equal(3)
  })
})
