import type { ListedPayment, ListPeriod, PaymentList } from "../listing.ts"
import { referenceOf } from "./charge.ts"
import type { Account } from "./exchange.ts"
import { listPix } from "./list.ts"
import { type Pix, takenOf } from "./pix.ts"
import { recurringReferenceOf } from "./recurring.ts"

/**
 * The payments of a period that name a charge of ours. All others are strangers: transfers to the key, static codes, and what is paid to another
 * key of the same holder, whose charges may have the same txids.
 */
export async function listTaken(
  account: Account,
  { from, to, gone_back }: ListPeriod,
  signal: AbortSignal,
): Promise<PaymentList> {
  const filters: Record<string, string> = gone_back ? { devolucaoPresente: "true" } : {}
  const listed = await listPix(account, { from: from * 1000, to: to * 1000 }, filters, signal, true)
  const ownKey = account.credentials().pix_key.toLowerCase()
  const payments = listed.flatMap((pix) => ownPayment(pix, ownKey))
  return { payments, strangers: listed.length - payments.length }
}

function ownPayment(pix: Pix, ownKey: string): ListedPayment[] {
  const { txid, key } = pix
  const recurring = recurringReferenceOf(txid)
  const reference = recurring ?? referenceOf(txid)
  if (txid === undefined || reference === undefined || (key !== undefined && key.toLowerCase() !== ownKey)) return []
  return [{ ...takenOf(pix), reference, unpaid: txid, ...(recurring !== undefined && { is_shared: true as const }) }]
}
