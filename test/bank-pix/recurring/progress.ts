// What the bank's clock brings. A clock that a test owns moves without a word, so the bank catches up before it does anything else.
import { type Bank, idOf } from "../bank.ts"
import { momentOf } from "../clock.ts"
import { endOfMandate, moveMandate, moveRequest, openRequests } from "../mandates/changes.ts"
import type { Mandate, MandateRequest } from "../mandates/types.ts"
import { centsOf } from "../money.ts"
import { schedule } from "./acts.ts"
import { change, fail, lastRetryDay, openAttempt, settle } from "./changes.ts"
import type { Attempt, Recurring } from "./types.ts"

/** When the payer's bank tries, in hours of the day. It may do so from 0 to 8, and if that fails from 18 to 21. */
const HOURS = [6, 19] as const
/** Nothing is paid after this hour. */
const LAST_HOUR = 21

type Event = { at: number; run(at: number): void }

/** Does all that has fallen due, in the order of its time. */
export function catchUp(bank: Bank): void {
  for (let next = nextOf(bank); next && next.at <= bank.clock.now(); next = nextOf(bank)) next.run(next.at)
}

function nextOf(bank: Bank): Event | undefined {
  const events = [
    ...bank.mandates.all().flatMap((one) => ofMandate(bank, one)),
    ...bank.recurring.all().flatMap((one) => ofCharge(bank, one)),
  ]
  return events.reduce<Event | undefined>((first, one) => (first && first.at <= one.at ? first : one), undefined)
}

function ofMandate(bank: Bank, mandate: Mandate): Event[] {
  const end = bank.options.mandateExpiry === "at once" ? endOfMandate(mandate) : undefined
  return [
    ...(end === undefined
      ? []
      : [{ at: end, run: (at: number) => void moveMandate(bank, mandate, { status: "EXPIRADA" }, { at }) }]),
    ...openRequests(bank, mandate.idRec).flatMap((one) => ofRequest(bank, one)),
  ]
}

function ofRequest(bank: Bank, request: MandateRequest): Event[] {
  const { payerBankMs } = bank.options
  const arrive = (at: number) => void moveRequest(bank, moveRequest(bank, request, "ENVIADA", { at }), "RECEBIDA", { at })
  return [
    ...(request.status === "CRIADA" && payerBankMs !== null ? [{ at: request.created + payerBankMs, run: arrive }] : []),
    { at: request.expires, run: (at) => void moveRequest(bank, request, "EXPIRADA", { at }) },
  ]
}

function ofCharge(bank: Bank, charge: Recurring): Event[] {
  const { payerBankMs } = bank.options
  const open = openAttempt(charge)
  const isAsked = charge.status === "CRIADA" || open?.status === "SOLICITADA"
  const asked = open?.history[0]?.at ?? charge.created
  const answer = (at: number) => void schedule(bank, charge.txid, at)
  return [
    ...(isAsked && payerBankMs !== null ? [{ at: asked + payerBankMs, run: answer }] : []),
    ...(open ? ofAttempt(bank, charge, open) : charge.status === "ATIVA" ? [ending(bank, charge)] : []),
  ]
}

function ofAttempt(bank: Bank, charge: Recurring, attempt: Attempt): Event[] {
  const hour = HOURS[attempt.tried]
  const isTried = attempt.status === "AGENDADA" && hour !== undefined
  return [
    ...(isTried ? [{ at: momentOf(attempt.day, hour), run: (at: number) => attemptNow(bank, charge, attempt, at) }] : []),
    { at: momentOf(attempt.day, LAST_HOUR), run: (at) => void fail(bank, charge, attempt, undefined, at) },
  ]
}

/** The payer's bank looks for the money. Why there is none, it does not say. */
function attemptNow(bank: Bank, charge: Recurring, attempt: Attempt, at: number): void {
  const cents = centsOf(charge.terms.valor.original)!
  const purse = bank.purses.get(charge.idRec) ?? Number.POSITIVE_INFINITY
  const tried = { ...attempt, tried: attempt.tried + 1 }
  if (purse < cents) {
    const attempts = charge.attempts.map((one) => (one.e2eid === attempt.e2eid ? tried : one))
    bank.recurring.put(idOf(charge.cnpj, charge.txid), { ...charge, attempts })
    return
  }
  bank.purses.set(charge.idRec, purse - cents)
  settle(bank, charge, tried, at)
}

/** Nobody has asked for another try in time. */
function ending(bank: Bank, charge: Recurring): Event {
  const run = (at: number) => void change(bank, charge, { status: "EXPIRADA" }, { at })
  return { at: momentOf(lastRetryDay(bank, charge), LAST_HOUR), run }
}
