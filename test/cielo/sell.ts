import { randomUUID } from "node:crypto"
import { authenticationDetails, checkAuthentication } from "./authenticate.ts"
import { type Bank, DUPLICATE, dayOf, INVALID, invalid } from "./bank.ts"
import { boletoDetails } from "./boleto.ts"
import type { Sale } from "./ledger.ts"
import { type Outcome, outcomeOf, refused } from "./outcomes.ts"
import { pixDetails } from "./pix.ts"
import type { Card } from "./rules/cards.ts"
import {
  type BoletoPayment,
  type CardPayment,
  checkSale,
  type DebitPayment,
  type PixPayment,
  type SaleRequest,
} from "./rules/sales.ts"
import type { Reply, Twist } from "./types.ts"
import { saleView } from "./views.ts"

/** `POST /1/sales` */
export function sell(bank: Bank, merchant: string, body: unknown, twist: Twist): Reply {
  const messages = checkSale(body, dayOf(bank.now()))
  if (messages.length > 0) return invalid(messages)
  const request = body as SaleRequest
  const duplicate = bank.ledger.isDuplicate(merchant, request.MerchantOrderId, bank.now())
  if (duplicate && bank.options.duplicates === "refuse")
    return { status: 400, body: [{ Code: DUPLICATE, Message: "Duplicated MerchantOrderId" }] }
  const sale = newSale(bank, merchant, request, { duplicate, twist })
  const refusal = complete(bank, sale, request.Payment, twist)
  if (refusal) return refusal
  bank.ledger.add(sale)
  if (twist.undecidedMs !== undefined) {
    sale.undecidedUntil = bank.now() + twist.undecidedMs
    bank.settleIn(twist.undecidedMs, sale)
  }
  return { status: 201, body: saleView(bank, sale, twist.undecidedMs !== undefined) }
}

function newSale(
  bank: Bank,
  merchant: string,
  { MerchantOrderId, Customer, Payment }: SaleRequest,
  { duplicate, twist }: { duplicate: boolean; twist: Twist },
): Sale {
  const digits = (length: number) =>
    Math.floor(bank.random() * 10 ** length)
      .toString()
      .padStart(length, "0")
  const isPix = Payment.Type === "Pix"
  return {
    paymentId: randomUUID(),
    merchant,
    orderId: MerchantOrderId,
    sentOrderId: duplicate || isPix ? (duplicate ? randomUUID().replaceAll("-", "").slice(0, 20) : MerchantOrderId) : null,
    customer: Customer,
    payment: { ...Payment, CreditCard: undefined, DebitCard: undefined },
    type: Payment.Type,
    amount: Payment.Amount,
    currency: "BRL",
    status: 3,
    outcome: { code: "0", message: "" },
    captured: 0,
    created: bank.now(),
    visibleFrom: bank.now() + (twist.unseenMs ?? 0),
    capturedAt: null,
    expires: null,
    undecidedUntil: null,
    silence: twist.silence ?? null,
    refunds: [],
    lastVoid: null,
    chargebacks: [],
    endToEndId: null,
    payments: [],
    details: {},
    numbers: { tid: `10069930690${digits(9)}`, proofOfSale: digits(6), authorizationCode: digits(6) },
  }
}

/** Completes a sale by its payment's type. Returns the answer where there is no sale after all. */
function complete(bank: Bank, sale: Sale, payment: SaleRequest["Payment"], twist: Twist): Reply | undefined {
  switch (payment.Type) {
    case "CreditCard":
    case "DebitCard":
      return completeCard(bank, sale, payment, twist)
    case "Pix":
      return completePix(bank, sale, payment)
    case "Boleto":
      return completeBoleto(bank, sale, payment)
  }
}

function completeCard(bank: Bank, sale: Sale, payment: CardPayment | DebitPayment, twist: Twist): Reply | undefined {
  const isDebit = payment.Type === "DebitCard"
  const asked = isDebit ? payment.DebitCard : payment.CreditCard
  const known = asked.CardToken === undefined ? asked : bank.ledger.findToken(sale.merchant, asked.CardToken)
  if (!known) return { status: 400, body: [{ Code: INVALID, Message: "Payment.CreditCard.CardToken is not known" }] }
  const card: Card = { ...known, Brand: asked.Brand }
  const refusal = checkAuthentication(bank, sale, payment, card)
  if (refusal) return refusal
  const capture = isDebit || payment.Capture === true
  const outcome = askIssuer(bank, card, payment.Authenticate === true)
  sale.outcome = capture && outcome.atCapture ? { code: outcome.atCapture, message: "Transacao nao autorizada" } : outcome
  sale.payment[payment.Type] = shownCard(bank, sale.merchant, asked, card, outcome.approved)
  sale.details = authenticationDetails(bank, payment, card.Brand, twist)
  if (!outcome.approved || (capture && outcome.atCapture)) return undefined
  sale.status = capture ? 2 : 1
  if (capture) {
    sale.captured = sale.amount - (twist.short ?? 0)
    sale.capturedAt = bank.now()
    sale.currency = twist.currency ?? sale.currency
  }
  return undefined
}

function askIssuer(bank: Bank, card: Card, isAuthenticated: boolean): Outcome {
  const outcome = outcomeOf(card, new Date(bank.now()), bank.random)
  return outcome.needsAuthentication && !isAuthenticated ? refused(bank.options.softDeclineCode) : outcome
}

function completePix(bank: Bank, sale: Sale, payment: PixPayment): undefined {
  sale.status = 12
  sale.outcome = { code: "0", message: "Pix gerado com sucesso" }
  sale.expires = bank.now() + payment.QrCode.Expiration * 1000
  sale.details = pixDetails(sale)
}

function completeBoleto(bank: Bank, sale: Sale, payment: BoletoPayment): undefined {
  sale.status = 1
  sale.outcome = { code: "0", message: "Boleto registrado" }
  sale.details = boletoDetails(sale, payment, bank.random)
}

/** The card without anything secret, and the token that it can be paid with later where that was asked for. */
function shownCard(bank: Bank, merchant: string, asked: Card, card: Card, approved: boolean): Record<string, unknown> {
  const { SecurityCode: _, CardNumber: number = "", ...shown } = card
  const saved = asked.SaveCard && approved ? bank.ledger.addToken(merchant, withoutCode(card)) : asked.CardToken
  return {
    ...shown,
    CardNumber: `${number.slice(0, 6)}${"*".repeat(number.length - 10)}${number.slice(-4)}`,
    SaveCard: asked.SaveCard ?? false,
    ...(asked.CardOnFile && { CardOnFile: asked.CardOnFile }),
    ...(saved && { CardToken: saved }),
    PaymentAccountReference: "92745135160550440006111072222",
  }
}

/** A bank keeps no security codes. */
export function withoutCode({ SecurityCode: _, SaveCard: __, CardOnFile: ___, ...card }: Card): Card {
  return card
}
