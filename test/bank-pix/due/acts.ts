// What payers do with charges that have a due date.
import { type Bank, idOf } from "../bank.ts"
import { readCode } from "../code.ts"
import { receive } from "../money/receive.ts"
import { tellPix } from "../money/returns.ts"
import { amountOn, lastDay } from "./amount.ts"
import type { DueCharge } from "./types.ts"

/** `amount` in cents: what is due today unless given. `town`: of the payer. `late`: paid although it is too late. */
export type DuePayment = { amount?: number; town?: string; late?: boolean; isTold?: boolean }

/** Pays a charge with a due date by its txid or its code. Returns the end-to-end id. Throws where the payer's bank refuses it. */
export function payDue(bank: Bank, which: string, { amount, town, late = false, isTold = true }: DuePayment = {}): string {
  const charge = dueNow(bank, which)
  const terms = charge.revisions.at(-1)!
  const place = { town, holidays: bank.options.townHolidays }
  const today = bank.clock.today()
  if (charge.status !== "ATIVA") throw new Error(`the payer's bank refuses: ${charge.txid} is ${charge.status}`)
  if (today > lastDay(terms, place) && !late) throw new Error(`the payer's bank refuses: ${charge.txid} can no longer be paid`)
  const parts = amount === undefined ? amountOn(terms, today, place) : undefined
  const { total = amount!, ...components } = parts ?? {}
  const { cnpj, txid } = charge
  const pix = receive(bank, { cnpj, txid, key: terms.chave, cents: total, components })
  bank.due.put(idOf(cnpj, txid), { ...charge, status: "CONCLUIDA", pix: [...charge.pix, pix.e2eid] })
  if (isTold) tellPix(bank, pix)
  return pix.e2eid
}

/** A charge by its txid, or by its code. Throws if there is none. */
export function dueNow({ due }: Bank, which: string): DueCharge {
  const location = which.startsWith("000201") ? readCode(which).location : undefined
  const found = due.all().find(({ txid, loc }) => (location === undefined ? txid === which : loc.location === location))
  if (!found) throw new Error(`there is no charge ${which}`)
  return found
}
