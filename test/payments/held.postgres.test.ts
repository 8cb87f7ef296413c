import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { newId } from "../../src/base/ids.ts"
import type { Transaction } from "../../src/db/database.ts"
import type { Scope } from "../../src/modes/wiring.ts"
import { findAttempt, transitionAttempt } from "../../src/payments/attempts/store.ts"
import type { AttemptRow } from "../../src/payments/attempts/table.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { applySaleOutcome } from "../../src/payments/intents/apply-outcome.ts"
import { cancelIntent } from "../../src/payments/intents/cancel.ts"
import { beginChallenge, finishChallenge } from "../../src/payments/intents/challenge.ts"
import { beginConfirm, finishConfirm } from "../../src/payments/intents/confirm.ts"
import { holdIntent } from "../../src/payments/intents/store.ts"
import { transitionIntent } from "../../src/payments/intents/transition.ts"
import { completeRefund } from "../../src/payments/refunds/store.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { holdCalls, replaceAcquirer, slowCall } from "../support/banks/acquirer.ts"
import { mockCharges } from "../support/banks/mock-charges.ts"
import { runDuring } from "../support/databases/during.ts"
import { statement } from "../support/databases/statement.ts"
import { CARDS, expectStatus, newIntent, newToken } from "../support/merchants/payments.ts"
import {
  confirm,
  confirmWith,
  eventsOf,
  payWith,
  perform,
  pressButton,
  recoverAttempts,
  refundsOf,
  retrieve,
} from "../support/merchants/rails.ts"

const attemptsOf = statement<{ id: string }>((k, p) =>
  k("attempts").where({ payment_intent: p.payment_intent, kind: p.kind }).select("id"),
)

/** A Postgres transaction does not see changes that commit after its snapshot. It runs into them when it writes the same row. */
describe("A request during an uncommitted change of the same payment", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  after(() => vintem.close())

  const mode = () => vintem.server.modes.test

  const begin = (id: string, token: string) => (tx: Transaction, scope: Scope) =>
    beginConfirm(tx, scope, id, { payment_method: token }, { idempotency_key: null })
  const challenged = async (amount: number): Promise<Json> =>
    confirmWith(vintem, (await newIntent(vintem, { amount })).id, CARDS.threeDs)
  const answerOf =
    ({ id }: Json, attempt: string) =>
    (tx: Transaction, scope: Scope) =>
      beginChallenge(tx, scope, id, attempt, true) as Promise<AttemptRow>

  it("a confirm during a cancellation takes no money", async () => {
    const { id } = await newIntent(vintem, { amount: 50_001 })
    const token = await newToken(vintem)
    const { met } = await runDuring(
      vintem,
      (tx, scope) => cancelIntent(tx, scope, id, null),
      () => confirm(vintem, id, token.id),
    )
    const { status, body } = await met
    expect([status, body.error?.code]).to.deep.equal([400, "payment_intent_canceled"])
    expect(await mockCharges(vintem, 50_001)).to.deep.equal([])
    // The token is still usable.
    const another = await newIntent(vintem)
    expect(expectStatus(await confirm(vintem, another.id, token.id), 200).status).to.equal("succeeded")
  })

  it("a confirm during another confirm waits for it and charges nothing", async () => {
    const { id } = await newIntent(vintem, { amount: 50_002 })
    const [first, second] = [await newToken(vintem), await newToken(vintem)]
    const { changed, met } = await runDuring(vintem, begin(id, first.id), () => confirm(vintem, id, second.id))
    expect((await finishConfirm(mode(), changed)).intent.status).to.equal("succeeded")
    expect((await met).body.error?.code).to.equal("payment_intent_unexpected_state")
    expect(await mockCharges(vintem, 50_002)).to.have.lengthOf(1)
  })

  it("a cancellation during a confirm waits for it and cancels nothing", async () => {
    const { id } = await newIntent(vintem, { amount: 50_003 })
    const token = await newToken(vintem)
    const { changed, met } = await runDuring(vintem, begin(id, token.id), () =>
      vintem.request("POST", `/v1/payment_intents/${id}/cancel`),
    )
    expect((await finishConfirm(mode(), changed)).intent.status).to.equal("succeeded")
    expect((await met).body.error?.code).to.equal("payment_intent_unexpected_state")
    expect(await eventsOf(vintem, id)).to.deep.equal(["payment_intent.succeeded"])
  })

  it("a 3DS response during a cancellation takes no money", async () => {
    const intent = await challenged(50_004)
    const { met } = await runDuring(
      vintem,
      (tx, scope) => cancelIntent(tx, scope, intent.id, null),
      () => pressButton(intent.next_action.url, "authorize"),
    )
    expect((await met).status).to.equal(303)
    expect((await retrieve(vintem, intent.id)).status).to.equal("canceled")
    const [charge] = await mockCharges(vintem, 50_004)
    expect(charge!.status).to.equal("action_required")
  })

  it("a cancellation during a 3DS response waits for it and cancels nothing", async () => {
    const intent = await challenged(50_005)
    const { changed, met } = await runDuring(vintem, answerOf(intent, await attemptOf(intent)), () =>
      vintem.request("POST", `/v1/payment_intents/${intent.id}/cancel`),
    )
    expect((await finishChallenge(mode(), changed)).status).to.equal("succeeded")
    expect((await met).body.error?.code).to.equal("payment_intent_unexpected_state")
  })

  it("an expiry during a 3DS response leaves the payment alone", async () => {
    const intent = await challenged(50_006)
    const answer = answerOf(intent, await attemptOf(intent))
    const expire = () => perform(vintem, callAcquirers, vintem.account, 7200)
    const attempt = await mode().database.transaction(async (tx) => {
      const answered = await answer(tx, await scopeOf(tx, mode(), vintem.account))
      // It takes no attempt that another transaction is changing.
      await expire()
      return answered
    })
    await expire()
    expect((await finishChallenge(mode(), attempt)).status).to.equal("succeeded")
    expect(await eventsOf(vintem, intent.id)).to.deep.equal(["payment_intent.succeeded"])
  })

  it("a confirm whose call could not be prepared undoes nothing while another process that looked the sale up moves it", async () => {
    const { id } = await newIntent(vintem, { amount: 50_007 })
    const token = await newToken(vintem)
    const { reached, fail, restore } = holdCalls(vintem, id)
    const confirming = confirm(vintem, id, token.id)
    await reached
    const attempt = await attemptOf({ id })
    const { met } = await runDuring(vintem, lookedUpInVain(id, attempt), () => {
      fail(new Error("the acquirer's credentials cannot be read"))
      return confirming
    })
    expect(expectStatus(await met, 200).status).to.equal("processing")
    restore()
    const another = await newIntent(vintem)
    expect((await confirm(vintem, another.id, token.id)).body.error?.code).to.equal("token_unusable")
    await recoverAttempts(vintem, vintem.account)
    expect((await retrieve(vintem, id)).status).to.equal("processing")
    expect(await mockCharges(vintem, 50_007)).to.deep.equal([])
  })

  /** What a process does that has looked a sale up and heard nothing. */
  const lookedUpInVain = (id: string, attempt: string) => async (tx: Transaction, scope: Scope) => {
    const { account } = vintem
    const intent = await tx.only(holdIntent, { account, id })
    const unheard = { state: "unknown", outcome: "unknown", charge: null, polling_since: scope.now, due_at: scope.now } as const
    await tx.one(transitionAttempt, { account, id: attempt, from: "sent", ...unheard })
    await transitionIntent(tx, scope, intent, "pending")
  }
  const approvalOf = (amount: number) =>
    ({ result: "approved", charge: newId("ch"), currency: "brl", captured: amount, gone_back: 0, charged_back: 0 }) as const

  it("a confirm whose sale is approved succeeds where another process, which looks the sale up, hears nothing at that moment", async () => {
    const { id, amount } = await newIntent(vintem, { amount: 50_008 })
    const bank = slowCall(vintem, vintem, "authorize", approvalOf(amount))
    const confirming = confirmWith(vintem, id, CARDS.approved)
    await bank.called
    const { met } = await runDuring(vintem, lookedUpInVain(id, await attemptOf({ id })), () => {
      bank.respond()
      return confirming
    })
    await met
    bank.restore()
    expect((await retrieve(vintem, id)).status).to.equal("succeeded")
    expect(await eventsOf(vintem, id)).to.deep.equal(["payment_intent.succeeded"])
    expect(await attemptsFor({ id }, "reversal")).to.deep.equal([])
  })

  it("a confirm settles its sale once where another process finds it at the same time", async () => {
    const { id, amount } = await newIntent(vintem, { amount: 50_009 })
    const approval = approvalOf(amount)
    const bank = slowCall(vintem, vintem, "authorize", approval)
    const confirming = confirmWith(vintem, id, CARDS.approved)
    await bank.called
    const { account } = vintem
    const attempt = (await findAttempt(mode().database, { account, id: await attemptOf({ id }) }))!
    const { met } = await runDuring(
      vintem,
      (tx) => tx.one(holdIntent, { account, id }),
      () => {
        bank.respond()
        return Promise.all([confirming, applySaleOutcome(mode(), attempt, approval)])
      },
    )
    const [answer, found] = await met
    bank.restore()
    expect([answer.status, found.intent.status]).to.deep.equal(["succeeded", "succeeded"])
    expect(await eventsOf(vintem, id)).to.deep.equal(["payment_intent.succeeded"])
    expect(await attemptsFor({ id }, "reversal")).to.deep.equal([])
  })

  it("a refund that is lost stays settled where another process settles it meanwhile", async () => {
    const { id } = await payWith(vintem)
    const [reached, lose] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let lookedUp = 0
    const { restore } = replaceAcquirer(vintem, vintem, (bank) => ({
      ...bank,
      refund: async () => {
        reached.resolve()
        await lose.promise
        return { result: "unknown" }
      },
      lookUpRefund: async (...args) => {
        lookedUp++
        return bank.lookUpRefund(...args)
      },
    }))
    const refunding = vintem.request("POST", "/v1/refunds", { payment_intent: id })
    await reached.promise
    const attempt = await attemptOf({ id }, "refund")
    const [refund] = await refundsOf(vintem, id)
    const { met } = await runDuring(
      vintem,
      async (tx, scope) => {
        const settled = { state: "done", outcome: "refunded", charge: null, polling_since: null, due_at: null } as const
        await tx.one(transitionAttempt, { account: vintem.account, id: attempt, from: "sent", ...settled })
        await completeRefund(tx, scope, refund!.id, "succeeded")
      },
      () => {
        lose.resolve()
        return refunding
      },
    )
    expectStatus(await met, 201)
    await recoverAttempts(vintem, vintem.account, 3600).finally(restore)
    expect([(await refundsOf(vintem, id)).map(({ status }) => status), lookedUp]).to.deep.equal([["succeeded"], 0])
  })

  it("a refund that the acquirer refuses fails where another process, which asks about it, hears nothing at that moment", async () => {
    const { id } = await payWith(vintem)
    const bank = slowCall(vintem, vintem, "refund", { result: "refused", message: "The charge is too old." })
    const refunding = vintem.request("POST", "/v1/refunds", { payment_intent: id })
    await bank.called
    const { account } = vintem
    const attempt = await attemptOf({ id }, "refund")
    const { met } = await runDuring(
      vintem,
      async (tx, { now }) => {
        await tx.one(holdIntent, { account, id })
        const unheard = { state: "unknown", outcome: "unknown", charge: null, polling_since: now, due_at: now } as const
        await tx.one(transitionAttempt, { account, id: attempt, from: "sent", ...unheard })
      },
      () => {
        bank.respond()
        return refunding
      },
    )
    await met
    bank.restore()
    expect((await refundsOf(vintem, id)).map(({ status }) => status)).to.deep.equal(["failed"])
  })

  function attemptsFor({ id }: Json, kind: string): Promise<{ id: string }[]> {
    return mode().database.all(attemptsOf, { payment_intent: id, kind })
  }

  async function attemptOf(intent: Json, kind = "charge"): Promise<string> {
    return (await attemptsFor(intent, kind))[0]!.id
  }
})
