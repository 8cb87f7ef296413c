import type { Dispatcher } from "undici"
import type { Logger } from "../../base/log.ts"
import type { OpenCard } from "../../vault/cards.ts"
import type { Acquirer, AcquirerAddresses, AcquirerKind, CardSale, Credentials, Sale, SaleOutcome, Verdict } from "../acquirer.ts"
import { isGuid, type Payment, readOrderId, readPayment, readPaymentIds, readVerification } from "./answers.ts"
import { brandName, isStoredBrand } from "./brands.ts"
import { isSuccess, query, send } from "./calls.ts"
import { capture, release } from "./captures.ts"
import { type Account, createPools, NoAnswer, openExchange } from "./exchange.ts"
import { failureOf } from "./failures.ts"
import { readNotification } from "./notifications.ts"
import { orderOutcome, saleOutcome } from "./outcomes.ts"
import { refusalMessage, refusedCard } from "./refusals.ts"
import {
  BOLETO_PROVIDERS,
  type BoletoProvider,
  boletoRequest,
  cardRequest,
  MAX_PIX_SECONDS,
  pixRequest,
  verifyRequest,
} from "./requests.ts"
import { holds, lookUpRefund, refund, voidPix } from "./voids.ts"

/** Cielo requires five seconds between two voids of a payment, and measures them at its own end. */
const REFUND_GAP_MS = 6000

const SALES = "/1/sales"
const UNKNOWN_BRAND = "The acquirer does not take cards of this brand. Ask the payer for another card."
const UNKNOWN_CURRENCY = "The acquirer takes payments in brl only."

/**
 * Cielo's API E-commerce 3.0. docs/acquirers.md lists what it supports. All accounts share the connections. `ca`: trusted root certificates
 * as PEM. The default is those of Node.js, the operating system and NODE_EXTRA_CA_CERTS. `connections`: for a simulated network.
 */
export function cieloKind(options: { ca?: string[]; connections?: Dispatcher } = {}): AcquirerKind {
  let pools: Dispatcher | undefined
  let users = 0
  return {
    name: "cielo",
    boletoProviders: BOLETO_PROVIDERS,
    checkCredentials: ({ merchant_id, merchant_key }) => {
      if (!isGuid(merchant_id)) throw new RangeError("A merchant id of Cielo must be a GUID: 8-4-4-4-12 hexadecimal digits.")
      if (!/^[0-9A-Za-z]{40}$/.test(merchant_key)) throw new RangeError("A merchant key of Cielo must be 40 letters and digits.")
    },
    open: (credentials: Credentials, addresses: AcquirerAddresses, log: Logger) => {
      const shared = pools ?? options.connections ?? createPools(options)
      pools = shared
      users++
      const close = async () => {
        if (--users > 0) return
        pools = undefined
        await shared.destroy()
      }
      const account = { exchange: openExchange(shared, credentials, addresses), credentials, log }
      return { ...acquirerFor(account, addresses.cieloCaptureDays), close }
    },
    readNotification,
  }
}

export const cielo: AcquirerKind = cieloKind()

function acquirerFor(account: Account, captureDays: number): Acquirer {
  const { credentials } = account
  const provider = (credentials.boleto_provider ?? BOLETO_PROVIDERS[0]) as BoletoProvider
  return {
    name: "cielo",
    credentials: credentials.id,
    currencies: { card: ["brl"], pix: ["brl"], boleto: ["brl"] },
    boletoClearingDays: 3,
    maxPixSeconds: MAX_PIX_SECONDS,
    refundGapMs: REFUND_GAP_MS,
    captureDays,
    capture: (order, signal) => capture(account, order, signal),
    release: ({ charge }, signal) => release(account, charge, signal),
    authorize: (sale, signal) => authorize(account, sale, signal),
    createPix: (sale, signal) => sell(account, sale, () => pixRequest(sale), signal),
    createBoleto: (sale, signal) => sell(account, sale, () => boletoRequest(sale, provider), signal),
    verify: (_account, card, signal) => verify(account, card, signal),
    refund: (order, signal) => refund(account, order, signal),
    lookUp: (_account, reference, signal) => lookUp(account, reference, signal),
    lookUpRefund: (order, signal) => lookUpRefund(account, order, signal),
    holds: ({ charge }, signal) => holds(account, charge, signal),
    voidPix: ({ charge }, signal) => voidPix(account, charge, signal),
  }
}

/**
 * Charges a card. If the charge could not be processed, for example because the issuer is down, the payer or the merchant can retry it
 * while the payer is present. While the payer is absent, the charge counts as refused: Mastercard fines more than seven tries a day, and a
 * subscription has its own retries.
 */
async function authorize(account: Account, sale: CardSale, signal: AbortSignal): Promise<SaleOutcome> {
  const { brand } = sale.card
  if (!brandName(brand)) return refused("card_declined", UNKNOWN_BRAND)
  const outcome = await sell(account, sale, () => cardRequest(sale), signal, brand)
  const isTemporary =
    outcome.result === "refused" && outcome.charge !== null && outcome.code === "processing_error" && !outcome.irreversible
  return isTemporary && sale.card_on_file !== "recurring" ? { result: "unavailable" } : outcome
}

function refused(code: "card_declined" | "processing_error", message: string): SaleOutcome {
  return { result: "refused", charge: null, code, message }
}

/** Makes a sale. `brand` is the brand of the card, if there is a card. Cielo answers 201 even if the sale was refused. */
async function sell(
  account: Account,
  sale: Sale,
  request: () => object,
  signal: AbortSignal,
  brand?: string,
): Promise<SaleOutcome> {
  if (sale.currency !== "brl") return refused("processing_error", UNKNOWN_CURRENCY)
  const answer = await send(account, ({ post }) => post(SALES, request(), signal))
  if (!answer) return { result: "unavailable" }
  if (isSuccess(answer)) {
    const order = readOrderId(answer)
    if (order !== undefined && order !== sale.reference) throw new NoAnswer(`${answer.call}: the sale belongs to another order`)
    const payment = readPayment(answer)
    const isRepeated = brand !== undefined && (payment.sentOrderId ?? sale.reference) !== sale.reference
    // The request has arrived twice. Cielo may have charged the card for the earlier one, which got no answer.
    if (isRepeated) return (await lookUp(account, sale.reference, signal, payment)) ?? { result: "unknown" }
    return saleOutcome(payment, brand)
  }
  const failure = failureOf(account, answer, { ofCard: brand !== undefined })
  return failure.result === "refused" ? { ...failure, charge: null } : failure
}

/**
 * Cielo lists the payments of an order, and each is then queried. A new payment may be missing in the list: `newest` is one that Cielo has
 * just made. Throws if Cielo gives no answer, which says nothing about the sale.
 */
async function lookUp(
  account: Account,
  reference: string,
  signal: AbortSignal,
  newest?: Payment,
): Promise<SaleOutcome | undefined> {
  const list = await query(account, `${SALES}?merchantOrderId=${encodeURIComponent(reference)}`, signal)
  if (!list) return undefined
  const payments = []
  for (const id of readPaymentIds(list)) {
    const answer = await query(account, `${SALES}/${id}`, signal)
    if (!answer) throw new NoAnswer(`${list.call}: the payment ${id} is in the list, and is not found`)
    const order = readOrderId(answer)
    if (order !== undefined && order !== reference) throw new NoAnswer(`${answer.call}: the payment belongs to another order`)
    payments.push(readPayment(answer))
  }
  if (newest && payments.length > 0 && !payments.some(({ id }) => id === newest.id)) payments.push(newest)
  return orderOutcome(payments)
}

/** Verifies a card without a charge, if Cielo can verify its brand. Other cards are saved unverified, and the first charge decides. */
async function verify(account: Account, card: OpenCard, signal: AbortSignal): Promise<Verdict> {
  if (!brandName(card.brand)) return { result: "refused", code: "card_declined", message: UNKNOWN_BRAND }
  if (!isStoredBrand(card.brand)) return { result: "approved" }
  const answer = await send(account, ({ post }) => post("/1/zeroauth", verifyRequest(card), signal))
  if (!answer) return { result: "unavailable" }
  if (isSuccess(answer)) {
    const { valid, returnCode: code, advice } = readVerification(answer)
    if (valid) return { result: "approved" }
    const refusal = refusedCard("", { code, advice, brand: card.brand })
    return refusal.code === "processing_error"
      ? { result: "unavailable" }
      : { result: "refused", code: refusal.code, message: refusal.message }
  }
  const failure = failureOf(account, answer, { ofCard: true })
  if (failure.result === "unknown") return { result: "unavailable" }
  if (failure.result === "unavailable" || failure.code === "processing_error") return { result: "unavailable", refused: true }
  return { result: "refused", code: failure.code, message: refusalMessage(failure.code) }
}
