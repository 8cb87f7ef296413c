// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import { copyAccount } from "../../src/accounts/move/copy.ts"
import { scopeOf } from "../../src/accounts/scope.ts"
import { createPlan } from "../../src/billing/plans.ts"
import type { Json, Response } from "../support/app/client.ts"
import { accountTables } from "../support/databases/rows-of-accounts.ts"
import { type Merchant, newEndpoint, until } from "../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey } from "../support/merchants/payments.ts"
import { payWith, retrieve } from "../support/merchants/rails.ts"
import { subscribe } from "../support/merchants/subscriptions.ts"
import { type Sink, startSink, trustTestAuthority } from "../support/network/https-sink.ts"
import { ask, claimsOf, dieAfter, moveTo, rowsIn, runMove, withMove } from "./moves.ts"
import { type Name, startOnTwo, type Two } from "./two-databases.ts"

/** The steps after which a command can die, and which databases have the account then. */
const STEPS: Record<string, Name[]> = {
  preflight: ["main"],
  leaving: ["main"],
  finished: ["main"],
  refusing: ["main"],
  closed: [],
  alone: [],
  copied: [],
  open: ["east"],
}

describe("An account that moves to another database", function () {
  this.timeout(600_000)
  let two: Two
  let sink: Sink
  let other: Merchant
  before(async () => {
    // No worker changes a row while the rows are compared.
    await trustTestAuthority()
    two = await startOnTwo({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }, { role: "api" })
    sink = await startSink((_request, response) => response.writeHead(200).end())
    other = await two.newShop("main")
  })
  after(async () => {
    await two?.close()
    await sink?.close()
  })

  async function newRecurring({ account, request }: Merchant): Promise<string> {
    const mode = two.modeOn("main")
    const product = expectStatus(await request("POST", "/v1/products", { name: "Clube" }), 201)
    expectStatus(await request("POST", `/v1/products/${product.id}/price`, { amount: 4990, currency: "brl" }), 201)
    const plan = {
      product: product.id,
      name: "Clube",
      interval: "MONTH",
      interval_count: 1,
      trial_days: 0,
      days_ahead: 0,
    } as const
    const scope = await scopeOf(mode.database, mode, account)
    await mode.database.transaction((tx) => createPlan(tx, scope, plan))
    return product.id
  }

  /** A shop with payments, refunds, a subscription, a webhook endpoint and a saved response. */
  async function newBusyShop() {
    const shop = await two.newShop("main")
    await newEndpoint(shop, sink.url)
    const paid = await payWith(shop)
    await payWith(shop)
    await subscribe(shop, await newRecurring(shop))
    const idempotencyKey = newIdempotencyKey()
    const refund = () => shop.request("POST", "/v1/refunds", { payment_intent: paid.id, amount: 1000 }, { idempotencyKey })
    const refunded = expectStatus(await refund(), 201)
    return { shop, paid: await retrieve(shop, paid.id), refund, refunded }
  }

  async function expectServed(
    shop: Merchant,
    { paid, refund, refunded }: { paid: Json; refund: () => Promise<Response>; refunded: Json },
  ) {
    expect(expectStatus(await refund(), 201)).to.deep.equal(refunded)
    expect(await retrieve(shop, paid.id)).to.deep.equal(paid)
    expect((await payWith(shop)).status).to.equal("succeeded")
  }

  it("takes the rows of all tables of accounts with it, and those of no other", async () => {
    const moved = await withMove(two, other.account, async ({ tables }) => tables.map(({ name }) => name))
    expect(moved.toSorted()).to.deep.equal(
      accountTables()
        .map(({ name }) => name)
        .toSorted(),
    )
  })

  it("has the same rows there, answers the same, and goes on being paid", async () => {
    const { shop, ...busy } = await newBusyShop()
    await moveTo(two, shop.account, "east")
    const before = await rowsIn(two, "main", shop.account)
    expect(Object.keys(before)).to.include.members([
      "payment_intents",
      "refunds",
      "subscriptions",
      "webhook_endpoints",
      "idempotency_keys",
      "deliveries",
    ])
    expect(await rowsIn(two, "east", shop.account), "the rows that it left behind").to.deep.equal(before)
    expect(await claimsOf(two, shop.account)).to.deep.equal({ claims: ["east"], refusing: ["main"] })
    await expectServed(shop, busy)
    expect(expectStatus(await shop.request("GET", "/v1/refunds"), 200).data).to.have.length(1)
    expect((await payWith(other)).status).to.equal("succeeded")
  })

  it("moves back once its old rows are deleted, and not before", async () => {
    const { shop, ...busy } = await newBusyShop()
    await moveTo(two, shop.account, "east")
    const refused = await runMove(two, "move", shop.account, "--to", "main")
    expect([refused.status, refused.stderr.includes(`main has rows of ${shop.account}`)], refused.stderr).to.deep.equal([1, true])
    const asked = await runMove(two, "clean", shop.account)
    expect([asked.status, asked.stderr.includes("has been backed up")], asked.stderr).to.deep.equal([1, true])
    const cleaned = await runMove(two, "clean", shop.account, "--yes")
    expect([cleaned.status, cleaned.stderr]).to.deep.equal([0, ""])
    expect(await rowsIn(two, "main", shop.account)).to.deep.equal({})
    expect(await ask(two, "main", `SELECT database FROM accounts WHERE id = '${shop.account}'`)).to.deep.equal([
      { database: "east" },
    ])
    await expectServed(shop, busy)
    await moveTo(two, shop.account, "main")
    expect(await claimsOf(two, shop.account)).to.deep.equal({ claims: ["main"], refusing: ["east"] })
    await expectServed(shop, busy)
  })

  for (const [step, expected] of Object.entries(STEPS))
    it(`is open in one database or in none when the command dies after "${step}", and moves when it is repeated`, async () => {
      const { shop, ...busy } = await newBusyShop()
      await dieAfter(two, step, shop.account, "east")
      expect((await claimsOf(two, shop.account)).claims).to.deep.equal(expected)
      const answer = await shop.request("GET", `/v1/payment_intents/${busy.paid.id}`)
      expect(answer.status, step).to.equal(expected.length === 0 ? 503 : 200)
      await moveTo(two, shop.account, "east")
      expect(await rowsIn(two, "east", shop.account)).to.deep.equal(await rowsIn(two, "main", shop.account))
      await expectServed(shop, busy)
      expect((await payWith(other)).status).to.equal("succeeded")
    })

  for (const step of ["leaving", "refusing", "closed", "copied"])
    it(`is open again where it was when a move that died after "${step}" is undone`, async () => {
      const { shop, ...busy } = await newBusyShop()
      await dieAfter(two, step, shop.account, "east")
      if (step === "copied") await dieAfter(two, "tombstone", shop.account, "east", "back")
      const undone = await runMove(two, "move", shop.account, "--to", "east", "--back")
      expect([undone.status, undone.stderr]).to.deep.equal([0, ""])
      expect(await claimsOf(two, shop.account)).to.deep.equal({ claims: ["main"], refusing: [] })
      expect(await rowsIn(two, "east", shop.account)).to.deep.equal({})
      await expectServed(shop, busy)
      await moveTo(two, shop.account, "east")
      await expectServed(shop, busy)
    })

  it("is open in one database alone if its copy commits while the move is being undone", async () => {
    for (const end of ["COMMIT", "ROLLBACK"]) {
      const { shop, ...busy } = await newBusyShop()
      await dieAfter(two, "alone", shop.account, "east")
      await withMove(two, shop.account, async (move, closedMs) => {
        await copyAccount(move, closedMs, undefined)
        const undoing = runMove(two, "move", shop.account, "--to", "east", "--back")
        const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO accounts%'"
        await until(async () => (await ask(two, "east", waiting)).length > 0)
        await move.to.client.query(end)
        const { status, stderr } = await undoing
        expect(stderr.includes("is open in east already"), stderr).to.equal(end === "COMMIT")
        expect(status).to.equal(end === "COMMIT" ? 1 : 0)
      })
      expect((await claimsOf(two, shop.account)).claims).to.deep.equal([end === "COMMIT" ? "east" : "main"])
      await expectServed(shop, busy)
    }
  })

  it("is not opened by a copy that was begun before the move was undone, although it is moving again", async () => {
    const { shop, ...busy } = await newBusyShop()
    const undo = async () => expect((await runMove(two, "move", shop.account, "--to", "east", "--back")).status).to.equal(0)
    const version = `SELECT xmin::text AS seen FROM accounts WHERE id = '${shop.account}'`
    await dieAfter(two, "alone", shop.account, "east")
    await undo()
    await dieAfter(two, "alone", shop.account, "east")
    const [signpost] = await ask<{ seen: string }>(two, "east", version)
    await undo()
    await dieAfter(two, "alone", shop.account, "east")
    const refusal = await withMove(two, shop.account, (move, closedMs) =>
      copyAccount(move, closedMs, signpost!.seen).then(String, ({ message }: Error) => message),
    )
    expect(refusal).to.contain("another command has changed its row there meanwhile")
    await moveTo(two, shop.account, "east")
    await expectServed(shop, busy)
  })

  it("is found open when the answer to the COMMIT was lost", async () => {
    const { shop, ...busy } = await newBusyShop()
    two.lines.east.commits = "cut after"
    const { status, stdout, stderr } = await runMove(two, "move", shop.account, "--to", "east")
    two.lines.east.commits = "pass"
    expect([status, stderr], stdout).to.deep.equal([0, ""])
    expect(stdout).to.contain("The answer to the COMMIT in east was lost")
    expect(await claimsOf(two, shop.account)).to.deep.equal({ claims: ["east"], refusing: ["main"] })
    await expectServed(shop, busy)
    const undone = await runMove(two, "move", shop.account, "--to", "east", "--back")
    expect([undone.status, undone.stderr.includes("cannot be undone")]).to.deep.equal([1, true])
  })

  for (const [what, change, undo, said] of [
    [
      "lacks its keys",
      "CREATE TABLE kept AS SELECT * FROM encryption_keys WHERE purpose = 'seal'; DELETE FROM encryption_keys WHERE purpose = 'seal'",
      "INSERT INTO encryption_keys SELECT * FROM kept; DROP TABLE kept",
      "The key rings of main and east differ",
    ],
    [
      "has other tables",
      "ALTER TABLE payouts ADD COLUMN extra text",
      "ALTER TABLE payouts DROP COLUMN extra",
      "These tables differ between main and east: payouts",
    ],
  ] as const)
    it(`stays where it is when the other database ${what}, and the reason is given in words`, async () => {
      const { account } = await two.newShop("main")
      await ask(two, "east", change)
      const { status, stderr } = await runMove(two, "move", account, "--to", "east")
      await ask(two, "east", undo)
      expect([status, stderr.includes(said)], stderr).to.deep.equal([1, true])
      expect(await claimsOf(two, account)).to.deep.equal({ claims: ["main"], refusing: [] })
      expect(await ask(two, "main", `SELECT 1 FROM account_moves WHERE account = '${account}'`)).to.deep.equal([])
    })

  it("is left alone by a command that names no database, and found where it is by one that is repeated", async () => {
    const { account } = await two.newShop("main")
    expect((await runMove(two, "move", account, "--to", "west")).stderr).to.contain("There is no live database west")
    expect((await runMove(two, "move", "acct_nobody", "--to", "east")).stderr).to.contain("has the account acct_nobody")
    await moveTo(two, account, "east")
    const again = await runMove(two, "move", account, "--to", "east")
    expect([again.status, again.stdout.trim()]).to.deep.equal([0, `${account} is in east.`])
  })
})
