// Sales by whose code a payer also agrees: a mandate with its first payment (journey 3), or alone (journey 2).
import { CallRefused } from "../acquirer.ts"
import type { FoundingSale } from "../mandates.ts"
import type { SaleOutcome } from "../sale.ts"
import { objectOf } from "../wire/json.ts"
import { NoAnswer } from "../wire/request.ts"
import { type Charge, txidOf } from "./charge.ts"
import { codeOf, mandateCodeOf } from "./code.ts"
import type { Account } from "./exchange.ts"
import { logRefused, type Written, write } from "./failures.ts"
import type { Period } from "./list.ts"
import { type BankMandate, findMandate, isLiving, listMandates, PERIODS, RETRIES, statusOf } from "./mandate.ts"
import { cancelMandate, mandateIn } from "./mandates.ts"
import { decidedOutcome } from "./outcomes.ts"
import { findCharge, makeCharge, paymentsFor } from "./sales.ts"
import { reaisOf, textOf } from "./wire.ts"

/** The longest texts of the contract. */
const MAX_OBJECT = 35
const MAX_NAME = 140

/** How far a bank's clock may differ from this machine's. */
const CLOCK_MS = 5 * 60_000
/** A mandate is made in the same call as its charge, and before it. */
const BEFORE_CHARGE_MS = 3_600_000
/** For so long a sale that is over may still be asked about: a day for its payer, a week in which it is watched, and one more. */
const AFTER_MS = 9 * 86_400_000

/**
 * Makes a mandate, then its charge, then asks for the code of both. The bank makes the mandate's id, so two requests would make two mandates: each
 * is sent once, and what was made before for the same contract is looked for first.
 */
export async function found(account: Account, sale: FoundingSale, signal: AbortSignal): Promise<SaleOutcome> {
  if (sale.currency !== "brl") return refused("The acquirer takes payments in brl only.")
  if (!sale.payer.document) return refused("The payer of a mandate needs a CPF or a CNPJ.")
  const mandate = await mandateFor(account, sale, signal)
  if ("result" in mandate) return mandate
  const charge = sale.amount === 0 ? undefined : await makeCharge(account, sale, signal)
  const decided = charge && ("result" in charge ? charge : decidedOutcome(charge, charge.pix))
  const outcome = decided ?? (await waiting(account, { sale, mandate, charge: charge as Charge | undefined }, signal))
  // No payer can have seen a code of it.
  if (outcome.result === "unavailable" || outcome.result === "refused") await endQuietly(account, mandate, signal)
  return outcome
}

/** The mandate of a sale: one that an earlier call has made, or a new one. Returns an outcome if there is none to show. */
async function mandateFor(account: Account, sale: FoundingSale, signal: AbortSignal): Promise<BankMandate | SaleOutcome> {
  try {
    const { own, areOthersEnded } = await onlyMandate(account, sale, signal)
    if (!areOthersEnded) return { result: "unavailable" }
    if (own) return own
  } catch (error) {
    // Nothing was made.
    if (error instanceof NoAnswer) return { result: "unavailable" }
    if (error instanceof CallRefused) return { result: "unavailable", refused: true }
    throw error
  }
  return makeMandate(account, sale, signal)
}

/** The living mandate of a sale, if there is one. Ends all others of its contract: nobody has seen them, or their sales are over. */
async function onlyMandate(
  account: Account,
  sale: FoundingSale,
  signal: AbortSignal,
): Promise<{ own: BankMandate | undefined; areOthersEnded: boolean }> {
  const living = (await listFor(account, sale, periodOf(account, sale), signal)).filter(isLiving)
  const own = living.find((one) => one.txid === wantedTxid(sale) && isAsOrdered(one, sale))
  const ended = await Promise.all(living.filter((one) => one !== own).map(({ id }) => cancelMandate(account, id, signal)))
  return { own, areOthersEnded: ended.every(({ result }) => result === "voided" || result === "refused") }
}

/** A location without a mandate serves nobody. So one whose answer is lost may stay. */
async function makeMandate(account: Account, sale: FoundingSale, signal: AbortSignal): Promise<BankMandate | SaleOutcome> {
  const place = await write(account, { method: "POST", path: "/locrec" }, signal)
  if (place.result === "unavailable") return place
  const { loc, location } = placeIn(place)
  if (loc === undefined) return notTaken(account, "POST /locrec", place, "unavailable")
  const written = await write(account, { method: "POST", path: "/rec", body: bodyOf(sale, loc) }, signal)
  if (written.result === "unavailable") return written
  const made = mandateIn(written) ?? (await onlyMandate(account, sale, signal)).own
  if (!made) return notTaken(account, "POST /rec", written, "unknown")
  if (isAsOrdered(made, sale)) return { ...made, location: made.location ?? location }
  account.log.error({ account: account.account, mandate: made.id }, "a bank shows other terms of a mandate than were ordered")
  await endQuietly(account, made, signal)
  return { result: "unavailable" }
}

function placeIn(place: Written): { loc?: number; location?: string | undefined } {
  const { id, location } = objectOf(place.result === "done" ? place.answer.body : undefined)
  const loc = Number(textOf(id))
  return Number.isSafeInteger(loc) ? { loc, location: textOf(location) } : {}
}

/** Of what is not there: it was refused for good, or is `otherwise`. */
function notTaken(account: Account, call: string, written: Written, otherwise: "unavailable" | "unknown"): SaleOutcome {
  if (written.result !== "refused" && written.result !== "none") return { result: otherwise }
  logRefused(account, call, written.error)
  return refused(`The bank did not accept the mandate (${written.error}).`)
}

function bodyOf(sale: FoundingSale, loc: number): object {
  const { contract, object, first_day, period, amount } = sale.mandate
  const txid = wantedTxid(sale)
  return {
    vinculo: {
      ...{ contrato: contract, objeto: object.slice(0, MAX_OBJECT) },
      devedor: { ...debtorOf(sale), nome: sale.payer.name.slice(0, MAX_NAME) },
    },
    calendario: { dataInicial: first_day, periodicidade: PERIODS[period] },
    ...{ valor: { valorRec: reaisOf(amount) }, politicaRetentativa: RETRIES, loc },
    ...(txid !== undefined && { ativacao: { dadosJornada: { txid } } }),
  }
}

function debtorOf({ payer: { document } }: FoundingSale): Record<string, string> {
  return document ? { [document.type]: document.number } : {}
}

/** The charge that the mandate names. Undefined if its payer only agrees. */
function wantedTxid({ amount, reference }: FoundingSale): string | undefined {
  return amount === 0 ? undefined : txidOf(reference)
}

/** Whether nothing that the bank shows differs from what was ordered. */
function isAsOrdered(shown: BankMandate, sale: FoundingSale): boolean {
  const { contract, amount, period, first_day } = sale.mandate
  const pairs = [
    [shown.contract, contract],
    [shown.cents, amount],
    [shown.period, PERIODS[period]],
    [shown.firstDay, first_day],
    [shown.policy, RETRIES],
    [shown.txid, wantedTxid(sale)],
  ]
  return pairs.every(([value, ordered]) => value === undefined || value === ordered)
}

type Waiting = { sale: FoundingSale; mandate: BankMandate; charge: Charge | undefined }

/** What a payer has not decided yet. What no payer could scan counts as not made. */
async function waiting(account: Account, { sale, mandate, charge }: Waiting, signal: AbortSignal): Promise<SaleOutcome> {
  const whole = await wholeMandate(account, mandate, charge?.txid, signal)
  const composed = mandateCodeOf(whole, charge, sale.payee.name)
  // The payment decides the sale, so it can be paid without its mandate.
  const br_code = composed ?? (charge && !isLiving(mandate) ? codeOf(charge, sale.payee.name) : undefined)
  if (br_code === undefined) return { result: "unavailable", ...(charge && { watch: true }) }
  return { result: "action_required", charge: charge?.txid ?? null, action: { type: "pix", br_code }, mandate: mandate.id }
}

/** The mandate with its code. Without an answer, the code can be made of the locations. */
async function wholeMandate(
  account: Account,
  mandate: BankMandate,
  txid: string | undefined,
  signal: AbortSignal,
): Promise<Pick<BankMandate, "code" | "location">> {
  const { id, location } = mandate
  try {
    const shown = await findMandate(account, { id, txid }, signal)
    return { code: shown?.code, location: shown?.location ?? location }
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof CallRefused) return { code: undefined, location }
    throw error
  }
}

/** Ends a mandate that nobody has seen. If that fails, the next sale of the contract ends it. */
async function endQuietly(account: Account, { id }: BankMandate, signal: AbortSignal): Promise<void> {
  await cancelMandate(account, id, signal).catch(() => {})
}

/** The current outcome of such a sale. Undefined if the bank has none. Throws if it gives no answer. */
export async function lookUpFounding(
  account: Account,
  sale: FoundingSale,
  signal: AbortSignal,
): Promise<SaleOutcome | undefined> {
  if (sale.amount === 0) return lookUpAgreement(account, sale, signal)
  const charge = await findCharge(account, sale.reference, signal)
  if (!charge) return withoutCharge(account, sale, signal)
  const decided = decidedOutcome(charge, await paymentsFor(account, charge, signal))
  if (decided) return decided
  const period = { from: charge.created - BEFORE_CHARGE_MS, to: charge.created + CLOCK_MS }
  const made = await listFor(account, sale, period, signal)
  const mandate = made.find(({ txid }) => txid === charge.txid) ?? made.find(({ txid }) => txid === undefined)
  // It was made before its charge, so the bank does not show it yet.
  if (!mandate) throw new NoAnswer(`the bank shows no mandate for the charge ${charge.txid}`)
  return waiting(account, { sale, mandate, charge }, signal)
}

/** The mandate is made before its charge, so it may be there alone. Nobody has seen a code of it. */
async function withoutCharge(account: Account, sale: FoundingSale, signal: AbortSignal): Promise<SaleOutcome | undefined> {
  const made = await listFor(account, sale, periodOf(account, sale), signal)
  const mandate = made.find(isLiving)
  return mandate && { result: "unavailable", mandate: mandate.id }
}

/** A payer who pays nothing now: the mandate decides. */
async function lookUpAgreement(account: Account, sale: FoundingSale, signal: AbortSignal): Promise<SaleOutcome | undefined> {
  const made = await listFor(account, sale, periodOf(account, sale), signal)
  const mandate = made.find((one) => statusOf(one) === "active") ?? made.find(isLiving) ?? made[0]
  switch (mandate && statusOf(mandate)) {
    case undefined:
      return undefined
    case "active":
      return { result: "verified" }
    case "pending":
      return mandate && waiting(account, { sale, mandate, charge: undefined }, signal)
    case "rejected":
      return refused("The payer did not agree to the mandate.")
    default:
      return refused("The mandate was ended before its payer agreed.")
  }
}

/** When mandates for a sale can have been made, if it may be over. */
function periodOf(account: Account, { lifetime_seconds }: FoundingSale): Period {
  const now = account.now()
  return { from: now - lifetime_seconds * 1000 - AFTER_MS, to: now + CLOCK_MS }
}

/**
 * The mandates of a sale. The payer's document may have changed since they were made, so one whose id is known is not looked for by it. Nor is it asked
 * for with its charge: the bank refuses that where the charge was never made.
 */
async function listFor(account: Account, sale: FoundingSale, period: Period, signal: AbortSignal): Promise<BankMandate[]> {
  const { contract, known } = sale.mandate
  if (known === undefined) return listMandates(account, { contract, debtor: debtorOf(sale), period }, signal)
  const mandate = await findMandate(account, { id: known }, signal)
  return mandate ? [mandate] : []
}

function refused(message: string): SaleOutcome {
  return { result: "refused", charge: null, code: "processing_error", message }
}
