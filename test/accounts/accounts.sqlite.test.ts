import { expect } from "chai"
import {
  accountsOfIds,
  advanceOffset,
  createAccount,
  findAccount,
  listAccounts,
  pageOfAccounts,
} from "../../src/accounts/accounts.ts"
import { createKey, findCaller } from "../../src/accounts/keys.ts"
import type { Logo } from "../../src/accounts/logo.ts"
import { findLogo, findLogoFacts, type SettingsChange, settingsOf, updateSettings } from "../../src/accounts/settings.ts"
import { type BareMode, openBareMode } from "../support/app/bare-mode.ts"

const AT = Date.UTC(2027, 4, 6, 7, 8, 9, 999)

describe("An account", () => {
  let mode: BareMode
  before(async () => {
    mode = await openBareMode()
  })
  beforeEach(async () => {
    for (const table of ["api_keys", "accounts"]) await mode.change(`DELETE FROM ${table}`)
  })
  after(() => mode.close())

  const add = (name: string, id?: string) => mode.transaction((tx) => createAccount(tx, { now: () => AT }, name, id))
  const find = (id: string) => findAccount(mode.database, id)

  it("is created once under an id that is given, and has the second of its creation", async () => {
    const first = await add("Padaria", "acct_given")
    expect(first).to.deep.include({ id: "acct_given", name: "Padaria", clock_offset: 0, created: Math.floor(AT / 1000) })
    const other = await add("Farmácia")
    expect(await add("Padaria Nova", "acct_given"), "a second time").to.deep.equal(first)
    expect([await find("acct_given"), await find(other.id), await find("acct_none")]).to.deep.equal([first, other, undefined])
  })

  it("is listed by its age, and by its id among some", async () => {
    const all = [await add("C"), await add("A"), await add("B")]
    expect(await listAccounts(mode.database)).to.deep.equal(all)
    const some = await accountsOfIds(mode.database, [all[2]!.id, "acct_none", all[0]!.id])
    expect(some).to.have.deep.members([all[0], all[2]])
  })

  it("is found by the beginning of its name in any case, page by page and back", async () => {
    for (const name of ["loja 3", "Loja 1", "LOJA 2", "loja 2", "padaria", "loj"]) await add(name)
    const page = async (cursor: object, limit = 2) => {
      const { rows, has_more } = await pageOfAccounts(mode.database, "LOJA", { ...cursor, limit })
      return { names: rows.map(({ name }) => name), ids: rows.map(({ id }) => id), has_more }
    }
    const first = await page({})
    expect([first.names, first.has_more]).to.deep.equal([["Loja 1", "LOJA 2"], true])
    const second = await page({ starting_after: first.ids[1] })
    expect([second.names, second.has_more]).to.deep.equal([["loja 2", "loja 3"], false])
    expect(await page({ ending_before: second.ids[0] })).to.deep.equal({ ...first, has_more: false })
    expect((await page({ ending_before: second.ids[1] }, 1)).names, "the nearest").to.deep.equal(["loja 2"])
    expect((await page({ ending_before: second.ids[1] }, 1)).has_more).to.equal(true)
    expect((await page({}, 4)).has_more, "just as many as there are").to.equal(false)
  })

  it("has a test clock that only moves forward, and moves no other account's", async () => {
    const [mine, other] = [await add("Padaria"), await add("Farmácia")]
    const advance = async (offset: number) => {
      await mode.transaction((tx) => advanceOffset(tx, mine.id, offset))
      return (await find(mine.id))!.clock_offset
    }
    expect([await advance(10), await advance(5), await advance(10), await advance(11)]).to.deep.equal([10, 10, 10, 11])
    expect(await find(other.id)).to.deep.equal(other)
    for (const { id, offset } of [
      { id: mine.id, offset: 11 },
      { id: other.id, offset: 0 },
    ]) {
      const own = { ring: mode.ring, clock: { now: () => AT } }
      const { key } = await mode.transaction((tx) => createKey(tx, own, { account: id, kind: "secret" }))
      const caller = await findCaller(mode.database, mode.ring, key, false)
      expect(caller, "whoever calls with a key of the account").to.include({ account: id, clock_offset: offset })
    }
  })

  it("shows payers what was set, and keeps what a change does not name", async () => {
    const [mine, other] = [(await add("Padaria")).id, (await add("Farmácia")).id]
    const update = (change: SettingsChange, id = mine) => mode.transaction((tx) => updateSettings(tx, id, change))
    const contact = { color: null, mail_footer: null, support_email: null, support_phone: null }
    const installments = { max: 12, minimum_amount: 500 }
    const three_d_secure = { minimum_amount: null, brands: [], data_only: false }
    const cards = { installments, three_d_secure, offers_debit: false }
    const nothing = { display_name: null, document: null, address: null, ...contact, ...cards }
    expect(await settingsOf(mode.database, mine)).to.deep.equal(nothing)
    const theirs = await update({ display_name: "Farmácia do Zé" }, other)
    const all = { ...nothing, display_name: "Pão", document: "12345678909", address: "Rua A" }
    expect(await update(all)).to.deep.equal(all)
    for (const change of [{ display_name: null }, { document: "52998224725" }, { address: "Rua B" }, {}]) {
      Object.assign(all, change)
      expect(await update(change)).to.deep.equal(all)
      expect(await settingsOf(mode.database, mine)).to.deep.equal(all)
    }
    await update({ installments: { max: 3 }, three_d_secure: { brands: ["elo"] } })
    expect(await update({ installments: { minimum_amount: 1000 }, three_d_secure: { minimum_amount: 1 } })).to.deep.equal({
      ...all,
      installments: { max: 3, minimum_amount: 1000 },
      three_d_secure: { minimum_amount: 1, brands: ["elo"], data_only: false },
    })
    expect(await settingsOf(mode.database, other)).to.deep.equal(theirs)
  })

  it("has one logo, which another one replaces, and null removes", async () => {
    const [mine, other] = [(await add("Padaria")).id, (await add("Farmácia")).id]
    const update = (change: SettingsChange, id = mine) => mode.transaction((tx) => updateSettings(tx, id, change))
    const logo = (type: Logo["type"], side: number): Logo => {
      const content = Buffer.from([side, 0xff, 0])
      return { type, width: side, height: side + 1, digest: `digest ${side}`, content }
    }
    const stored = async (id = mine) => {
      const [whole, facts] = [await findLogo(mode.database, id), await findLogoFacts(mode.database, id)]
      const { content: _, ...expected } = whole ?? ({} as Logo)
      expect(facts ?? {}).to.deep.equal(expected)
      return whole
    }
    await update({ logo: logo("image/png", 50) }, other)
    expect(await stored()).to.equal(undefined)
    for (const each of [logo("image/png", 40), logo("image/jpeg", 41)]) {
      await update({ logo: each })
      expect(await stored()).to.deep.equal(each)
    }
    await update({ display_name: "Pão" })
    expect(await stored(), "after another change").to.deep.equal(logo("image/jpeg", 41))
    await update({ logo: null })
    expect([await stored(), await stored(other)]).to.deep.equal([undefined, logo("image/png", 50)])
  })
})
