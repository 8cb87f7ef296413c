// What a charge and its payments mean to us.
import { leftOf, type SaleOutcome } from "../sale.ts"
import { NoAnswer } from "../wire/request.ts"
import type { Charge } from "./charge.ts"
import { codeOf } from "./code.ts"
import { byTime, type Pix, takenOf } from "./pix.ts"

const REMOVED = new Set(["REMOVIDA_PELO_USUARIO_RECEBEDOR", "REMOVIDA_PELO_PSP"])

/** Whether no payer should pay the charge any more. The bank does not end a charge by itself when its time is over. */
export function hasEnded({ status, until }: Charge, now: number): boolean {
  return status !== "ATIVA" || until < now
}

/** The payments that are of this charge. A static code can have any txid, with any key. */
export function paymentsOf({ txid, key }: Charge, pix: readonly Pix[]): Pix[] {
  const isKey = (paid: string | undefined) => paid === undefined || paid.toLowerCase() === key.toLowerCase()
  return pix.filter((one) => (one.txid === undefined || one.txid === txid) && isKey(one.key)).toSorted(byTime)
}

/** The outcome of a sale. `payee` is a name for the code. Throws NoAnswer for an unknown status. */
export function saleOutcome(charge: Charge, pix: readonly Pix[], payee = ""): SaleOutcome {
  return decidedOutcome(charge, pix) ?? waiting(charge, payee)
}

/** The same, but undefined while the charge waits for its payer. */
export function decidedOutcome(charge: Charge, pix: readonly Pix[]): SaleOutcome | undefined {
  const paid = paidOutcome(paymentsOf(charge, pix))
  if (paid) return paid
  if (charge.status === "ATIVA") return undefined
  // The payment is not shown yet.
  if (charge.status === "CONCLUIDA") return { result: "pending", charge: charge.txid }
  if (REMOVED.has(charge.status)) return refused(charge.txid, "The PIX was taken back at the bank.")
  throw new NoAnswer(`the charge ${charge.txid} has a status that is not known`)
}

/**
 * What was paid, the earliest payment first. The first one that has not gone back is the sale's, and any other one is a second payment. Undefined
 * if nothing was.
 */
export function paidOutcome(pix: readonly Pix[]): SaleOutcome | undefined {
  const paid = pix.map(takenOf)
  const [first, ...duplicates] = paid.filter((one) => leftOf(one) > 0 || one.charged_back > 0)
  if (first) return { result: "approved", ...first, ...(duplicates.length > 0 && { duplicates }) }
  const [back] = paid
  if (back) {
    const { charge: e2eid, references } = back
    const message = "The bank has sent the money of the PIX back to the payer."
    return { ...refused(e2eid, message), released: true, ...(references && { references }) }
  }
  return undefined
}

function refused(charge: string, message: string) {
  return { result: "refused", charge, code: "processing_error", message } as const
}

/** A charge that no payer could pay counts as not made. It is monitored in case a payer pays it nevertheless. */
function waiting(charge: Charge, payee: string): SaleOutcome {
  const br_code = codeOf(charge, payee)
  if (br_code === undefined) return { result: "unavailable", watch: true }
  return { result: "action_required", charge: charge.txid, action: { type: "pix", br_code } }
}
