import { type Bank, hookKey, idOf, type Pix, type Return } from "../bank.ts"
import { newReturnId } from "../ids.ts"
import { recurringNotice } from "../recurring/view.ts"
import { pixView } from "./view.ts"

/** What the account cannot pay is not returned. */
const NO_MONEY = "Saldo insuficiente"

/** Cents that are on their way back, or have gone back. */
export function returnedOf({ returns }: Pix): number {
  return returns.filter(({ status }) => status !== "NAO_REALIZADO").reduce((sum, { cents }) => sum + cents, 0)
}

/** A new devolução, which nobody has settled. */
export function newReturn(bank: Bank, given: Pick<Return, "id" | "cents" | "by" | "nature" | "description">): Return {
  const asked = bank.clock.now()
  return { ...given, rtrId: newReturnId(asked), asked, status: "EM_PROCESSAMENTO" }
}

/** Writes a devolução down, in the place of one with the same id. `from`: when it is seen. */
export function saveReturn(bank: Bank, e2eid: string, one: Return, from = 0): Pix {
  const pix = pixOf(bank, e2eid)
  const others = pix.returns.filter(({ id }) => id !== one.id)
  return bank.pix.put(e2eid, { ...pix, returns: [...others, one] }, from)
}

/**
 * Ends a devolução: the payer has the money, unless the account lacks it or `failure` says why not. Tells the merchant if the payment has a
 * txid. Throws if it has ended before.
 */
export function settleReturn(bank: Bank, e2eid: string, id: string, failure?: string, from = 0): Return {
  const pix = pixOf(bank, e2eid)
  const found = pix.returns.find((one) => one.id === id)
  if (found?.status !== "EM_PROCESSAMENTO")
    throw new Error(`the devolução ${id} is not under way: ${found?.status ?? "there is none"}`)
  const account = bank.accounts.find(({ cnpj }) => cnpj === pix.cnpj)!
  // The special return mechanism takes what was blocked before.
  const reason = failure ?? (found.by !== "med" && account.balance < found.cents ? NO_MONEY : undefined)
  const settled = bank.clock.now()
  const done: Return = reason ? { ...found, status: "NAO_REALIZADO", reason } : { ...found, status: "DEVOLVIDO", settled }
  if (!reason) account.balance -= found.cents
  const after = saveReturn(bank, e2eid, done, from)
  tellPix(bank, after)
  return done
}

/** Tells the merchant about a payment that has a txid: by the webhook of its key. What was taken under a mandate has none. */
export function tellPix(bank: Bank, pix: Pix): void {
  const { cnpj, key, txid } = pix
  if (txid === undefined) return
  if (key !== undefined) bank.notify(hookKey("pix", idOf(cnpj, key)), pixView(bank, pix))
  const charge = key === undefined && bank.recurring.last(idOf(cnpj, txid))
  if (charge && bank.options.returnsToldToCobr) bank.notify(hookKey("cobr", cnpj), recurringNotice(bank, charge))
}

/** A payment that was received. Throws if there is none. */
export function pixOf(bank: Bank, e2eid: string): Pix {
  const pix = bank.pix.last(e2eid)
  if (!pix) throw new Error(`there is no Pix ${e2eid}`)
  return pix
}
