// Live mode is on Postgres, so SQLite is enough for test mode.
import { randomUUID } from "node:crypto"
import { expect } from "chai"
import { pino } from "pino"
import { scopeOf } from "../../src/accounts/scope.ts"
import type { Acquirers } from "../../src/acquirers/acquirer.ts"
import { findCurrentCredentials, lockCredentials, setCredentials } from "../../src/acquirers/credentials.ts"
import type { Transaction } from "../../src/db/database.ts"
import type { Mode, Scope } from "../../src/modes/wiring.ts"
import { openDispute } from "../../src/payments/disputes/disputes.ts"
import { removeAcquirer } from "../../src/payments/remove-acquirer.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { type BankKind, bankKind } from "../support/banks/bank-kind.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { waitingForLocks } from "../support/databases/waiting-for-locks.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus, newToken } from "../support/merchants/payments.ts"
import { confirm, newOpenIntent, payWith, refundsOf } from "../support/merchants/rails.ts"

describe("The acquirer of a live account", function () {
  this.timeout(120_000)
  let databases: Databases
  let vintem: Running
  let live: Mode
  let bank: Bank
  let kind: BankKind
  let merchant: Merchant
  before(async () => {
    databases = await freshDatabases({ live: true })
    bank = bankFor(databases)
    kind = bankKind(bank)
    vintem = await startVintem({}, { live: true, databases, acquirerKinds: [kind] })
    live = vintem.server.modes.live!
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem, "live")
    await set()
  })
  afterEach(() => bank.heal())
  after(async () => {
    await vintem.close()
    bank.close()
    await databases.remove()
  })

  const scope = () => scopeOf(live.database, live, merchant.account)
  async function set(merchant_key = "k".repeat(40)): Promise<void> {
    const of = await scope()
    await live.database.transaction((tx) => setIn(tx, of, merchant_key))
  }
  function setIn(tx: Transaction, { account, now }: Scope, merchant_key: string) {
    const chosen = { kind, members: { merchant_id: randomUUID(), merchant_key } }
    return setCredentials(tx, { account, now, ring: live.ring }, chosen)
  }
  const remove = async () => {
    const of = await scope()
    return live.database.transaction((tx) => removeAcquirer(tx, of, "bank"))
  }
  const current = () => findCurrentCredentials(live.database, merchant.account, "bank")

  /** Stops the next confirm in its first transaction, when it has found its acquirer. */
  function holdNextConfirm(): { found: Promise<void>; resume: () => void } {
    const mode = live as { -readonly [Member in keyof Acquirers]: Acquirers[Member] }
    const { routingOf } = mode
    const [found, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    mode.routingOf = async (db, account, method) => {
      mode.routingOf = routingOf
      const routing = await routingOf(db, account, method)
      found.resolve()
      await resumed.promise
      return routing
    }
    return { found: found.promise, resume: resumed.resolve }
  }
  const someoneWaits = () => until(async () => live.database.one(waitingForLocks, {}))

  /** Removes the acquirer while a confirm stores its attempt, and something else happens meanwhile. Returns what became of the removal. */
  async function removeUnderConfirm(meanwhile: () => Promise<void> = async () => {}): Promise<string> {
    const { id } = await newOpenIntent(merchant)
    const { id: token } = await newToken(merchant)
    bank.set("authorize", "held")
    const held = holdNextConfirm()
    const confirmed = confirm(merchant, id, token)
    await held.found
    await meanwhile()
    const removed = remove().then(
      () => "removed",
      ({ code }) => code,
    )
    await someoneWaits()
    held.resume()
    const outcome = await removed
    bank.heal()
    expect(expectStatus(await confirmed, 200).status).to.equal("succeeded")
    return outcome
  }

  it("is not removed under a confirm that has begun: the confirm goes on, and removing is refused", async () => {
    expect(await removeUnderConfirm()).to.equal("attempt_open")
    expect(await current()).not.to.equal(undefined)
  })

  it("is not removed under a confirm that has begun, also where it was replaced meanwhile", async () => {
    expect(await removeUnderConfirm(() => set("n".repeat(40)))).to.equal("attempt_open")
  })

  it("that is being removed lets no confirm begin: 503, and nothing is used up", async () => {
    const { id } = await newOpenIntent(merchant)
    const { id: token } = await newToken(merchant)
    const of = await scope()
    let confirmed: ReturnType<typeof confirm> | undefined
    await live.database.transaction(async (tx) => {
      await removeAcquirer(tx, of, "bank")
      confirmed = confirm(merchant, id, token)
      await someoneWaits()
    })
    expect((await confirmed!).body.error.code).to.equal("not_ready")
    await set()
    expect(expectStatus(await confirm(merchant, id, token), 200).status).to.equal("succeeded")
  })

  it("that is replaced while a confirm waits for it does not make the confirm fail", async () => {
    const { id } = await newOpenIntent(merchant)
    const { id: token } = await newToken(merchant)
    const of = await scope()
    let confirmed: ReturnType<typeof confirm> | undefined
    await live.database.transaction(async (tx) => {
      await lockCredentials(tx, merchant.account, "bank")
      confirmed = confirm(merchant, id, token)
      await someoneWaits()
      await setIn(tx, of, "n".repeat(40))
    })
    expect(expectStatus(await confirmed!, 200).status).to.equal("succeeded")
    expect(kind.calls.at(-1)).to.equal(`authorize ${"n".repeat(40)}`)
  })

  it("can be replaced while payments are taken: none waits for it, and none is refused", async () => {
    const methods: [string, string][] = []
    for (let i = 0; i < 40; i++) methods.push([(await newOpenIntent(merchant)).id, (await newToken(merchant)).id])
    let isOver = false
    const replaced = (async () => {
      let times = 0
      for (; !isOver; times++) await set()
      return times
    })()
    const workers = Array.from({ length: 8 }, async () => {
      for (let next = methods.pop(); next; next = methods.pop()) expectStatus(await confirm(merchant, ...next), 200)
    })
    await Promise.all(workers)
    isOver = true
    expect(await replaced).to.be.greaterThan(4)
  })

  it("is opened once by a process for each of its credentials, and closed with the service", async () => {
    const { account } = merchant
    await Promise.all([payWith(merchant), payWith(merchant), payWith(merchant)])
    await set("n".repeat(40))
    await payWith(merchant)
    const keys = kind.opened.filter((each) => each.account === account).map(({ merchant_key }) => merchant_key)
    expect(keys).to.deep.equal(["k".repeat(40), "n".repeat(40)])
    const other = bankKind(bank)
    const second = await startVintem({}, { live: true, role: "api", databases, acquirerKinds: [other] })
    const { key } = await second.newKey({ account, mode: "live" })
    await payWith({ request: (method, path, body, options) => second.request(method, path, body, { key, ...options }) })
    expect([other.opened.length, other.closed]).to.deep.equal([1, 0])
    await second.close()
    expect(other.closed).to.equal(1)
  })

  describe("that this release does not know", () => {
    let older: Running
    let request: Merchant["request"]
    const lines: string[] = []
    before(async () => {
      const log = { write: (line: string) => void lines.push(line) }
      older = await startVintem({}, { live: true, role: "api", databases, acquirerKinds: [], log: pino({ level: "error" }, log) })
    })
    beforeEach(async () => {
      const { key } = merchant
      request = (method, path, body, options) => older.request(method, path, body, { key, ...options })
    })
    after(() => older.close())

    it("makes new payments 503 and is named in the log; the account can go on elsewhere", async () => {
      const { id } = await newOpenIntent({ request })
      const { id: token } = await newToken({ request })
      expect((await confirm({ request }, id, token)).body.error.code).to.equal("not_ready")
      expect(lines.join("")).to.contain("this release does not know the acquirer of an account").and.contain(merchant.account)
      expect(expectStatus(await confirm(merchant, id, token), 200).status).to.equal("succeeded")
    })

    it("leaves a refund pending, which a release that knows it makes", async () => {
      const { id } = await payWith(merchant)
      const refund = expectStatus(await request("POST", "/v1/refunds", { payment_intent: id }), 201)
      expect(refund.status).to.equal("pending")
      await until(async () => (await refundsOf(merchant, id))[0]!.status === "succeeded")
      expect(bank.refunds(merchant.account)).to.have.lengthOf(1)
    })

    it("books disputes and cancels a PIX", async () => {
      const { id } = await payWith(merchant)
      const of = await scopeOf(older.server.modes.live!.database, older.server.modes.live!, merchant.account)
      await of.mode.database.transaction((tx) => openDispute(tx, of, id, { reason: "fraudulent" }))
      expect((await refundsOf({ request }, id)).map(({ reason }) => reason)).to.deep.equal(["dispute"])
      const pix = await payWith(merchant, "pix")
      expect(expectStatus(await request("POST", `/v1/payment_intents/${pix.id}/cancel`), 200).status).to.equal("canceled")
    })
  })
})
