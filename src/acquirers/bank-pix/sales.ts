import type { PixSale, SaleOutcome, VoidOutcome } from "../sale.ts"
import { isSuccess, NoAnswer } from "../wire/request.ts"
import { type Charge, isOwnTxid, readCharge, txidOf } from "./charge.ts"
import type { Account } from "./exchange.ts"
import { ask, logRefused, type Written, write } from "./failures.ts"
import { listPix } from "./list.ts"
import { hasEnded, paymentsOf, saleOutcome } from "./outcomes.ts"
import type { Pix } from "./pix.ts"
import { reaisOf } from "./wire.ts"

const MAX_NAME = 200
const REMOVAL = "REMOVIDA_PELO_USUARIO_RECEBEDOR"

export async function createPix(account: Account, sale: PixSale, signal: AbortSignal): Promise<SaleOutcome> {
  const charge = await makeCharge(account, sale, signal)
  return "result" in charge ? charge : saleOutcome(charge, charge.pix, sale.payee.name)
}

/**
 * Makes a charge. Its PUT is sent once: a second one would change the charge, or be refused. If the answer does not say that the charge was made,
 * the bank is asked, so the payer gets the code although an answer was lost. Returns an outcome if there is no charge to show.
 */
export async function makeCharge(account: Account, sale: PixSale, signal: AbortSignal): Promise<Charge | SaleOutcome> {
  if (sale.currency !== "brl") return refused("The acquirer takes payments in brl only.")
  const path = `/cob/${txidOf(sale.reference)}`
  const written = await write(account, { method: "PUT", path, body: bodyOf(sale, account.credentials().pix_key) }, signal)
  if (written.result === "unavailable") return written
  const charge = chargeIn(written) ?? (await findCharge(account, sale.reference, signal))
  if (charge) return asOrdered(account, charge, sale) ? charge : { result: "unavailable", watch: true }
  if (written.result !== "refused" && written.result !== "none") return { result: "unknown" }
  logRefused(account, `PUT ${path}`, written.error)
  return refused(`The bank did not accept the payment (${written.error}).`)
}

function refused(message: string): SaleOutcome {
  return { result: "refused", charge: null, code: "processing_error", message }
}

/** The payer may be another person than the one who owes (`devedor`). */
function bodyOf({ payer, amount, lifetime_seconds }: PixSale, pix_key: string): object {
  const { name, document } = payer
  return {
    calendario: { expiracao: lifetime_seconds },
    ...(document && { devedor: { [document.type]: document.number, nome: name.slice(0, MAX_NAME) } }),
    valor: { original: reaisOf(amount) },
    chave: pix_key,
  }
}

/** The charge in the answer. Undefined if the answer is lost, or cannot be read. */
function chargeIn(written: Written): Charge | undefined {
  if (written.result !== "done") return undefined
  try {
    return readCharge(written.answer)
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}

/** A charge of another amount or key must not be shown to the payer. Throws NoAnswer if it is another sale's. */
function asOrdered(account: Account, { txid, cents, key }: Charge, { reference, amount }: PixSale): boolean {
  if (txid !== txidOf(reference)) throw new NoAnswer("the charge belongs to another sale")
  const isRight = cents === amount && key.toLowerCase() === account.credentials().pix_key.toLowerCase()
  if (!isRight)
    account.log.error({ account: account.account, txid }, "a bank shows another amount or key of a charge than was ordered")
  return isRight
}

/** The current outcome of a sale. Undefined if the bank has no such charge. Throws if it gives no answer. */
export async function lookUp(account: Account, reference: string, signal: AbortSignal): Promise<SaleOutcome | undefined> {
  const charge = await findCharge(account, reference, signal)
  return charge && saleOutcome(charge, await paymentsFor(account, charge, signal))
}

/**
 * The payments of a charge. One that comes after the end of its charge may be missing in it, and is in the list of payments. The same holds for
 * a charge that was paid a moment ago.
 */
export async function paymentsFor(account: Account, charge: Charge, signal: AbortSignal): Promise<Pix[]> {
  const now = account.now()
  const shown = paymentsOf(charge, charge.pix)
  if (shown.length > 0 || !hasEnded(charge, now)) return shown
  const period = { from: charge.created, to: Math.max(charge.created, now) }
  return paymentsOf(charge, await listPix(account, period, { txid: charge.txid }, signal))
}

export async function findCharge(account: Account, reference: string, signal: AbortSignal): Promise<Charge | undefined> {
  const txid = txidOf(reference)
  const answer = await ask(account, { method: "GET", path: `/cob/${txid}` }, signal)
  const charge = answer && readCharge(answer)
  if (charge && charge.txid !== txid) throw new NoAnswer(`${answer.call}: the charge belongs to another sale`)
  return charge
}

/** Takes a charge back that nobody has paid. A second removal is refused by the bank, which is then asked what the charge is. */
export async function voidPix(account: Account, charge: string, signal: AbortSignal): Promise<VoidOutcome> {
  // It is an end-to-end id: somebody has paid.
  if (!isOwnTxid(charge)) return { result: "refused" }
  const path = `/cob/${charge}`
  const written = await write(account, { method: "PATCH", path, body: { status: REMOVAL } }, signal)
  if (written.result === "unavailable") return { result: "unavailable" }
  if (written.result === "done" && isSuccess(written.answer) && chargeIn(written)?.status === REMOVAL) return { result: "voided" }
  const answer = await ask(account, { method: "GET", path }, signal)
  const found = answer && readCharge(answer)
  if (!found || found.pix.length > 0) return { result: "refused" }
  if (found.status === "ATIVA") return { result: "unavailable" }
  return { result: found.status === "CONCLUIDA" ? "refused" : "voided" }
}
