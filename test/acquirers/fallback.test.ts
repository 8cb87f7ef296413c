// A sale that its acquirer could not make goes to the fallback of its method, once: docs/decisions/0033-fallback.md.
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import type { Acquirer } from "../../src/acquirers/acquirer.ts"
import { setCredentials } from "../../src/acquirers/credentials.ts"
import type { AcquirerKind } from "../../src/acquirers/kind.ts"
import { setDrain } from "../../src/acquirers/routes.ts"
import type { NamedUses } from "../../src/acquirers/uses.ts"
import { newestAttemptsOf } from "../../src/payments/attempts/store.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor, openBank } from "../support/banks/bank.ts"
import { bankKind } from "../support/banks/bank-kind.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newToken } from "../support/merchants/payments.ts"
import { confirm, newBareToken, newOpenIntent } from "../support/merchants/rails.ts"

type Options = { callDeadlineMs?: number; change?: (acquirer: Acquirer) => Acquirer }

describe("The fallback of an acquirer", () => {
  let databases: Databases
  let own: Bank
  let other: Bank
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    databases = await freshDatabases({ live: true })
    own = bankFor(databases)
    other = openBank(join(databases.directory, "other.sqlite"))
    vintem = await start()
  })
  beforeEach(async () => {
    merchant = await accountWith(vintem)
  })
  afterEach(() => {
    own.heal()
    other.heal()
  })
  after(async () => {
    await vintem.close()
    own.close()
    other.close()
    await databases.remove()
  })

  /** A server whose accounts can have both banks. `change` is what the method's own one lacks. */
  const start = ({ callDeadlineMs, change = (acquirer) => acquirer }: Options = {}) => {
    const usual = bankKind(own)
    const acquirerKinds: AcquirerKind[] = [
      { ...usual, open: (...args) => change(usual.open(...args)) },
      Object.assign(bankKind(other), { name: "other" }),
    ]
    return startVintem({}, { live: true, databases, acquirerKinds, ...(callDeadlineMs && { callDeadlineMs }) })
  }

  /** A merchant whose sales go to `bank`, and to `other` where that cannot make them. */
  async function accountWith(server: Running): Promise<Merchant> {
    const made = await newMerchant(server, "live")
    await set(made.account, "bank", {})
    await set(made.account, "other", { methods: [], fallback_for: ["card", "pix", "boleto"] })
    return made
  }

  const live = () => vintem.server.modes.live!

  async function set(account: string, name: string, uses: NamedUses) {
    const { now } = await scopeOf(live().database, live(), account)
    const kind = { ...bankKind(), name }
    const chosen = { kind, members: { merchant_id: randomUUID(), merchant_key: "k".repeat(40) }, ...uses }
    await live().database.transaction((tx) => setCredentials(tx, { account, now, ring: live().ring }, chosen))
  }

  const drain = (at: number | null) => live().database.transaction((tx) => setDrain(tx, merchant.account, "bank", at))

  const attemptsOf = async (id: string) => {
    const newest = await newestAttemptsOf(live().database, { account: merchant.account, id }, 10)
    return newest
      .toReversed()
      .map(({ acquirer, state, outcome, fallback_reason }) => ({ acquirer, state, outcome, fallback_reason }))
  }

  /** Confirms a new payment with a new card. */
  async function pay(details: Record<string, unknown> = {}, card: string = CARDS.approved) {
    const { id } = await newOpenIntent(merchant, details)
    const { id: token } = await newToken(merchant, card)
    return { id, token, response: await confirm(merchant, id, token) }
  }

  const salesOf = (bank: Bank) => bank.sales(merchant.account)

  for (const trouble of ["unavailable", "unprocessed"] as const)
    it(`gets a sale in the same confirm if the method's own acquirer is ${trouble}, with a reference of its own`, async () => {
      own.set("authorize", trouble)
      const { id, response } = await pay()
      expect(expectStatus(response, 200)).to.include({ status: "succeeded", last_payment_error: null })
      expect(salesOf(own)).to.have.lengthOf(0)
      expect(salesOf(other)).to.have.lengthOf(1)
      const reason = trouble === "unavailable" ? "unavailable" : "refused"
      expect(await attemptsOf(id)).to.deep.equal([
        { acquirer: "bank", state: "done", outcome: reason, fallback_reason: null },
        { acquirer: "other", state: "done", outcome: "approved", fallback_reason: reason },
      ])
    })

  it("is where the sale's refunds go", async () => {
    own.set("authorize", "unavailable")
    const { id } = await pay()
    own.heal()
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    expect(other.refunds(merchant.account)).to.have.lengthOf(1)
    expect(own.refunds(merchant.account)).to.have.lengthOf(0)
  })

  it("gets no sale that the issuer has refused", async () => {
    const { response } = await pay({}, CARDS.declinedWhenCharged)
    expect(expectStatus(response, 200).last_payment_error.code).to.equal("card_declined")
    expect(salesOf(other)).to.have.lengthOf(0)
  })

  it("gets no sale whose outcome is unknown: it may have been made", async () => {
    own.set("authorize", "lost_after")
    const { response } = await pay()
    expect(expectStatus(response, 200).status).to.equal("processing")
    expect(salesOf(other)).to.have.lengthOf(0)
  })

  it("that is down too leaves the payment as it was: 503, and the same key may try again", async () => {
    own.set("authorize", "unavailable")
    other.set("authorize", "unavailable")
    const { id } = await newOpenIntent(merchant)
    const { id: token } = await newToken(merchant)
    const headers = { "idempotency-key": randomUUID() }
    const again = () => merchant.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: token }, { headers })
    expect((await again()).body.error.code).to.equal("processing_error")
    other.heal()
    expect(expectStatus(await again(), 200).status).to.equal("succeeded")
    expect([...salesOf(own), ...salesOf(other)]).to.have.lengthOf(1)
  })

  it("gets PIX and boletos, whose code its payer then pays", async () => {
    own.set("create_pix", "unavailable")
    const { id } = await newOpenIntent(merchant, { payment_method_types: ["pix"] })
    const { id: token } = await newBareToken(merchant, "pix")
    const shown = expectStatus(await confirm(merchant, id, token), 200)
    expect(shown.status).to.equal("requires_action")
    expect(salesOf(other)).to.have.lengthOf(1)
    expect((await attemptsOf(id)).map(({ acquirer }) => acquirer)).to.deep.equal(["bank", "other"])
  })

  it("gets all sales while the method's own acquirer is drained", async () => {
    await drain(1)
    const { id, response } = await pay()
    expectStatus(response, 200)
    expect(await attemptsOf(id)).to.deep.equal([
      { acquirer: "other", state: "done", outcome: "approved", fallback_reason: "drained" },
    ])
    await drain(null)
    await pay()
    expect(salesOf(own)).to.have.lengthOf(1)
  })

  it("gets at once what the method's own acquirer does not take", async () => {
    const change = (acquirer: Acquirer): Acquirer => ({ ...acquirer, brands: ["mastercard"] })
    const server = await start({ change })
    try {
      merchant = await accountWith(server)
      const { id } = await newOpenIntent(merchant)
      const { id: token } = await newToken(merchant)
      expectStatus(await confirm(merchant, id, token), 200)
      expect(await attemptsOf(id)).to.deep.equal([
        { acquirer: "other", state: "done", outcome: "approved", fallback_reason: "lacking" },
      ])
    } finally {
      await server.close()
    }
  })

  it("gets no sale for which the request has less than ten seconds left: 503, and nothing is charged", async () => {
    const server = await start({ callDeadlineMs: 9000 })
    try {
      own.set("authorize", "unavailable")
      merchant = await accountWith(server)
      const { id } = await newOpenIntent(merchant)
      const { id: token } = await newToken(merchant)
      expect((await confirm(merchant, id, token)).body.error.code).to.equal("processing_error")
      expect(salesOf(other)).to.have.lengthOf(0)
    } finally {
      await server.close()
    }
  })

  it("gets sales at once after five failures in a row, and the method's own acquirer is tried again", async () => {
    own.set("authorize", "unavailable")
    for (let i = 0; i < 5; i++) await pay()
    const asked = own.calls(merchant.account, "authorize")
    expect(asked).to.equal(5)
    const { id } = await pay()
    expect(own.calls(merchant.account, "authorize")).to.equal(asked)
    expect(await attemptsOf(id)).to.deep.equal([
      { acquirer: "other", state: "done", outcome: "approved", fallback_reason: "circuit" },
    ])
    const metrics = await (await fetch(vintem.metricsUrl)).text()
    expect(metrics).to.match(/^vintem_acquirer_circuits_open\{mode="live",acquirer="bank",method="card"\} [1-9]/m)
  })

  it("is tried by one of two confirms that come at once: one sale", async () => {
    own.set("authorize", "unavailable")
    const { id } = await newOpenIntent(merchant)
    const tokens = await Promise.all([newToken(merchant), newToken(merchant)])
    const responses = await Promise.all(tokens.map(({ id: token }) => confirm(merchant, id, token)))
    expect(responses.filter(({ status }) => status === 200)).to.have.lengthOf(1)
    expect([...salesOf(own), ...salesOf(other)]).to.have.lengthOf(1)
  })
})
