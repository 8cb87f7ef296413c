import { expect } from "chai"
import { mustFindAttempt } from "../../src/payments/attempts/store.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { settleCharge } from "../../src/payments/intents/settle-charge.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { type KeyedBank, keyedBank } from "../support/banks/keyed-bank.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { statement } from "../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, newIntent } from "../support/merchants/payments.ts"
import { confirmWith, eventsOf, mayFail, perform, recoverAttempts, retrieve, scopeOfAccount } from "../support/merchants/rails.ts"

const MINUTE = 60
const DAY = 86_400

const attemptsOf = statement<{ id: string; reference: string; state: string; kind: string }, "account">((k, p) =>
  k("attempts").where({ account: p.account }).orderBy("id"),
)
const cvcsOf = statement<{ sealed_cvc: string | null }, "account">((k, p) => k("cards").where({ account: p.account }))
const eraseCvcs = statement<void, "account">((k, p) => k("cards").where({ account: p.account }).update({ sealed_cvc: null }))

describe("At an acquirer that cannot be asked, a sale whose answer was lost", () => {
  let databases: Databases
  let vintem: Running
  let other: Running
  let bank: Bank
  let keyed: KeyedBank
  let merchant: Merchant
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead * 1000 }
  const dies: { at?: string | undefined } = {}
  before(async () => {
    databases = await freshDatabases()
    bank = bankFor(databases)
    keyed = keyedBank(bank)
    const checkpoint = (step: string) => {
      if (step === dies.at) throw new Error(`the process dies at: ${step}`)
    }
    const options = { role: "api", databases, clock, acquirerOf: () => keyed.acquirer } as const
    vintem = await startVintem({}, { ...options, checkpoint })
    other = await startVintem({}, options)
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(() => {
    bank.heal()
    keyed.repeats.length = 0
    clock.ahead = 0
    dies.at = undefined
  })
  after(async () => {
    await other.close()
    await vintem.close()
    bank.close()
    await databases.remove()
  })

  const poll = (later: number) => {
    clock.ahead = later
    return perform(vintem, callAcquirers, merchant.account)
  }
  const attempts = () => vintem.server.modes.test.database.all(attemptsOf, { account: merchant.account })
  const cvcs = () => vintem.server.modes.test.database.all(cvcsOf, { account: merchant.account })

  /** A payment whose sale got no answer. */
  async function lost(trouble: "lost_before" | "lost_after" = "lost_after"): Promise<string> {
    const { id } = await newIntent(merchant)
    bank.set("authorize", trouble)
    expect((await confirmWith(merchant, id, CARDS.approved)).status).to.equal("processing")
    return id
  }

  for (const trouble of ["lost_before", "lost_after"] as const)
    it(`(${trouble}) is sent again as it was, and made once`, async () => {
      const id = await lost(trouble)
      const { reference } = (await attempts())[0]!
      bank.heal()
      await poll(1)
      expect(keyed.repeats.map((sale) => [sale.reference, sale.amount, sale.card.number, sale.card.cvc])).to.deep.equal([
        [reference, 4990, CARDS.approved, "123"],
      ])
      expect(bank.sales(merchant.account)).to.have.lengthOf(1)
      expect((await retrieve(merchant, id)).status).to.equal("succeeded")
      expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
      expect(await cvcs()).to.deep.include({ ...(await cvcs())[0], sealed_cvc: null })
    })

  it("keeps its card only until it is decided", async () => {
    await lost()
    expect((await cvcs())[0]!.sealed_cvc).to.be.a("string")
    keyed.tell(merchant.account)
    await poll(1)
    expect(keyed.repeats).to.deep.equal([])
    expect((await cvcs())[0]!.sealed_cvc).to.equal(null)
  })

  it("is never given up, and never sent again without its security code: what the acquirer tells decides", async () => {
    const id = await lost()
    await vintem.server.modes.test.database.transaction((tx) => tx.run(eraseCvcs, { account: merchant.account }))
    bank.heal()
    for (const later of [1, MINUTE, 16 * MINUTE, 2 * DAY, 30 * DAY]) await poll(later)
    expect((await retrieve(merchant, id)).status).to.equal("processing")
    expect(keyed.repeats).to.deep.equal([])
    expect(bank.calls(merchant.account, "authorize")).to.equal(1)
    keyed.tell(merchant.account)
    const { reference } = (await attempts())[0]!
    const notice = { acquirer: "bank", account: merchant.account, reference, chargeback: false }
    await noteNotification(vintem.server.modes.test, notice)
    await poll(30 * DAY + 1)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    expect(bank.sales(merchant.account)).to.have.lengthOf(1)
  })

  it("says nothing by a repeat that is not carried out", async () => {
    const id = await lost()
    for (const trouble of ["unavailable", "unknown"] as const) {
      bank.set("authorize", trouble)
      bank.set("look_up", trouble)
      await poll(clock.ahead + 20 * MINUTE)
    }
    expect((await retrieve(merchant, id)).status).to.equal("processing")
    bank.heal()
    await poll(DAY)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    expect(bank.sales(merchant.account)).to.have.lengthOf(1)
  })

  for (const step of ["charge: attempt written", "charge: acquirer answered"])
    it(`is made once if its process dies (${step})`, async () => {
      const { id } = await newIntent(merchant)
      dies.at = step
      await confirmWith(merchant, id, CARDS.approved).catch(() => undefined)
      dies.at = undefined
      await recoverAttempts(vintem, merchant.account)
      expect((await retrieve(merchant, id)).status).to.equal("succeeded")
      expect(bank.sales(merchant.account)).to.have.lengthOf(1)
    })

  it("is made once if two processes send it again at once", async () => {
    const id = await lost("lost_before")
    bank.heal()
    bank.set("authorize", "held")
    clock.ahead = 1
    const working = [vintem, other].map((process) => recoverAttempts(process, merchant.account))
    // The second one waits for nothing but the lease, which the test has ended.
    setTimeout(() => bank.heal(), 50)
    await Promise.all(working.map(mayFail))
    await poll(10)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
    expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
    expect((await attempts()).map(({ kind }) => kind)).to.not.include.members(["reversal", "refund"])
  })

  it("is not sent again once a person has said that it was not made, and goes back if it was", async () => {
    const id = await lost()
    bank.set("look_up", "unavailable")
    for (const later of [1, 16 * MINUTE]) await poll(later)
    const { mode, account, now } = await scopeOfAccount(vintem, merchant.account)
    const { id: attempt } = (await attempts())[0]!
    await mode.database.transaction(async (tx) =>
      settleCharge(tx, { mode, account, now }, await mustFindAttempt(tx, { account, id: attempt }), "not_made"),
    )
    expect((await cvcs())[0]!.sealed_cvc).to.equal(null)
    bank.heal()
    const sent = keyed.repeats.length
    await poll(DAY)
    expect(keyed.repeats).to.have.lengthOf(sent)
    keyed.tell(merchant.account)
    await poll(2 * DAY)
    await poll(2 * DAY + 1)
    expect((await retrieve(merchant, id)).status).to.equal("canceled")
    expect(bank.refunds(merchant.account).map(({ amount }) => amount)).to.deep.equal([4990])
  })
})
