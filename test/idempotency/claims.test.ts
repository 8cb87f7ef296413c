import { expect } from "chai"
import type { ApiError } from "../../src/base/errors.ts"
import type { Transaction } from "../../src/db/database.ts"
import {
  type Claim,
  claimKey,
  deleteExpired,
  findSaved,
  leaseClaim,
  releaseClaim,
  saveResponse,
} from "../../src/idempotency/claims.ts"
import { idempotencyKeys } from "../../src/idempotency/table.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { kind } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { testOnly } from "../support/databases/statement.ts"

const NOW = 1_800_000_000
const DAY = 86_400
const VERSION = "2026-04-27"
const RESPONSE = { status: 201, body: "{}", sealed: false }
const REPLAYED = { ...RESPONSE, version: VERSION }
const IN_PROGRESS = "idempotency_request_in_progress"

type Row = Claim & { status: number | null; lease_until_ms: number | null; expires_at: number }

const listRows = sql<Row>("SELECT account, key, status, lease_until_ms, expires_at FROM idempotency_keys ORDER BY account, key")
const lapse = testOnly(idempotencyKeys.find(["account", "key"], (rows) => rows.update({ lease_until_ms: 1 })))

describe("The claim of an Idempotency-Key", () => {
  let vintem: Running
  let accounts: string[]
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  beforeEach(async () => {
    await transaction((tx) => tx.run(sql<void>("DELETE FROM idempotency_keys"), {}))
    accounts = [await vintem.newAccount(), await vintem.newAccount()]
  })
  after(() => vintem.close())

  const transaction = <T>(work: (tx: Transaction) => Promise<T>) => vintem.server.modes.test.database.transaction(work)
  const claimOf = (name: string, account = accounts[0]!): Claim => ({ account, key: name })
  const claim = (of: Claim, fingerprint = "one", now = NOW) =>
    transaction((tx) => claimKey(tx, of, { fingerprint, version: VERSION, now })).catch((error: ApiError) => error.code)
  const save = (of: Claim, now = NOW) => transaction(async (tx) => saveResponse(tx, of, RESPONSE, now))
  const rows = () => vintem.server.modes.test.database.all(listRows, {})
  const rowOf = async ({ account, key }: Claim) => (await rows()).find((row) => row.account === account && row.key === key)

  /** Claims a key beside others, and then `change` is to change its row alone. Returns the others as they were before and as they are after. */
  async function others(of: Claim, change: () => Promise<unknown>): Promise<[Row[], Row[]]> {
    const beside = [claimOf("beside"), claimOf(of.key, accounts[1])]
    for (const each of [of, ...beside]) await claim(each)
    for (const each of beside)
      await transaction(async (tx) => {
        await leaseClaim(tx, each)
        await tx.run(lapse, each)
      })
    const without = async () => (await rows()).filter(({ account, key }) => account !== of.account || key !== of.key)
    const before = await without()
    await change()
    return [before, await without()]
  }

  const changes: [name: string, change: (of: Claim) => Promise<unknown>][] = [
    ["saves a response for", (of) => save(of)],
    ["releases", (of) => transaction((tx) => releaseClaim(tx, of))],
    ["leases", (of) => transaction((tx) => leaseClaim(tx, of))],
    [
      "takes over",
      async (of) => {
        await transaction((tx) => tx.run(lapse, of))
        expect(await claim(of)).to.equal(undefined)
      },
    ],
  ]
  for (const [name, change] of changes) {
    it(`${name} its own key, and no other one of its account or of another account`, async () => {
      const of = claimOf("mine")
      const [before, after] = await others(of, () => change(of))
      expect(before).to.have.lengthOf(2)
      expect(after).to.deep.equal(before)
    })
  }

  it("is in progress until a response is saved, which is then what everybody gets", async () => {
    const of = claimOf("mine")
    expect(await claim(of)).to.equal(undefined)
    expect(await claim(of)).to.equal(IN_PROGRESS)
    await save(of)
    expect(await claim(of)).to.deep.equal(REPLAYED)
    expect(await findSaved(vintem.server.modes.test.database, of)).to.deep.equal(REPLAYED)
  })

  it("is refused to another request, also once a response is saved", async () => {
    const of = claimOf("mine")
    await claim(of)
    expect(await claim(of, "another")).to.equal("idempotency_key_in_use")
    await save(of)
    expect(await claim(of, "another")).to.equal("idempotency_key_in_use")
  })

  it("is free again once it was released", async () => {
    const of = claimOf("mine")
    await claim(of)
    await transaction((tx) => releaseClaim(tx, of))
    expect(await findSaved(vintem.server.modes.test.database, of)).to.equal(undefined)
    expect(await claim(of, "another")).to.equal(undefined)
  })

  it("keeps its response when a late release or a second response comes", async () => {
    const of = claimOf("mine")
    await claim(of)
    await save(of)
    await transaction((tx) => releaseClaim(tx, of))
    await transaction(async (tx) => saveResponse(tx, of, { status: 500, body: "", sealed: true }, NOW))
    await transaction((tx) => leaseClaim(tx, of))
    expect([await claim(of), (await rowOf(of))?.lease_until_ms]).to.deep.equal([REPLAYED, null])
  })

  it("can be taken over five seconds after its lease was renewed, by one, and never without a lease", async () => {
    const of = claimOf("mine")
    await claim(of)
    expect(await claim(of)).to.equal(IN_PROGRESS)
    await transaction((tx) => leaseClaim(tx, of))
    const { lease_until_ms } = (await rowOf(of))!
    // Postgres rounds the milliseconds, and JavaScript cuts them off.
    expect(lease_until_ms).to.be.within(Date.now() - 25_000, Date.now() + 5001)
    expect(await claim(of)).to.equal(IN_PROGRESS)
    await transaction((tx) => tx.run(lapse, of))
    expect(await Promise.all([claim(of), claim(of), claim(of)])).to.have.members([undefined, IN_PROGRESS, IN_PROGRESS])
  })

  it("is replayed for 24 hours. Then the key can be claimed for anything, as if it were new", async () => {
    const of = claimOf("mine")
    await claim(of)
    await transaction((tx) => leaseClaim(tx, of))
    await transaction(async (tx) => saveResponse(tx, of, { ...RESPONSE, sealed: true }, NOW))
    expect(await claim(of, "one", NOW + DAY - 1)).to.include({ sealed: true })
    expect(await claim(of, "another", NOW + DAY)).to.equal(undefined)
    expect(await rowOf(of)).to.include({ status: null, lease_until_ms: null, expires_at: NOW + 2 * DAY })
    await save(of, NOW + DAY)
    expect(await claim(of, "another", NOW + DAY)).to.deep.equal(REPLAYED)
  })

  it("keeps its key for longer than the 24 hours of a response, where the operation takes that long", async () => {
    const of = claimOf("mine")
    const nextWeek = NOW + 7 * DAY
    expect(await claim(of)).to.equal(undefined)
    expect(await transaction((tx) => deleteExpired(tx, { now: nextWeek, account: of.account, limit: 10 }))).to.equal(0)
    expect(await claim(of, "one", nextWeek)).to.equal(IN_PROGRESS)
    await save(of, nextWeek)
    expect(await claim(of, "one", nextWeek + DAY - 1)).to.deep.equal(REPLAYED)
    expect(await claim(of, "one", nextWeek + DAY)).to.equal(undefined)
  })

  it("is deleted with its response once that has expired, of all accounts or of one, a few at a time", async () => {
    const late = claimOf("late")
    for (const name of ["one", "two", "open"]) for (const account of accounts) await claim(claimOf(name, account))
    for (const name of ["one", "two"]) for (const account of accounts) await save(claimOf(name, account))
    await claim(late)
    await save(late, NOW + 1)
    const sweep = (now: number, account: string | null, limit = 10) =>
      transaction((tx) => deleteExpired(tx, { now, account, limit }))
    expect(await sweep(NOW + DAY - 1, null)).to.equal(0)
    expect(await sweep(NOW + DAY, accounts[0]!, 1)).to.equal(1)
    expect(await sweep(NOW + DAY, accounts[0]!)).to.equal(1)
    expect(await sweep(NOW + DAY, null, 1)).to.equal(1)
    expect(await sweep(NOW + DAY, null)).to.equal(1)
    expect((await rows()).map(({ key }) => key).sort()).to.deep.equal(["late", "open", "open"])
  })

  if (kind === "postgres") {
    it("keeps nobody waiting who deletes what has expired, while a request claims it anew", async () => {
      const [anew, expired] = [claimOf("anew"), claimOf("expired")]
      for (const each of [anew, expired]) {
        await claim(each)
        await save(each)
      }
      await transaction(async (tx) => {
        await claimKey(tx, anew, { fingerprint: "another", version: VERSION, now: NOW + DAY })
        const sweep = transaction((other) => deleteExpired(other, { now: NOW + DAY, account: null, limit: 10 }))
        expect(await sweep).to.equal(1)
      })
      expect((await rows()).map(({ key, status }) => [key, status])).to.deep.equal([["anew", null]])
    })
  }
})
