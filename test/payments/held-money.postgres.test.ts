import { expect } from "chai"
import { transitionAttempt } from "../../src/payments/attempts/store.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { beginConfirm, finishConfirm } from "../../src/payments/intents/confirm.ts"
import { holdIntent } from "../../src/payments/intents/store.ts"
import { transitionIntent } from "../../src/payments/intents/transition.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import { insertRefund } from "../../src/payments/refunds/store.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer, slowCall } from "../support/banks/acquirer.ts"
import { mockRefunds } from "../support/banks/mock-charges.ts"
import { runDuring } from "../support/databases/during.ts"
import { statement } from "../support/databases/statement.ts"
import { CARDS, expectStatus, newCustomer, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirmWith, payWith, perform, recoverAttempts, refundsOf, retrieve } from "../support/merchants/rails.ts"

const chargeOf = statement<{ id: string; acquirer: string; charge: string }>((k, p) =>
  k("attempts").where({ payment_intent: p.payment_intent, kind: "charge" }).select("id", "acquirer", "charge"),
)

/** What a transaction decides about money must not rest on what another one is changing. */
describe("While another process changes a payment", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  after(() => vintem.close())

  const mode = () => vintem.server.modes.test
  const attemptOf = async (payment_intent: string) => (await mode().database.one(chargeOf, { payment_intent }))!

  it("an approval that comes while the sale is given up is sent back", async () => {
    const { id } = await newIntent(vintem, { amount: 51_001 })
    const bank = slowCall(vintem, vintem, "authorize")
    const confirming = confirmWith(vintem, id, CARDS.approved)
    await bank.called
    const { account } = vintem
    const attempt = await attemptOf(id)
    const { met } = await runDuring(
      vintem,
      async (tx, scope) => {
        const intent = await tx.only(holdIntent, { account, id })
        const processing = await transitionIntent(tx, scope, intent, "pending")
        const { now } = scope
        const lost = { state: "given_up", outcome: "not_found", charge: null, polling_since: now, due_at: now + 3600 } as const
        await tx.one(transitionAttempt, { account, id: attempt.id, from: "sent", ...lost })
        await transitionIntent(tx, scope, processing, "failed")
      },
      () => {
        bank.respond()
        return confirming
      },
    )
    await met.catch(() => undefined)
    bank.restore()
    expect((await retrieve(vintem, id)).status).to.equal("canceled")
    await recoverAttempts(vintem, account)
    expect((await mockRefunds(vintem, account)).map(({ amount }) => amount)).to.deep.equal([51_001])
  })

  it("what has gone back at the acquirer is booked once, where both find it", async () => {
    const { id } = await payWith(vintem)
    const { acquirer, charge } = await attemptOf(id)
    const { restore } = replaceAcquirer(vintem, vintem, (bank) => ({
      ...bank,
      holds: async () => ({ captured: 4990, gone_back: 1500, charged_back: 0 }),
    }))
    await noteNotification(mode(), { acquirer, charge, chargeback: false })
    const { met } = await runDuring(
      vintem,
      async (tx, scope) => {
        const intent = await tx.only(holdIntent, { account: vintem.account, id })
        const booked = { amount: 1500, reason: null, status: "succeeded", metadata: {}, reported: true } as const
        await insertRefund(tx, scope, intent, booked)
      },
      () => perform(vintem, callAcquirers, vintem.account, 120),
    )
    await met
    await perform(vintem, callAcquirers, vintem.account, 3600)
    restore()
    expect((await refundsOf(vintem, id)).map(({ amount }) => amount)).to.deep.equal([1500])
  })

  it("a saved card stays saved until the confirm with it is stored", async () => {
    const { id: customer } = await newCustomer(vintem)
    const token = (await newToken(vintem)).id
    const saved = expectStatus(await vintem.request("POST", "/v1/payment_methods", { customer, token }), 201)
    const { id } = await newIntent(vintem, { customer })
    const { changed, met } = await runDuring(
      vintem,
      (tx, scope) => beginConfirm(tx, scope, id, { payment_method: saved.id }, { idempotency_key: null }),
      () => vintem.request("POST", `/v1/payment_methods/${saved.id}/detach`),
    )
    expect((await finishConfirm(mode(), changed)).intent.status).to.equal("succeeded")
    expect(expectStatus(await met, 200).customer).to.equal(null)
  })
})
