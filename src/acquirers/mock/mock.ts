import { createHash, randomInt } from "node:crypto"
import { findAccount } from "../../accounts/accounts.ts"
import { accountTime, type Clock } from "../../base/clock.ts"
import { dayOf, startOfDay } from "../../base/day.ts"
import type { Database, Transaction } from "../../db/database.ts"
import type { Acquirer } from "../acquirer.ts"
import { boletoBarCode } from "../bar-code.ts"
import { brCode } from "../br-code.ts"
import type { BoletoSale, CaptureOrder, CaptureOutcome, PayerAction, PixSale, Sale } from "../sale.ts"
import { decide, verdictOn } from "./decide.ts"
import { type Faults, type Operation, withFault } from "./faults.ts"
import {
  answerChallenge,
  captureCharge,
  findCharge,
  findChargeByReference,
  holdingsOf,
  isRefunded,
  type NewCharge,
  recordCharge,
  recordRefund,
  releaseCharge,
  voidCharge,
} from "./ledger.ts"
import { mockMandatesOf } from "./mandates.ts"
import { messageOf, outcomeOf } from "./outcomes.ts"

/** No real bank has this number, so no banking app can pay the mock's boletos. */
const BANK = { code: "999", name: "Banco Vintém" }
const AGENCY = "0001"
const WALLET = "09"
const CITY = "Sao Paulo"
/** Mastercard and Elo hold an amount for about as long. */
const CAPTURE_DAYS = 7
const MAX_PIX_SECONDS = 86_400

/** The name of the acquirer of test mode. */
export const MOCK_ACQUIRER = "mock"

const ABOUT = {
  name: MOCK_ACQUIRER,
  currencies: { card: "all", pix: ["brl"], boleto: ["brl"] },
  boletoClearingDays: 0,
  maxPixSeconds: MAX_PIX_SECONDS,
  hasThreeDSecure: true,
  captureDays: CAPTURE_DAYS,
  hasRefundReferences: true,
  /** As real acquirers do, it takes one refund of a debit card, from the next day on, in São Paulo. */
  refundRule: ({ funding, captured_at }: { funding: string | null; captured_at: number }) => ({
    from: funding === "debit" ? startOfDay(dayOf(captured_at) + 1) : 0,
    once: funding === "debit",
  }),
} as const

/** The acquirer of test mode. It writes its own ledger in its own transactions, as a bank would (docs/decisions/0007). */
export function mockAcquirer({ database, clock, faults }: { database: Database; clock: Clock; faults: Faults }): Acquirer {
  /** Runs a transaction of the mock's ledger about charges or references. `now` is the account's time, in Unix seconds. */
  function ledgerTransaction<T>(account: string, about: string[], run: (tx: Transaction, now: number) => Promise<T>): Promise<T> {
    return database.sharedTransaction({ owner: account, about }, async (tx) => {
      const row = await findAccount(tx, account)
      return run(tx, accountTime(clock, row ?? { clock_offset: 0 }))
    })
  }
  const record = (charge: Omit<NewCharge, "now">) =>
    ledgerTransaction(charge.account, [charge.reference], async (tx, now) =>
      outcomeOf(await recordCharge(tx, { ...charge, now })),
    )
  const faulty = <T>({ account }: { account: string }, operation: Operation, run: () => Promise<T>) =>
    withFault(faults, account, operation, run)

  return {
    ...ABOUT,
    authorize: (sale) =>
      faulty(sale, "authorize", () =>
        ledgerTransaction(sale.account, [sale.reference], async (tx, now) => {
          const decision = decide(sale, now)
          if (decision === "unavailable") return { result: "unavailable" }
          const { installments, capture_later } = sale
          const charge = { ...common(sale), kind: "card", installments, capture_later, ...decision, now } as const
          return outcomeOf(await recordCharge(tx, charge))
        }),
      ),
    createPix: (sale) =>
      faulty(sale, "create_pix", () => record({ ...common(sale), kind: "pix", status: "action_required", action: pixOf(sale) })),
    createBoleto: (sale) =>
      faulty(sale, "create_boleto", () =>
        record({ ...common(sale), kind: "boleto", status: "action_required", action: boletoOf(sale) }),
      ),
    verify: (account, card) =>
      faulty({ account }, "verify", () => ledgerTransaction(account, [], async (_tx, now) => verdictOn(card, now))),
    refund: ({ account, reference, charge, amount }) =>
      faulty({ account }, "refund", () =>
        ledgerTransaction(account, [charge], async (tx, now) => {
          const decision = await recordRefund(tx, { account, reference, charge, amount, kind: "refund", now })
          return decision === "refunded"
            ? { result: "refunded" }
            : { result: "refused", message: "The charge does not exist, was not approved, or has less left to refund." }
        }),
      ),
    lookUp: (account, reference) =>
      faulty({ account }, "look_up", async () => {
        const row = await findChargeByReference(database, account, reference)
        return row && outcomeOf(row)
      }),
    lookUpRefund: ({ account, reference }) =>
      faulty({ account }, "look_up_refund", async () =>
        (await isRefunded(database, account, reference)) ? { result: "refunded" } : undefined,
      ),
    holds: ({ account, charge }) => faulty({ account }, "holds", () => holdingsOf(database, account, charge)),
    ...afterSale(faulty, ledgerTransaction),
    mandates: mockMandatesOf(database, faulty, ledgerTransaction),
    finishChallenge: (account, reference, passed) =>
      faulty({ account }, "finish_challenge", () =>
        ledgerTransaction(account, [reference], async (tx, now) =>
          outcomeOf(await answerChallenge(tx, { account, reference, passed, now })),
        ),
      ),
  }
}

type Faulty = <T>(of: { account: string }, operation: Operation, run: () => Promise<T>) => Promise<T>
type InLedger = <T>(account: string, about: string[], run: (tx: Transaction, now: number) => Promise<T>) => Promise<T>

/** What may follow a sale before its money is taken. */
function afterSale(faulty: Faulty, inLedger: InLedger): Required<Pick<Acquirer, "voidPix" | "capture" | "release">> {
  return {
    voidPix: ({ account, charge }) =>
      faulty({ account }, "void_pix", () =>
        inLedger(account, [charge], async (tx) => ({
          result: (await voidCharge(tx, account, charge)) ? "voided" : "refused",
        })),
      ),
    capture: (order) =>
      faulty(order, "capture", () => inLedger(order.account, [order.charge], (tx, now) => capture(tx, { ...order, now }))),
    release: ({ account, charge }) =>
      faulty({ account }, "release", () =>
        inLedger(account, [charge], async (tx) => ({
          result: (await releaseCharge(tx, account, charge)) ? "voided" : "refused",
        })),
      ),
  }
}

/** A charge that was captured before is not captured again. The outcome is what it shows. */
async function capture(tx: Transaction, order: CaptureOrder & { now: number }): Promise<CaptureOutcome> {
  const captured = await captureCharge(tx, order)
  const row = captured ?? (await findCharge(tx, order.account, order.charge))
  const outcome = row && outcomeOf(row)
  if (outcome?.result === "approved") return outcome
  const code = row?.code ?? "processing_error"
  return { result: "refused", code, message: messageOf(code) }
}

function common({ account, reference, amount, currency }: Sale) {
  return { account, reference, amount, currency }
}

function pixOf({ account, reference, amount, payee }: PixSale): PayerAction {
  const br_code = brCode({ key: keyOf(account), amount, txid: reference, merchantName: payee.name, merchantCity: CITY })
  return { type: "pix", br_code }
}

/** A PIX key that looks random but is always the same for an account. */
function keyOf(account: string): string {
  const hex = createHash("sha256").update(`pix key of ${account}`).digest("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function boletoOf({ account, amount, due_date }: BoletoSale): PayerAction {
  const ourNumber = String(randomInt(1e11)).padStart(11, "0")
  const code = String(Number.parseInt(createHash("sha256").update(account).digest("hex").slice(0, 8), 16) % 1e7).padStart(7, "0")
  const freeField = `${AGENCY}${WALLET}${ourNumber}${code}0`
  return {
    type: "boleto",
    bar_code: boletoBarCode({ bank: BANK.code, amount, dueDate: due_date, freeField }),
    bank: BANK,
    agency_and_code: `${AGENCY} / ${code}`,
    our_number: `${WALLET}/${ourNumber}`,
    wallet: WALLET,
  }
}
