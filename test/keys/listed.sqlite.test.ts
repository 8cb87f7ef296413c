import { expect } from "chai"
import { createKey, revokeKey } from "../../src/accounts/keys.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"

const HOUR = 3600

describe("The lists of an account's API keys", () => {
  const clock = standingClock()
  let vintem: Running
  let merchant: Merchant
  let owner: Visitor
  before(async () => {
    vintem = await startVintem({}, { clock })
    owner = await signIn(vintem, "owner@example.com", "owner")
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const now = () => Math.floor(clock.ms / 1000)
  const mode = () => vintem.server.modes.test
  const newKeys = (count: number, expires_at: number | null = null) =>
    mode().database.transaction(async (tx) => {
      const ids: string[] = []
      for (let n = 0; n < count; n++)
        ids.push((await createKey(tx, mode(), { account: merchant.account, kind: "secret", expires_at })).id)
      return ids
    })
  const revoke = (ids: string[]) =>
    mode().database.transaction(async (tx) => {
      for (const id of ids) await revokeKey(tx, mode().clock, { account: merchant.account, id })
    })
  /** The ids on a page, in their order, and the address of the next page. */
  const listed = async (path: string) => {
    const { html, status } = await owner.get(`/${merchant.account}/test/keys${path}`)
    expect(status, path).to.equal(200)
    const ids = Array.from(html.matchAll(/class="id">(key_\w+)</g), ([, id]) => id!)
    return { html, ids, next: /rel="next" href="([^"]+)"/.exec(html)?.[1] }
  }

  it("have a key among those that work until it expires or is revoked, and from then on among those that ended, newest first", async () => {
    const [first] = (await listed("")).ids
    const [expiring, revoked, lasting] = [...(await newKeys(1, now() + HOUR)), ...(await newKeys(1)), ...(await newKeys(1))]
    expect((await listed("")).ids).to.deep.equal([lasting, revoked, expiring, first])
    expect((await listed("/ended")).ids).to.deep.equal([])
    await revoke([revoked!])
    expect([(await listed("")).ids, (await listed("/ended")).ids]).to.deep.equal([[lasting, expiring, first], [revoked]])
    clock.ms += HOUR * 1000 - 1
    expect((await listed("")).ids).to.include(expiring)
    clock.ms += 1
    expect([(await listed("")).ids, (await listed("/ended")).ids]).to.deep.equal([
      [lasting, first],
      [revoked, expiring],
    ])
  })

  it("show no key of another account", async () => {
    await revoke(await newKeys(1))
    const [own] = (await listed("")).ids
    const other = await newMerchant(vintem)
    merchant = other
    expect((await listed("")).ids)
      .to.have.lengthOf(1)
      .and.not.include(own)
    expect((await listed("/ended")).ids).to.deep.equal([])
  })

  it("show those that ended page by page, each once", async () => {
    const ids = (await newKeys(60)).reverse()
    await revoke(ids)
    const pages = async () => {
      const all = [await listed("/ended")]
      while (all.at(-1)!.next) all.push(await listed(`/ended${all.at(-1)!.next}`))
      return all.map((page) => page.ids)
    }
    expect(await pages()).to.deep.equal([ids.slice(0, 25), ids.slice(25, 50), ids.slice(50)])
    await revoke(await newKeys(15))
    expect((await pages()).map(({ length }) => length)).to.deep.equal([25, 25, 25])
  })

  it("say when a key was created, and when it was revoked, in whole seconds", async () => {
    clock.ms += 999
    const [id] = await newKeys(1)
    const created = new Date(now() * 1000).toISOString()
    expect((await listed("")).html).to.include(created)
    clock.ms += HOUR * 1000
    await revoke([id!])
    const { html } = await listed("/ended")
    expect(html)
      .to.include(new Date(now() * 1000).toISOString())
      .and.include(created)
      .and.include(">Never<")
  })
})
