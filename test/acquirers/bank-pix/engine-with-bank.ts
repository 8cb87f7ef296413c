// A server without a scheduler whose acquirer is a simulated bank. All three follow one clock, which a test moves.
import type { Acquirer } from "../../../src/acquirers/acquirer.ts"
import { bankPix } from "../../../src/acquirers/bank-pix/bank-pix.ts"
import { callAcquirers } from "../../../src/payments/call-acquirers.ts"
import type { PaymentsMode } from "../../../src/payments/intents/mode.ts"
import { noteNotification } from "../../../src/payments/notifications.ts"
import { type BankPix, startBankPix } from "../../bank-pix/bank-pix.ts"
import { type Running, startVintem } from "../../support/app/vintem.ts"
import { freshDatabases } from "../../support/databases/databases.ts"
import { statement } from "../../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../../support/merchants/merchant.ts"
import { mayFail, payWith, perform } from "../../support/merchants/rails.ts"
import { openBankPix } from "./open.ts"

type Attempt = { kind: string; state: string; charge: string | null }

const attemptsOf = statement<Attempt, "account">((k, p) =>
  k("attempts").where({ account: p.account }).orderBy("created").orderBy("id").select("kind", "state", "charge"),
)
const newestSale = statement<{ reference: string }, "account">((k, p) =>
  k("attempts").where({ account: p.account, kind: "charge" }).orderBy("id", "desc").limit(1).select("reference"),
)

type Told = { txid?: string; endToEndId: string; devolucoes?: object[] }

export type BankServer = {
  vintem: Running
  bank: BankPix
  merchant: Merchant
  /** The step at which the process dies. */
  dies: { at?: string | undefined }
  /** Does what is due so many seconds after the start of the test. */
  poll(later: number): Promise<unknown>
  /** The same where some of it may fail. */
  pollInVain(later: number): Promise<unknown>
  /** A PIX of 49.90 that waits for its payer, with its txid. */
  newPix(): Promise<{ id: string; txid: string; public: string }>
  /** The same, paid, and the payment known. */
  paidPix(): Promise<{ id: string; txid: string; e2eid: string }>
  attempts(): Promise<Attempt[]>
  /** Hands a notification of payments in as the bank's webhook does. `mode` is another view of the same server. */
  notify(payments: Told | Told[], mode?: PaymentsMode): Promise<void>
}

/** Call it in a `describe`. Each test has a merchant of its own. */
export function withBank(): BankServer {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead * 1000 }
  let acquirer: Acquirer
  let databases: Awaited<ReturnType<typeof freshDatabases>>
  const on = { dies: {} } as BankServer
  before(async () => {
    databases = await freshDatabases()
    on.bank = await startBankPix({ clock: clock.now, refunds: "at once" })
    ;({ acquirer } = await openBankPix(on.bank))
    const checkpoint = (step: string) => {
      if (step === on.dies.at) throw new Error(`the process dies at: ${step}`)
    }
    on.vintem = await startVintem({}, { role: "api", databases, clock, checkpoint, acquirerOf: () => acquirer })
  })
  beforeEach(async () => {
    on.merchant = await newMerchant(on.vintem)
  })
  afterEach(() => {
    on.dies.at = undefined
    clock.ahead = 0
    on.bank.faults.clear()
  })
  after(async () => {
    await on.vintem.close()
    await acquirer.close!()
    await databases.remove()
    await on.bank.close()
  })
  const test = () => on.vintem.server.modes.test
  const poll = (later: number) => {
    clock.ahead = later
    return perform(on.vintem, callAcquirers, on.merchant.account)
  }
  return Object.assign(on, {
    poll,
    pollInVain: (later) => mayFail(poll(later)),
    async newPix() {
      const { id, charges } = await payWith(on.merchant, "pix")
      const { reference } = await test().database.only(newestSale, { account: on.merchant.account })
      return { id, txid: `vintem${reference}`, public: charges.latest }
    },
    async paidPix() {
      const { id, txid } = await on.newPix()
      const e2eid = on.bank.pay(txid)
      await poll(clock.ahead + 70)
      return { id, txid, e2eid }
    },
    attempts: () => test().database.all(attemptsOf, { account: on.merchant.account }),
    async notify(payments, mode = test()) {
      for (const one of bankPix.readNotifications({ pix: [payments].flat() }) ?? [])
        await noteNotification(mode, { acquirer: "bank-pix", account: on.merchant.account, ...one })
    },
  } satisfies Partial<BankServer>)
}
