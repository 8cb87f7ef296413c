// How charges under a mandate change. Each change of a status, also of a try, is told, except that the charge was made.
import { type Bank, hookKey, idOf } from "../bank.ts"
import { type Day, dayAt, daysBetween, plusDays } from "../clock.ts"
import { newEndToEndId } from "../ids.ts"
import type { When } from "../mandates/changes.ts"
import type { Canceler } from "../mandates/types.ts"
import { receive } from "../money/receive.ts"
import { centsOf } from "../money.ts"
import { cycleOf } from "./calendar.ts"
import type { Attempt, AttemptStatus, Recurring, RecurringStatus } from "./types.ts"
import { recurringNotice } from "./view.ts"

/** A charge has at most so many retries … */
export const MOST_RETRIES = 3
/** … within so many calendar days. */
export const RETRY_DAYS = 7

/** Rejections of a try that reject the charge as a whole. */
const FATAL = ["AC05", "AM09", "DENC", "DS27", "DTED", "MIDI", "MSUC", "NITX", "RC09"]

type Change = { status?: RecurringStatus; attempt?: Attempt } & Partial<Pick<Recurring, "closing" | "pix">>

/** Writes a change of a charge and of one of its tries, a new one or one with the same id. Tells the merchant. */
export function change(bank: Bank, charge: Recurring, { status, attempt, ...rest }: Change, { at, from }: When): Recurring {
  const others = charge.attempts.filter(({ e2eid }) => e2eid !== attempt?.e2eid)
  const changed: Recurring = {
    ...{ ...charge, ...rest },
    ...(status && { status, history: [...charge.history, { status, at }] }),
    ...(attempt && { attempts: [...others, attempt] }),
  }
  bank.recurring.put(idOf(charge.cnpj, charge.txid), changed, from)
  bank.notify(hookKey("cobr", charge.cnpj), recurringNotice(bank, changed))
  return changed
}

/** A new try, which is asked of the payer's bank. */
export function newAttempt(kind: Attempt["kind"], day: Day, at: number): Attempt {
  return { day, kind, e2eid: newEndToEndId(at), status: "SOLICITADA", history: [{ status: "SOLICITADA", at }], tried: 0 }
}

export function moved(attempt: Attempt, status: AttemptStatus, at: number): Attempt {
  return { ...attempt, status, history: [...attempt.history, { status, at }] }
}

/** The try that is under way. */
export function openAttempt({ attempts }: Recurring): Attempt | undefined {
  return attempts.find(({ status }) => status === "SOLICITADA" || status === "AGENDADA")
}

/** The last day of a retry. */
export function lastRetryDay({ mandates, options }: Bank, { idRec, terms, settlesOn }: Recurring): Day {
  const { dataDeVencimento } = terms.calendario
  const last = plusDays(options.retriesFrom === "due date" ? dataDeVencimento : settlesOn, RETRY_DAYS)
  const next = cycleOf(mandates.last(idRec)!.terms.calendario, dataDeVencimento)!.next
  return last < next ? last : plusDays(next, -1)
}

export function retriesOf({ attempts }: Recurring): Attempt[] {
  return attempts.filter(({ kind }) => kind === "NTAG")
}

/** The payer's bank pays. */
export function settle(bank: Bank, charge: Recurring, attempt: Attempt, at: number): Recurring {
  const { cnpj, txid, terms } = charge
  const { payer } = bank.mandates.last(charge.idRec)!
  const cents = centsOf(terms.valor.original)!
  receive(bank, { cnpj, txid, cents, e2eid: attempt.e2eid, at, payer: { cpf: payer?.cpf, cnpj: payer?.cnpj } })
  return change(bank, charge, { status: "CONCLUIDA", attempt: moved(attempt, "PAGA", at), pix: [attempt.e2eid] }, { at })
}

/** A try has ended without money. The charge ends as well where it has no other try, or where the reason is about the charge itself. */
export function fail(bank: Bank, charge: Recurring, attempt: Attempt, codigo: string | undefined, at: number): Recurring {
  const rejection = codigo === undefined ? undefined : { codigo, descricao: "Tentativa rejeitada pelo PSP do pagador" }
  const ended = { ...moved(attempt, rejection ? "REJEITADA" : "EXPIRADA", at), ...(rejection && { rejection }) }
  if (rejection && FATAL.includes(rejection.codigo))
    return change(bank, charge, { status: "REJEITADA", attempt: ended, closing: { rejeicao: rejection } }, { at })
  const allows = bank.mandates.last(charge.idRec)!.terms.politicaRetentativa === "PERMITE_3R_7D"
  const isOver = !allows || retriesOf(charge).length >= MOST_RETRIES || lastRetryDay(bank, charge) <= dayAt(at)
  return change(bank, charge, { attempt: ended, ...(isOver && { status: "EXPIRADA" }) }, { at })
}

/** Cancels a charge with the try that is under way. */
export function cancel(
  bank: Bank,
  charge: Recurring,
  cancelamento: { solicitante: Canceler; codigo: string; descricao: string },
  when: When,
): Recurring {
  const open = openAttempt(charge)
  const attempt = open && moved(open, "CANCELADA", when.at)
  return change(bank, charge, { status: "CANCELADA", attempt, closing: { cancelamento } }, when)
}

/** A mandate has ended: its charges end, but for those that are settled on the same day or before. */
export function cancelOpen(bank: Bank, idRec: string, why: Parameters<typeof cancel>[2], when: When): void {
  const living = bank.recurring.all().filter((one) => one.idRec === idRec && isOpen(one))
  for (const charge of living) {
    const next = charge.attempts.length === 0 ? charge.settlesOn : openAttempt(charge)?.day
    if (next === undefined || daysBetween(dayAt(when.at), next) > 0) cancel(bank, charge, why, when)
  }
}

export function isOpen({ status }: Recurring): boolean {
  return status === "CRIADA" || status === "ATIVA"
}
