// PIX Automático in test mode. The price decides what becomes of a mandate and of its charges: docs/guides/pix-automatico.md.
import { nextBankingDay } from "../../base/banking-days.ts"
import { dayOf, dayOfDate, startOfDay } from "../../base/day.ts"
import { newId } from "../../base/ids.ts"
import { must } from "../../base/must.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { mandateBrCode } from "../br-code.ts"
import type { FoundingSale, MandateCharge, MandateStatus, Mandates } from "../mandates.ts"
import type { PayerAction, SaleOutcome, VoidOutcome } from "../sale.ts"
import type { Operation } from "./faults.ts"
import { findCharge, findChargeByReference, recordCharge } from "./ledger.ts"
import { outcomeOf } from "./outcomes.ts"
import { type ChargeRow, type MockMandateRow, mockCharges, mockMandates } from "./tables.ts"

const insertMandate = mockMandates.insert(["id", "account", "created", "contract", "status", "amount", "br_code"])
const byId = mockMandates.find(["account", "id"])
const byContract = mockMandates.find(["account", "contract"])
const decide = mockMandates.update(["account", "contract"], ["status"], (rows) =>
  rows.where({ status: "pending" }).returning("*"),
)
const end = mockMandates.update(["account", "id"], ["status"], (rows) =>
  rows.whereIn("status", ["pending", "active"]).returning("*"),
)
const RETRIED = ["reference", "status", "code", "details", "notice", "notice_at"] as const
const retry = mockCharges.update(["account", { id: "charge" }], RETRIED, (rows) =>
  rows.where({ status: "refused" }).returning("*"),
)
const withdraw = mockCharges.find(["account", { id: "charge" }], (rows) =>
  rows
    .where({ status: "pending" })
    .update({ status: "refused", code: "processing_error", notice: null, notice_at: null })
    .returning("*"),
)

const CITY = "Sao Paulo"
/** Cents of a price with which the payer's bank rejects the mandate, and with which it finds no money: until the retry of day 3, or ever. */
const REJECTED = 13
const PAYS_LATE = 51
const NEVER_PAYS = 61
/** A payer's bank tries first in the night, and for the last time in the evening. In Brasília. */
const PAID_SECONDS = 6 * 3600
const LAST_TRY_SECONDS = 21 * 3600
/** The day after the first try, of those on which it is tried once more, on which a late payer has money. */
const LATE_DAYS = 3
/** A charge is withdrawn until eight in the evening of the day before. */
const WITHDRAW_SECONDS = -4 * 3600

type Faulty = <T>(of: { account: string }, operation: Operation, run: () => Promise<T>) => Promise<T>
type InLedger = <T>(account: string, about: string[], run: (tx: Transaction, now: number) => Promise<T>) => Promise<T>

/** The part of the mock that has mandates. */
export function mockMandatesOf(database: Queries, faulty: Faulty, inLedger: InLedger): Mandates {
  return {
    found: (sale) =>
      faulty(sale, "found_mandate", () => inLedger(sale.account, [sale.reference], (tx, now) => found(tx, sale, now))),
    lookUpFounding: (sale) => faulty(sale, "look_up", () => lookUpFounding(database, sale)),
    mandate: ({ account, mandate: id }) =>
      faulty({ account }, "mandate", async () => (await database.one(byId, { account, id }))?.status),
    cancel: ({ account, mandate: id }) =>
      faulty({ account }, "cancel_mandate", () =>
        inLedger(account, [id], async (tx) => ({ result: (await endMockMandate(tx, account, id)) ? "voided" : "refused" })),
      ),
    charge: (order) =>
      faulty(order, "charge_mandate", () =>
        inLedger(order.account, [order.reference], async (tx, now) => outcomeOf(await charge(tx, order, now))),
      ),
    lookUpCharge: ({ account, reference }) =>
      faulty({ account }, "look_up", async () => {
        const row = await findChargeByReference(database, account, reference)
        return row && outcomeOf(row)
      }),
    withdraw: (order) =>
      faulty(order, "void_pix", () => inLedger(order.account, [order.charge], (tx, now) => withdrawCharge(tx, order, now))),
  }
}

async function found(tx: Transaction, sale: FoundingSale, now: number): Promise<SaleOutcome> {
  const { account, reference, amount, currency, payee, mandate } = sale
  const id = newId("mmd")
  const locations = { mandate: `pix.example/rec/${id}`, charge: { location: `pix.example/cob/${reference}`, amount } }
  const { charge, ...alone } = { ...locations, merchantName: payee.name, merchantCity: CITY }
  const br_code = mandateBrCode(amount === 0 ? alone : { ...alone, charge })
  const { contract } = mandate
  await tx.run(insertMandate, { id, account, created: now, contract, status: "pending", amount: mandate.amount, br_code })
  const action: PayerAction = { type: "pix", br_code }
  if (amount === 0) return { result: "action_required", charge: null, action, mandate: id }
  const row = { account, reference, amount, currency, kind: "pix", status: "action_required", action, now } as const
  return withMandate(outcomeOf(await recordCharge(tx, row)), id)
}

async function lookUpFounding(db: Queries, sale: FoundingSale): Promise<SaleOutcome | undefined> {
  const { account, reference, amount } = sale
  const mandate = await db.one(byContract, { account, contract: sale.mandate.contract })
  if (!mandate) return undefined
  if (amount === 0) return withoutPayment(mandate)
  const row = await findChargeByReference(db, account, reference)
  return row && withMandate(outcomeOf(row), mandate.id)
}

function withoutPayment({ id: mandate, status, br_code }: MockMandateRow): SaleOutcome {
  if (status === "active") return { result: "verified" }
  if (status === "pending") return { result: "action_required", charge: null, action: { type: "pix", br_code }, mandate }
  return { result: "refused", charge: null, code: "card_declined", message: "The payer has not agreed to the mandate." }
}

function withMandate(outcome: SaleOutcome, mandate: string): SaleOutcome {
  return outcome.result === "action_required" ? { ...outcome, mandate } : outcome
}

/** The payer scans the code of a mandate, and agrees unless the price says otherwise. Returns what the mandate is then. */
export async function agreeAtMock(tx: Transaction, account: string, contract: string): Promise<MandateStatus | undefined> {
  const mandate = await tx.one(byContract, { account, contract })
  if (!mandate) return undefined
  const status = mandate.amount % 100 === REJECTED ? "rejected" : "active"
  return (await tx.one(decide, { account, contract, status }))?.status ?? mandate.status
}

/** The payer, the payer's bank or the merchant ends a mandate. Returns false if it had ended. */
export async function endMockMandate(tx: Transaction, account: string, id: string): Promise<boolean> {
  return (await tx.one(end, { account, id, status: "canceled" })) !== undefined
}

async function charge(tx: Transaction, order: MandateCharge, now: number): Promise<ChargeRow> {
  const { account, reference, amount, mandate: id, retry_of } = order
  const mandate = await tx.one(byId, { account, id })
  const day = nextBankingDay(must(dayOfDate(order.day), order.day))
  const isAlive = mandate?.status === "active"
  if (retry_of && isAlive) {
    const before = await findCharge(tx, account, retry_of)
    const first_day = before?.details?.type === "mandate" ? before.details.first_day : day
    const details = { type: "mandate" as const, first_day, may_retry: true }
    const tried = { reference, status: "pending", code: null, details, ...noticeOf(amount, day, first_day) } as const
    const row = await tx.one(retry, { account, charge: retry_of, ...tried })
    if (row) return row
  }
  const made = { account, reference, amount, currency: "brl", kind: "pix" as const, now }
  if (!isAlive || retry_of || day <= dayOf(now)) return recordCharge(tx, { ...made, status: "refused", code: "processing_error" })
  const details = { type: "mandate" as const, first_day: day, may_retry: true }
  return recordCharge(tx, { ...made, status: "pending", action: details, ...noticeOf(amount, day, day) })
}

/** What the payer's bank says on the day of a try, and when. */
function noticeOf(amount: number, day: number, first_day: number): { notice: "settled" | "unpaid"; notice_at: number } {
  const cents = amount % 100
  const isUnpaid = cents === NEVER_PAYS || (cents === PAYS_LATE && day - first_day < LATE_DAYS)
  return isUnpaid
    ? { notice: "unpaid", notice_at: startOfDay(day) + LAST_TRY_SECONDS }
    : { notice: "settled", notice_at: startOfDay(day) + PAID_SECONDS }
}

async function withdrawCharge(
  tx: Transaction,
  { account, charge }: { account: string; charge: string },
  now: number,
): Promise<VoidOutcome> {
  const row = await findCharge(tx, account, charge)
  const isInTime = row?.notice_at != null && now < startOfDay(dayOf(row.notice_at)) + WITHDRAW_SECONDS
  return { result: isInTime && (await tx.one(withdraw, { account, charge })) ? "voided" : "refused" }
}
