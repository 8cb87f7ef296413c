import { expect } from "chai"
import pino from "pino"
import { createAccount } from "../../src/accounts/accounts.ts"
import { KeyUses } from "../../src/accounts/key-uses.ts"
import { createKey, findKey } from "../../src/accounts/keys.ts"
import { type BareMode, openBareMode } from "../support/app/bare-mode.ts"
import { until } from "../support/merchants/merchant.ts"

const MINUTE = 60_000
const clock = { now: () => Date.now() }

describe("When an API key was last used", () => {
  const { now } = performance
  let mode: BareMode
  let account: string
  let ids: string[]
  let logged: string[]
  before(async () => {
    mode = await openBareMode()
    ids = await mode.transaction(async (tx) => {
      account = (await createAccount(tx, clock, "Padaria")).id
      const made = []
      for (let n = 0; n < 3; n++) made.push(await createKey(tx, { ring: mode.ring, clock }, { account, kind: "secret" }))
      return made.map(({ id }) => id)
    })
  })
  beforeEach(async () => {
    logged = []
    await mode.change("UPDATE api_keys SET last_used_ms = NULL")
  })
  afterEach(() => {
    performance.now = now
  })
  after(() => mode.close())

  const newProcess = () =>
    new KeyUses(mode.database, pino({ base: undefined }, { write: (line: string) => void logged.push(line) }))
  const lastUse = async (id: string) => (await findKey(mode.database, account, id))!.last_used_at
  /** Uses keys, and stops the process at once. */
  const use = async (process: KeyUses, ...keys: string[]) => {
    for (const id of keys) process.note({ account, id })
    await process.close()
  }
  const secondsAgo = (seconds: number | null) => expect(seconds).to.be.within(Date.now() / 1000 - 60, Date.now() / 1000)

  it("is noted for every key that was used, also where the service stops at once", async () => {
    const [one, two, other] = ids as [string, string, string]
    await use(newProcess(), one, two)
    for (const id of [one, two]) secondsAgo(await lastUse(id))
    expect(await lastUse(other)).to.equal(null)
  })

  it("is noted a moment later where the service goes on, again and again", async () => {
    const process = newProcess()
    for (const id of ids.slice(0, 2)) {
      process.note({ account, id })
      secondsAgo(await until(async () => (await lastUse(id)) ?? undefined))
    }
  })

  it("is noted for many keys at once", async () => {
    const others = Array.from({ length: 1200 }, (_, n) => `key_${n}`)
    await use(newProcess(), ids[0]!, ...others, ids[1]!)
    for (const id of ids.slice(0, 2)) secondsAgo(await lastUse(id))
  })

  it("is five minutes late at most", async () => {
    const [id] = ids as [string]
    const process = newProcess()
    const noted = async () => {
      await mode.change("UPDATE api_keys SET last_used_ms = 1000")
      await use(process, id)
      return (await lastUse(id)) !== 1
    }
    expect(await noted(), "the first use").to.equal(true)
    const start = now.call(performance)
    performance.now = () => start + 5 * MINUTE - 10_000
    expect(await noted(), "before five minutes").to.equal(false)
    performance.now = () => start + 5 * MINUTE + 1
    expect(await noted(), "after five minutes").to.equal(true)

    for (const [ms, isNoted] of [
      [5 * MINUTE - 10_000, false],
      [5 * MINUTE, true],
    ] as const) {
      const before = Date.now() - ms
      await mode.change(`UPDATE api_keys SET last_used_ms = ${before}`)
      await use(newProcess(), id)
      expect((await lastUse(id)) !== Math.floor(before / 1000), `another process, ${ms} ms later`).to.equal(isNoted)
    }
  })

  it("is noted by the next use where it could not be written, which is logged and fails nothing", async () => {
    const [id] = ids as [string]
    const process = newProcess()
    await mode.change("ALTER TABLE api_keys RENAME TO moved")
    await use(process, id).finally(() => mode.change("ALTER TABLE moved RENAME TO api_keys"))
    expect(logged.map((line) => JSON.parse(line).msg)).to.deep.equal(["could not note when API keys were used"])
    expect(await lastUse(id)).to.equal(null)
    await use(process, id)
    secondsAgo(await lastUse(id))
  })

  it("takes no more memory than ten thousand keys need", async () => {
    const [id] = ids as [string]
    const process = newProcess()
    await use(process, id)
    await mode.change("UPDATE api_keys SET last_used_ms = NULL")
    await use(process, ...Array.from({ length: 9999 }, (_, n) => `key_${n}`), id)
    expect(await lastUse(id), "remembered").to.equal(null)
    await use(process, "key_more", id)
    secondsAgo(await lastUse(id))
  })
})
