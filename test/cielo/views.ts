import { type Bank, secondOf } from "./bank.ts"
import { isCard, type Sale, type Status, voidedOf } from "./ledger.ts"

/** How a sale is shown in answers. `unfinished`: as if it was not decided yet. */
export function saleView(bank: Bank, sale: Sale, unfinished = sale.undecidedUntil !== null): unknown {
  return {
    MerchantOrderId: sale.orderId,
    Customer: sale.customer,
    Payment: withSpelling(bank, paymentView(bank, sale, unfinished)),
    ...UNKNOWN,
  }
}

/** Members that no document has: who reads answers must ignore them. */
const UNKNOWN = { AddedIn2031: { Purpose: "A client must ignore it.", Values: [1, null] } }

function paymentView(bank: Bank, sale: Sale, unfinished: boolean): Record<string, unknown> {
  const paid = sale.captured > 0 && !unfinished
  const status: Status = unfinished ? 0 : sale.status
  return {
    ...sale.payment,
    ...numbersOf(sale, unfinished),
    Amount: sale.amount,
    ReceivedDate: secondOf(sale.created),
    ...(paid && { CapturedAmount: sale.captured, CapturedDate: secondOf(sale.capturedAt ?? sale.created) }),
    ...(paid && !bank.options.older && voidedOf(sale) > 0 && { VoidedAmount: voidedOf(sale) }),
    ...(sale.chargebacks.length > 0 && !bank.options.older && { Chargebacks: sale.chargebacks }),
    Provider: isCard(sale) ? "Simulado" : (sale.payment as { Provider?: string }).Provider,
    Status: status,
    IsSplitted: false,
    ...(unfinished ? {} : { ReturnCode: sale.outcome.code, ReturnMessage: sale.outcome.message }),
    ...(sale.outcome.advice && !unfinished && { MerchantAdviceCode: sale.outcome.advice }),
    ...(sale.sentOrderId && { SentOrderId: sale.sentOrderId }),
    ...(sale.endToEndId && { EndToEndId: sale.endToEndId }),
    ...detailsOf(bank, sale),
    PaymentId: sale.paymentId,
    Type: sale.type,
    Currency: sale.currency,
    Country: "BRA",
    Links: linksOf(sale),
    ...UNKNOWN,
  }
}

/** Older answers do not say which Eci the brand has taken. */
function detailsOf({ options }: Bank, { details }: Sale): Record<string, unknown> {
  const { Eci, ...others } = details
  return options.older || Eci === undefined ? others : details
}

function numbersOf(sale: Sale, unfinished: boolean): Record<string, string> {
  if (!isCard(sale)) return {}
  const { tid: Tid, proofOfSale: ProofOfSale, authorizationCode: AuthorizationCode } = sale.numbers
  return { Tid, ProofOfSale, ...(sale.captured > 0 && !unfinished && { AuthorizationCode }) }
}

function linksOf(sale: Sale): { Method: string; Rel: string; Href: string }[] {
  const href = `https://apiquerysandbox.cieloecommerce.cielo.com.br/1/sales/${sale.paymentId}`
  return [{ Method: "GET", Rel: "self", Href: href }]
}

function withSpelling({ options }: Bank, payment: Record<string, unknown>): Record<string, unknown> {
  if (!options.otherSpelling || payment.Type !== "Pix") return payment
  const { PaymentId, QrCodeBase64Image, ...rest } = payment
  return { ...rest, Paymentid: PaymentId, QrcodeBase64Image: QrCodeBase64Image }
}
