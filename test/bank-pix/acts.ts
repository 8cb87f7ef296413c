// What payers, people at the bank and the bank itself do. None of it comes through the API.
import { type Bank, type Charge, idOf, type Pix, type Return } from "./bank.ts"
import { endOf } from "./charges/rules.ts"
import { readCode } from "./code.ts"
import { letters } from "./ids.ts"
import { receive } from "./money/receive.ts"
import { newReturn, pixOf, returnedOf, saveReturn, settleReturn, tellPix } from "./money/returns.ts"
import { centsOf } from "./money.ts"

/**
 * A payment: `amount` in cents, the charge's own unless given; `at` in milliseconds, now unless given. Without `late`, `again` and
 * `afterRemoval`, a charge that has expired, was paid or was removed is refused, as the payer's bank does. `key` is another key than the
 * charge's: then it is a static code with the charge's txid. `isShown`: whether the charge shows the payment: by default it does, unless it was
 * removed. `isTold`: whether the webhook is called. `unseenMs`: no read shows the payment before.
 */
export type Payment = {
  amount?: number
  late?: boolean
  again?: boolean
  afterRemoval?: boolean
  key?: string
  at?: number
  payer?: Pix["payer"]
  info?: string
  isShown?: boolean
  isTold?: boolean
  unseenMs?: number
}

/** Pays a charge by its txid or by its code. Returns the end-to-end id. Throws where the payer's bank refuses it. */
export function pay(bank: Bank, which: string, payment: Payment = {}): string {
  const charge = chargeOf(bank, which)
  refusePayment(bank, charge, payment)
  const terms = charge.revisions.at(-1)!
  const { key = terms.chave, isShown = !charge.status.startsWith("REMOVIDA") } = payment
  const cents = payment.amount ?? centsOf(terms.valor.original)!
  const isItsOwn = key === terms.chave
  const cnpj = isItsOwn ? charge.cnpj : holderOf(bank, key)
  const pix = receive(bank, { ...payment, cnpj, key, cents, txid: charge.txid })
  if (isItsOwn) {
    const status = charge.status === "ATIVA" ? "CONCLUIDA" : charge.status
    const changed: Charge = { ...charge, status, pix: isShown ? [...charge.pix, pix.e2eid] : charge.pix }
    bank.charges.put(idOf(charge.cnpj, charge.txid), changed, bank.clock.now() + (payment.unseenMs ?? 0))
  }
  if (payment.isTold ?? true) tellPix(bank, pix)
  return pix.e2eid
}

/** Pays to a key, without a charge. With a `txid` it is a static code. Returns the end-to-end id. */
export function payKey(bank: Bank, key: string, { txid, ...payment }: Payment & { amount: number; txid?: string }): string {
  const pix = receive(bank, { ...payment, cnpj: holderOf(bank, key), key, cents: payment.amount, txid })
  if (payment.isTold ?? true) tellPix(bank, pix)
  return pix.e2eid
}

function refusePayment({ clock }: Bank, charge: Charge, { late, again, afterRemoval, key, at = clock.now() }: Payment): void {
  // A static code has no charge.
  if (key !== undefined && key !== charge.revisions.at(-1)!.chave) return
  const { txid, status } = charge
  if (status === "CONCLUIDA" && !again) throw new Error(`the payer's bank refuses: ${txid} was paid before`)
  if (status.startsWith("REMOVIDA") && !afterRemoval) throw new Error(`the payer's bank refuses: ${txid} was removed`)
  if (at > endOf(charge) && !late) throw new Error(`the payer's bank refuses: ${txid} has expired`)
}

/** A charge by its txid, or by a code that is decoded. Throws if there is none. */
export function chargeOf({ charges }: Bank, which: string): Charge {
  const location = which.startsWith("000201") ? readCode(which).location : undefined
  const found = charges.all().find(({ txid, loc }) => (location === undefined ? txid === which : loc.location === location))
  if (!found) throw new Error(`there is no charge ${which}`)
  return found
}

function holderOf({ accounts }: Bank, key: string): string {
  const found = accounts.find(({ keys }) => keys.has(key))
  if (!found) throw new Error(`no account has the key ${key}`)
  return found.cnpj
}

/** Natures of what the special return mechanism sends back. */
export type MedNature = "MED_FRAUDE" | "MED_OPERACIONAL" | "MED_PIX_AUTOMATICO"

/** The special return mechanism sends money back: all that is left unless told otherwise. Throws where it is more than what is left. */
export function returnByMed(bank: Bank, e2eid: string, cents?: number, nature: MedNature = "MED_FRAUDE"): Return {
  if (pixOf(bank, e2eid).key === undefined && nature === "MED_OPERACIONAL")
    throw new Error(`${e2eid} was paid under a mandate: it does not go back by ${nature}`)
  return takeBack(bank, e2eid, cents, { by: "med", nature })
}

/** A person sends money back in the bank's app: all that is left unless told otherwise. */
export function refundInApp(bank: Bank, e2eid: string, cents?: number): Return {
  return takeBack(bank, e2eid, cents, { by: "app", nature: "ORIGINAL" })
}

function takeBack(bank: Bank, e2eid: string, asked: number | undefined, given: Pick<Return, "by" | "nature">): Return {
  const pix = pixOf(bank, e2eid)
  const left = pix.cents - returnedOf(pix)
  const cents = asked ?? left
  if (cents <= 0 || cents > left) throw new RangeError(`${e2eid} has ${left} cents that can go back, not ${cents}`)
  const one = newReturn(bank, { ...given, id: letters(20), cents })
  saveReturn(bank, e2eid, one)
  return settleReturn(bank, e2eid, one.id)
}

/**
 * Ends a devolução that is under way: the payer has the money, or `failure` says why not. Without ids: the only one that is under way.
 * Throws if there is none, or if there are several.
 */
export function settleRefund(bank: Bank, which: { e2eid?: string; id?: string; failure?: string } = {}): Return {
  const open = bank.pix
    .all()
    .flatMap(({ e2eid, returns }) => returns.map((one) => ({ e2eid, one })))
    .filter(
      ({ e2eid, one }) =>
        one.status === "EM_PROCESSAMENTO" && (which.e2eid ?? e2eid) === e2eid && (which.id ?? one.id) === one.id,
    )
  const [found, ...others] = open
  if (!found || others.length > 0) throw new Error(`${open.length} devoluções are under way, not one: ${JSON.stringify(which)}`)
  return settleReturn(bank, found.e2eid, found.one.id, which.failure)
}

/** The bank removes a charge that is ATIVA. */
export function removeByPsp(bank: Bank, which: string): void {
  const charge = chargeOf(bank, which)
  if (charge.status !== "ATIVA") throw new Error(`${charge.txid} is ${charge.status}`)
  bank.charges.put(idOf(charge.cnpj, charge.txid), { ...charge, status: "REMOVIDA_PELO_PSP" })
}

/** What the bank holds for a payment, in cents. `pending` is on its way back. */
export type Entry = {
  e2eid: string
  txid: string | undefined
  cnpj: string
  key: string | undefined
  received: number
  returned: number
  byMed: number
  pending: number
  at: number
}

export function ledgerOf({ pix }: Bank): Entry[] {
  return pix.all().map(({ e2eid, txid, cnpj, key, cents, at, returns }) => {
    const sum = (fits: (one: Return) => boolean) => returns.filter(fits).reduce((total, one) => total + one.cents, 0)
    return {
      ...{ e2eid, txid, cnpj, key, at, received: cents },
      returned: sum(({ status, by }) => status === "DEVOLVIDO" && by !== "med"),
      byMed: sum(({ status, by }) => status === "DEVOLVIDO" && by === "med"),
      pending: sum(({ status }) => status === "EM_PROCESSAMENTO"),
    }
  })
}
