import { numberFormat } from "../../../../../base/formats.ts"
import type { CardPrice, Price, Settles, Terms } from "../../../../../ledger/terms/terms.ts"
import type { Html } from "../../../../shared/html.ts"
import { LOCALES } from "../../../../shared/language.ts"
import { facts } from "../../../components/basics.ts"
import { table } from "../../../lists/table.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { TERMS_WORDS } from "./words.ts"

/** What each kind of payment costs, and when its money comes. The first line that fits a card counts. */
export function priceTable(request: DashboardRequest, { card, pix, boleto, currency }: Terms, version: number): Html {
  const words = request.words(TERMS_WORDS)
  const lines: [name: string, price: Price, isInParts: boolean][] = card.map((price) => [
    cardName(request, price),
    price,
    price.installments[1] > 1,
  ])
  if (pix) lines.push([words.pix, pix, false])
  if (boleto) lines.push([words.boleto, boleto, false])
  return table({
    caption: `${words.terms}: ${words.version} ${version}`,
    columns: [words.payment, words.fee, words.comes],
    rows: lines.map(([name, price, isInParts]) => [
      name,
      feeText(request, price, currency),
      settlesText(request, price.settles, isInParts),
    ]),
  })
}

function cardName(request: DashboardRequest, { acquirer, brands, funding, installments: [from, to] }: CardPrice): string {
  const words = request.words(TERMS_WORDS)
  const kind = funding ? `${words.card} (${words[funding]})` : words.card
  return [kind, brands?.map(capital).join(", "), to === 1 ? words.inOne : words.parts(from, to), acquirer && capital(acquirer)]
    .filter((part) => part !== undefined)
    .join(", ")
}

function feeText(request: DashboardRequest, { percent, fixed }: Price, currency: string): string {
  const words = request.words(TERMS_WORDS)
  const share = numberFormat(LOCALES[request.language], { minimumFractionDigits: 0, maximumFractionDigits: 4 }).format(
    Number(percent),
  )
  const parts = [Number(percent) > 0 && `${share}%`, fixed > 0 && request.money(fixed, currency)].filter((part) => part !== false)
  return parts.length === 0 ? words.free : parts.join(" + ")
}

function settlesText(request: DashboardRequest, settles: Settles, isInParts: boolean): string {
  const words = request.words(TERMS_WORDS)
  const { days, business_days, next_business_day, each_installment } = settles
  if (days === 0) return words.atOnce
  const [one, each] = business_days ? [words.bankingDays, words.eachBankingDays] : [words.days, words.eachDays]
  const text = isInParts && each_installment ? each(days) : one(days)
  return next_business_day || business_days ? text : `${text}, ${words.anyDay}`
}

/** What refunds, disputes and payouts cost. */
export function otherFees(
  request: DashboardRequest,
  { refund_fee, dispute_fee, payout_fee, returns_fee_on_refund, currency }: Terms,
): Html {
  const words = request.words(TERMS_WORDS)
  const money = (cents: number) => (cents === 0 ? words.free : request.money(cents, currency))
  return facts([
    [words.refundFee, money(refund_fee)],
    [words.disputeFee, money(dispute_fee)],
    [words.payoutFee, money(payout_fee)],
    [words.feeBack, returns_fee_on_refund ? words.feeGoesBack : words.feeStays],
  ])
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
