import type { Dispatcher } from "undici"
import type { Logger } from "../../base/log.ts"
import type { OpenCard } from "../../vault/cards.ts"
import type { Acquirer } from "../acquirer.ts"
import type { AcquirerAddresses } from "../addresses.ts"
import type { AcquirerKind, Credentials } from "../kind.ts"
import { type CardSale, PAYMENT_TYPES, type Sale, type SaleOutcome, type Verdict } from "../sale.ts"
import { type Answer, isSuccess, NoAnswer } from "../wire/request.ts"
import { sharedPools } from "../wire/shared.ts"
import { isAboutEci, type Payment, readOrderId, readPayment, readPaymentIds, readVerification } from "./answers.ts"
import type { AuthenticationForm } from "./authenticated.ts"
import { BRANDS, brandName, isStoredBrand } from "./brands.ts"
import { query, send } from "./calls.ts"
import { capture, release } from "./captures.ts"
import { check } from "./check.ts"
import { CIELO_MEMBERS, checkMembers, cieloCredentials } from "./credentials.ts"
import { refundRule, refusalOfDebit } from "./debit.ts"
import { type Account, openExchange } from "./exchange.ts"
import { failureOf } from "./failures.ts"
import { authenticatorFor } from "./mpi/authenticator.ts"
import { readNotifications } from "./notifications.ts"
import { type KnownOfSale, orderOutcome, saleOutcome } from "./outcomes.ts"
import { refusalMessage, refusedCard } from "./refusals.ts"
import { boletoRequest, cardRequest, MAX_PIX_SECONDS, pixRequest, verifyRequest } from "./requests.ts"
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
  const share = sharedPools(options)
  return {
    name: "cielo",
    methods: PAYMENT_TYPES,
    members: CIELO_MEMBERS,
    merchant: "merchant_id",
    hasOneAddress: true,
    checkMembers,
    open: (given: Credentials, addresses: AcquirerAddresses, log: Logger) => {
      const credentials = cieloCredentials(given)
      const { pools, close } = share()
      const account = { exchange: openExchange(pools, credentials, addresses), credentials, log, choices: addresses }
      const { mpi } = credentials
      // Cielo's own documents write the address with the version.
      const url = addresses.cieloMpiUrl.replace(/\/v3$/, "")
      const authenticator = mpi && authenticatorFor({ pools, url, mpi, credentials, addresses, log })
      return {
        ...acquirerFor(account),
        ...(authenticator && { authenticator }),
        check: (signal) => check(account, authenticator, signal),
        close,
      }
    },
    readNotifications,
  }
}

export const cielo: AcquirerKind = cieloKind()

function acquirerFor(account: Account): Acquirer {
  const { credentials, choices } = account
  return {
    name: "cielo",
    credentials: credentials.id,
    currencies: { card: ["brl"], pix: ["brl"], boleto: ["brl"] },
    brands: BRANDS,
    boletoClearingDays: 3,
    maxPixSeconds: MAX_PIX_SECONDS,
    refundGapMs: REFUND_GAP_MS,
    refundRule,
    debitBrands: choices.cieloDebitBrands,
    captureDays: choices.cieloCaptureDays,
    capture: (order, signal) => capture(account, order, signal),
    release: ({ charge }, signal) => release(account, charge, signal),
    authorize: (sale, signal) => authorize(account, sale, signal),
    createPix: (sale, signal) => sell(account, sale, () => pixRequest(sale), signal),
    createBoleto: (sale, signal) => sell(account, sale, () => boletoRequest(sale, credentials.boleto_provider), signal),
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
  const { brand, funding } = sale.card
  if (!brandName(brand)) return refused("card_declined", UNKNOWN_BRAND)
  const refusal = funding === "debit" ? refusalOfDebit(sale, account.choices.cieloDebitBrands) : undefined
  if (refusal) return refusal
  const outcome = await sell(account, sale, (form) => cardRequest(sale, form), signal, {
    brand,
    sent: sale.authentication,
    authenticationCodes: account.choices.cieloAuthenticationCodes,
  })
  const isTemporary =
    outcome.result === "refused" && outcome.charge !== null && outcome.code === "processing_error" && !outcome.irreversible
  // What was authenticated serves one sale, also one that was refused.
  const isOnly = sale.authentication !== undefined || sale.keeps_reference === true
  const mayTryAgain = sale.card_on_file !== "recurring" && !isOnly
  return isTemporary && mayTryAgain ? { result: "unavailable" } : outcome
}

function refused(code: "card_declined" | "processing_error", message: string): SaleOutcome {
  return { result: "refused", charge: null, code, message }
}

/** Makes a sale. `card` is what is known of it, if there is a card. Cielo answers 201 even if the sale was refused. */
async function sell(
  account: Account,
  sale: Sale,
  request: (form?: AuthenticationForm) => object,
  signal: AbortSignal,
  card?: KnownOfSale & { brand: string },
): Promise<SaleOutcome> {
  if (sale.currency !== "brl") return refused("processing_error", UNKNOWN_CURRENCY)
  const { cieloShortEci, cieloReturnUrl: returnUrl } = account.choices
  const post = (shortEci: boolean) => send(account, (exchange) => exchange.post(SALES, request({ shortEci, returnUrl }), signal))
  const first = await post(cieloShortEci === "always")
  const isAgain = first !== undefined && refusesEci(first, card, cieloShortEci)
  // A 400 makes nothing. An order that is there all the same is not sent again.
  if (isAgain && (await findOrder(account, sale.reference, signal)).length > 0) return { result: "unknown" }
  const answer = isAgain ? await post(true) : first
  if (!answer) return { result: "unavailable" }
  if (isSuccess(answer)) {
    const order = readOrderId(answer)
    if (order !== undefined && order !== sale.reference) throw new NoAnswer(`${answer.call}: the sale belongs to another order`)
    const payment = readPayment(answer)
    const isRepeated = card !== undefined && (payment.sentOrderId ?? sale.reference) !== sale.reference
    // The request has arrived twice. Cielo may have charged the card for the earlier one, which got no answer.
    if (isRepeated) return (await lookUp(account, sale.reference, signal, payment)) ?? { result: "unknown" }
    return saleOutcome(payment, card)
  }
  const failure = failureOf(account, answer, { ofCard: card !== undefined })
  return failure.result === "refused" ? { ...failure, charge: null } : failure
}

/** Whether Cielo may refuse a sale only because its indicator of 3DS has two digits. It documents no code for that. */
function refusesEci(answer: Answer, card: KnownOfSale | undefined, shortEci: AcquirerAddresses["cieloShortEci"]): boolean {
  if (answer.status !== 400 || (card?.sent?.eci?.length ?? 0) < 2 || shortEci === "always") return false
  return shortEci === "after_400" || isAboutEci(answer)
}

/** The ids of the payments of an order. Throws if Cielo gives no answer. */
async function findOrder(account: Account, reference: string, signal: AbortSignal): Promise<string[]> {
  const list = await query(account, orderPath(reference), signal)
  return list ? readPaymentIds(list) : []
}

function orderPath(reference: string): string {
  return `${SALES}?merchantOrderId=${encodeURIComponent(reference)}`
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
  const list = await query(account, orderPath(reference), signal)
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
  return orderOutcome(payments, { authenticationCodes: account.choices.cieloAuthenticationCodes })
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
