import { expect } from "chai"
import type { Statement, Values } from "../../src/db/statement.ts"
import { failingWork } from "../../src/jobs/table.ts"
import type { Claim } from "../../src/jobs/work.ts"
import { attempts } from "../../src/payments/attempts/table.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"
import { statement, testOnly } from "../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { payWith } from "../support/merchants/rails.ts"

const { queue } = callAcquirers
const MINUTE_MS = 60_000
/** How many accounts get a turn in one scan. */
const ACCOUNTS_A_SCAN = 200

const attemptOf = testOnly(attempts.find(["payment_intent"], (rows) => rows.select("id")))
const setDue = testOnly(
  attempts.statement(["id", "due_at"], (rows, p) => rows.where({ id: p.id }).update({ due_at: p.due_at, held_until_ms: 0 })),
)
const lapse = testOnly(attempts.find(["id"], (rows) => rows.update({ held_until_ms: 1 })))
const move = testOnly(attempts.update(["id"], ["due_at"]))
const setClock = statement<void>((k, p) => k("accounts").where({ id: p.id }).update({ clock_offset: p.offset }))
const fail = testOnly(
  failingWork.statement(["item", "account"], (rows, p) =>
    rows.insert({ kind: "test", item: p.item, account: p.account, since_ms: 1, failures: 1, message: "no" }),
  ),
)
const failing = sql<{ item: string }>("SELECT item FROM failing_work WHERE kind = 'test'")

describe("A queue of due work", () => {
  let vintem: Running
  /** In the order of their ids. */
  let first: Merchant
  let second: Merchant
  /** Due at 100, 200 and 300, of the first merchant. */
  const a: string[] = []
  /** Due at 150, of the second one. */
  let b: string

  before(async () => {
    vintem = await startVintem({}, { role: "api" })
    const merchants = [await newMerchant(vintem), await newMerchant(vintem)]
    ;[first, second] = merchants.sort((one, other) => (one.account < other.account ? -1 : 1)) as [Merchant, Merchant]
    for (let n = 0; n < 3; n++) a.push(await newAttempt(first))
    b = await newAttempt(second)
  })
  beforeEach(async () => {
    for (const [id, due_at] of [...a.map((id, n) => [id, 100 * (n + 1)] as const), [b, 150] as const])
      await run(setDue, { id, due_at })
  })
  after(() => vintem.close())

  const database = () => vintem.server.modes.test.database
  const run = <Given extends Values>(change: Statement<void, Given>, values: NoInfer<Given>) =>
    database().transaction((tx) => tx.run(change, values))
  const newAttempt = async (merchant: Merchant) =>
    (await database().one(attemptOf, { payment_intent: (await payWith(merchant, "pix")).id }))!.id
  const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)
  const earliest = async (now: number, more: { limit?: number; fullAccounts?: string[]; fullGroups?: string[] } = {}) =>
    idsOf(await queue.earliest(database(), { now, limit: 10, fullAccounts: [], fullGroups: [], ...more }))
  const itemsOf = (account: string) => queue.ofAccount(database(), account, 1000, 10)
  const claim = async (id: string, leaseMs = MINUTE_MS): Promise<Claim | undefined> => {
    const items = [...(await itemsOf(first.account)), ...(await itemsOf(second.account))].filter((item) => item.id === id)
    return (await queue.claim(database(), items, leaseMs))[0]
  }
  const release = (claims: Claim[], againInMs = MINUTE_MS) =>
    database().transaction(async (tx) => (await queue.release(tx, claims, againInMs)).map(({ id }) => id))

  it("has what is due, the earliest first, with its account, its time and its acquirer", async () => {
    expect(await earliest(99)).to.deep.equal([])
    expect(await earliest(100)).to.deep.equal([a[0]])
    expect(await earliest(299)).to.deep.equal([a[0], b, a[1]])
    expect(await earliest(1000, { limit: 3 })).to.deep.equal([a[0], b, a[1]])
    expect((await itemsOf(second.account))[0]).to.deep.equal({ id: b, account: second.account, due_at: 150, group: "mock" })
  })

  it("leaves out accounts and acquirers that are full", async () => {
    expect(await earliest(1000, { fullAccounts: [first.account] })).to.deep.equal([b])
    expect(await earliest(1000, { fullGroups: ["mock"] })).to.deep.equal([])
    expect(await earliest(1000, { fullGroups: ["cielo"] })).to.have.lengthOf(4)
  })

  it("lets accounts take turns, in the order of their ids", async () => {
    const turns = async (after: string, perAccount: number, fullGroups: string[] = []) => {
      const { items, last } = await queue.turns(database(), { after, now: 250, perAccount, fullGroups })
      expect(last).to.equal(undefined)
      return idsOf(items)
    }
    expect(await turns("", 1)).to.deep.equal([a[0], b])
    expect(await turns("", 9)).to.have.members([a[0], a[1], b])
    expect(await turns(first.account, 9)).to.deep.equal([b])
    expect(await turns("", 9, ["mock"])).to.deep.equal([])
  })

  it("has what is due for an account whose clock is ahead, and only for that one", async () => {
    const ahead = async (now: number) =>
      idsOf((await queue.turnsAhead(database(), { after: "", now, perAccount: 9, fullGroups: [] })).items)
    expect(await ahead(1000)).to.deep.equal([])
    await run(setClock, { id: first.account, offset: 50 })
    expect([await ahead(49), await ahead(50), await ahead(150)]).to.deep.equal([[], [a[0]], [a[0], a[1]]])
    await run(setClock, { id: first.account, offset: 0 })
  })

  it("gives every account its turn, however many accounts there are", async () => {
    const ids = Array.from({ length: 2 * ACCOUNTS_A_SCAN }, (_, n) => `acct_zz${String(n).padStart(4, "0")}`)
    const rows = ids.map((id) => `('${id}', 'Merchant', 0, 60)`).join()
    await run(sql<void>(`INSERT INTO accounts (id, name, created, clock_offset) VALUES ${rows}`), {})
    const take = async (after: string) =>
      (await queue.turnsAhead(database(), { after, now: 0, perAccount: 1, fullGroups: [] })).last
    expect(await take("")).to.equal(ids[ACCOUNTS_A_SCAN - 1])
    expect(await take(ids[ACCOUNTS_A_SCAN - 1]!)).to.equal(ids.at(-1))
    expect(await take(ids.at(-1)!)).to.equal(undefined)
  })

  it("has the due items of one account, up to a limit", async () => {
    expect(idsOf(await itemsOf(first.account))).to.deep.equal(a)
    expect(idsOf(await queue.ofAccount(database(), first.account, 200, 10))).to.deep.equal([a[0], a[1]])
    expect(idsOf(await queue.ofAccount(database(), first.account, 200, 1))).to.deep.equal([a[0]])
  })

  it("gives an item to one claimant, until its claim lapses", async () => {
    const [item] = await itemsOf(second.account)
    const [claimed] = await queue.claim(database(), [item!], MINUTE_MS)
    expect(claimed).to.include({ id: b, account: second.account, due_at: 150, group: "mock" })
    expect(claimed!.held_until_ms).to.be.within(Date.now() + MINUTE_MS - 30_000, Date.now() + MINUTE_MS + 30_000)
    expect(await queue.claim(database(), [item!], MINUTE_MS)).to.deep.equal([])
    expect([await earliest(1000), idsOf(await itemsOf(second.account))]).to.deep.equal([a, []])
    await run(lapse, { id: b })
    expect(await queue.claim(database(), [item!], MINUTE_MS)).to.have.lengthOf(1)
  })

  it("does not give an item that has been done since it was found", async () => {
    const found = await itemsOf(second.account)
    await run(move, { id: b, due_at: 500 })
    expect(await queue.claim(database(), found, MINUTE_MS)).to.deep.equal([])
    expect(await earliest(1000)).to.include(b)
  })

  it("frees an item that was done at once, and holds one that is still due for a while", async () => {
    const claims = [(await claim(a[0]!))!, (await claim(b))!]
    await run(move, { id: b, due_at: 500 })
    expect(await release(claims)).to.deep.equal([a[0]])
    expect(await earliest(1000)).to.deep.equal([a[1], a[2], b])
    expect(await release(claims, 0)).to.deep.equal([a[0]])
    expect(await earliest(1000)).to.deep.equal([...a, b])
  })

  it("keeps the claim of another worker that took the item after a claim had lapsed", async () => {
    const late = (await claim(b))!
    await run(move, { id: b, due_at: 500 })
    await run(lapse, { id: b })
    // In the same millisecond, a claim of the same length would be the same one.
    expect(await claim(b, 2 * MINUTE_MS)).to.include({ due_at: 500 })
    expect(await release([late])).to.deep.equal([])
    await database().transaction((tx) => queue.putOff(tx, late, 0))
    expect(await earliest(1000)).to.not.include(b)
  })

  it("puts off an item that failed, alone, and then gives it again", async () => {
    const claimed = (await claim(a[0]!))!
    const putOff = (ms: number) => database().transaction((tx) => queue.putOff(tx, claimed, ms))
    await putOff(MINUTE_MS)
    expect(await earliest(1000)).to.deep.equal([b, a[1], a[2]])
    await putOff(0)
    expect(await earliest(1000)).to.deep.equal([a[0], b, a[1], a[2]])
  })

  it("counts what is due up to a limit, and says since when the oldest free item has been due", async () => {
    expect(await queue.countDue(database(), 200, 10)).to.equal(3)
    expect(await queue.countDue(database(), 1000, 2)).to.equal(2)
    expect(await queue.oldestFree(database(), 1000)).to.equal(100)
    await claim(a[0]!)
    expect(await queue.oldestFree(database(), 1000)).to.equal(150)
    expect(await queue.oldestFree(database(), 149)).to.equal(undefined)
  })

  it("says when an account's next item is due, without those that failed and are put off", async () => {
    const next = () => queue.nextDue(database(), "test", first.account)
    expect(await next()).to.equal(100)
    await claim(a[0]!)
    expect(await next(), "of an item that is being done").to.equal(100)
    await run(fail, { item: a[0]!, account: first.account })
    expect(await next()).to.equal(200)
    await run(lapse, { id: a[0]! })
    expect(await next()).to.equal(100)
  })

  it("forgets the failures of what is no longer due", async () => {
    await run(fail, { item: b, account: second.account })
    await run(fail, { item: "att_gone", account: second.account })
    await run(move, { id: a[0]!, due_at: null })
    await database().transaction((tx) => queue.forgetEnded(tx, "another"))
    expect(await database().all(failing, {})).to.have.lengthOf(3)
    await database().transaction((tx) => queue.forgetEnded(tx, "test"))
    expect(await database().all(failing, {})).to.deep.equal([{ item: b }])
  })
})
