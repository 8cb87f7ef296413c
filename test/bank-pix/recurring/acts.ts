// What payers and their banks do with charges under a mandate, beside what the clock brings. None of it comes through the API.
import type { Bank } from "../bank.ts"
import { plusDays } from "../clock.ts"
import { centsOf } from "../money.ts"
import { cancel, change, fail, isOpen, moved, newAttempt, openAttempt } from "./changes.ts"
import type { Attempt, Recurring } from "./types.ts"

/** The payer's bank schedules a charge that is CRIADA, or a retry that was asked for. It does not if the amount is more than the payer allows. */
export function schedule(bank: Bank, txid: string, at = bank.clock.now()): Recurring {
  const charge = recurringNow(bank, txid)
  const { maximum = Number.POSITIVE_INFINITY } = bank.mandates.last(charge.idRec)!
  const asked = openAttempt(charge)
  if (!isOpen(charge) || asked?.status === "AGENDADA") throw new Error(`${txid} has nothing to schedule: it is ${charge.status}`)
  if (centsOf(charge.terms.valor.original)! > maximum) return refuseCharge(bank, txid, "AM02", at)
  const attempt = moved(asked ?? newAttempt("AGND", charge.settlesOn, charge.created), "AGENDADA", at)
  return change(bank, charge, { attempt, ...(charge.status === "CRIADA" && { status: "ATIVA" }) }, { at })
}

/**
 * The payer's bank refuses: a charge that is CRIADA as a whole, and of one that is ATIVA the try that is under way. Some reasons end the charge
 * as well.
 */
export function refuseCharge(bank: Bank, txid: string, codigo: string, at = bank.clock.now()): Recurring {
  const charge = recurringNow(bank, txid)
  const open = openAttempt(charge)
  if (charge.status === "ATIVA" && open) return fail(bank, charge, open, codigo, at)
  if (charge.status !== "CRIADA") throw new Error(`${txid} is ${charge.status}, and no try is under way`)
  const rejeicao = { codigo, descricao: "Cobrança rejeitada pelo PSP do pagador" }
  return change(bank, charge, { status: "REJEITADA", closing: { rejeicao } }, { at })
}

/** The banks fail: today's try is rejected, and is sent again on the same day (RIFL), which is none of the merchant's retries. */
export function failOperationally(bank: Bank, txid: string): Recurring {
  const charge = recurringNow(bank, txid)
  const open = openAttempt(charge)
  const at = bank.clock.now()
  if (open?.day !== bank.clock.today()) throw new Error(`${txid} is not tried today`)
  const rejection = { codigo: "AB10", descricao: "Falha operacional" }
  const failed: Attempt = { ...moved(open, "REJEITADA", at), rejection }
  const again = moved({ ...newAttempt("RIFL", open.day, at), tried: 1 }, "AGENDADA", at)
  return change(bank, change(bank, charge, { attempt: failed }, { at }), { attempt: again }, { at })
}

/** The payer cancels a charge in his bank's app: until the end of the day before a try. */
export function cancelCharge(bank: Bank, txid: string): Recurring {
  const charge = recurringNow(bank, txid)
  const day = openAttempt(charge)?.day
  if (day === undefined || bank.clock.today() > plusDays(day, -1))
    throw new Error(`it is too late to cancel ${txid}: it is ${charge.status}`)
  const why = {
    solicitante: "USUARIO_PAGADOR",
    codigo: "SLBD",
    descricao: "Cancelamento solicitado pelo usuário pagador",
  } as const
  return cancel(bank, charge, why, { at: bank.clock.now() })
}

/** What the payer of a mandate has in his account from now on, in cents. Without this it is always enough. */
export function payerHas({ purses }: Bank, idRec: string, cents: number): void {
  purses.set(idRec, cents)
}

/** What a charge is now. Throws if there is none. */
export function recurringNow({ recurring }: Bank, txid: string): Recurring {
  const found = recurring.all().find((one) => one.txid === txid)
  if (!found) throw new Error(`there is no charge ${txid}`)
  return found
}

/** The charges of a mandate, the oldest first. */
export function chargesUnder({ recurring }: Bank, idRec: string): Recurring[] {
  return recurring.all().filter((one) => one.idRec === idRec)
}
