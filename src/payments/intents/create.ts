import { type MetadataInput, newMetadata } from "../../accounts/metadata.ts"
import { addTerms } from "../../accounts/search-terms.ts"
import type { Acquirer } from "../../acquirers/acquirer.ts"
import { takersOf, usual } from "../../acquirers/choose.ts"
import type { MethodType } from "../../acquirers/sale.ts"
import { checkCurrency } from "../../base/currency.ts"
import { ApiError, notFound } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import type { Transaction } from "../../db/database.ts"
import { UTM_KEYS } from "../../events/webhooks/utm.ts"
import type { PaymentScope } from "./mode.ts"
import { checkPixLifetime, newOptions, type OptionsInput } from "./options.ts"
import { checkReturnUrl } from "./return-url.ts"
import { termsOfIntent } from "./search-terms.ts"
import { insertIntent } from "./store.ts"
import type { IntentRow } from "./table.ts"

type Utm = Partial<Record<(typeof UTM_KEYS)[number], string | null>>

export type NewIntent = {
  amount: number
  currency: string
  customer: string
  product?: string | null
  subscription?: string | null
  payment_method_types?: MethodType[] | null
  description?: string | null
  statement_descriptor?: string | null
  utm?: Utm | null
  metadata?: MetadataInput
  capture_method?: IntentRow["capture_method"] | null
  payment_method_options?: OptionsInput | null
  return_url?: string | null
  payment_link?: string | null
}

type Making = {
  /** The id of the intent, if its caller has named it before. */
  id?: string
  /** False for the intent of a client whose version knows no successors. */
  replaceable?: boolean
  /** The intent that a successor replaces on the pay page, and the first one of that page. */
  replacing?: { replaces: string; page_of: string }
}

/**
 * Creates a payment intent in requires_payment_method (openapi.yaml, createPaymentIntent). `amount` is in the currency's smallest unit.
 * Throws customer_not_found, parameter_invalid if the methods do not accept the currency or the metadata is over a limit, and
 * the errors of the listeners.
 */
export async function createIntent(
  tx: Transaction,
  scope: PaymentScope,
  input: NewIntent,
  { id = newId("pi"), replaceable = true, replacing }: Making = {},
): Promise<IntentRow> {
  const [first = "card", ...others] = input.payment_method_types ?? []
  const types: IntentRow["payment_method_types"] = [first, ...others]
  checkCurrency(input.currency)
  if (input.currency !== "brl" && types.some((type) => type !== "card")) {
    throw new ApiError("parameter_invalid", "PIX and boleto require the currency brl.", "currency")
  }
  const payment_method_options = newOptions(input.payment_method_options, types)
  if (input.return_url) checkReturnUrl(input.return_url, tx.livemode)
  const capture_method = input.capture_method ?? "automatic"
  if (capture_method === "manual") checkCardsOnly(types)
  await checkAcquirer(tx, scope, { capture_method, payment_method_options, subscription: null })
  for (const listener of scope.mode.intentListeners) await listener.creating(tx, scope, input)
  const row = await tx.one(insertIntent, {
    id,
    account: scope.account,
    created: scope.now,
    customer: input.customer,
    product: input.product ?? null,
    subscription: input.subscription ?? null,
    amount: input.amount,
    currency: input.currency,
    status: "requires_payment_method",
    description: input.description ?? null,
    statement_descriptor: input.statement_descriptor ?? null,
    payment_method_types: types,
    utm: attribution(input.utm),
    metadata: newMetadata(input.metadata),
    capture_method,
    payment_method_options,
    return_url: input.return_url ?? null,
    replaces: replacing?.replaces ?? null,
    page_of: replacing?.page_of ?? null,
    replaceable,
    payment_link: input.payment_link ?? null,
  })
  if (!row) throw notFound("customer", input.customer, "customer")
  // A refusal must come before the first write (docs/decisions/0019-shared-transactions.md).
  addTerms(tx, row, termsOfIntent(row))
  return row
}

function checkCardsOnly(types: IntentRow["payment_method_types"]): void {
  if (types.length === 1 && types[0] === "card") return
  const message = "Only cards are captured later: 'manual' needs payment_method_types [\"card\"]."
  throw new ApiError("parameter_invalid", message, "capture_method")
}

type Asked = Pick<IntentRow, "capture_method" | "payment_method_options" | "subscription">

/** Refuses what the account's acquirer cannot do. A live account may have no acquirer yet, and the confirm may have another one. */
async function checkAcquirer(tx: Transaction, { mode, account }: PaymentScope, asked: Asked): Promise<void> {
  if (asked.capture_method !== "automatic") {
    const [first, ...others] = takersOf(await mode.routingOf(tx, account, "card"))
    if (first) checkCaptureMethod(asked, others.find(({ captureDays }) => captureDays !== undefined) ?? first)
  }
  const ofPix = asked.payment_method_options?.pix && usual(await mode.routingOf(tx, account, "pix"))
  if (ofPix) checkPixLifetime(mode, asked, ofPix)
}

/** Throws parameter_invalid if the acquirer cannot capture later. */
export function checkCaptureMethod({ capture_method }: Pick<IntentRow, "capture_method">, acquirer: Acquirer): void {
  if (capture_method === "automatic" || acquirer.captureDays !== undefined) return
  const message = "This account's acquirer cannot capture later. Create a payment intent with the capture_method automatic."
  throw new ApiError("parameter_invalid", message, "capture_method")
}

/** All nine keys, or null if no key has a value. */
function attribution(utm: Utm | null | undefined): IntentRow["utm"] {
  if (!utm || UTM_KEYS.every((key) => utm[key] == null)) return null
  return Object.fromEntries(UTM_KEYS.map((key) => [key, utm[key] ?? null])) as NonNullable<IntentRow["utm"]>
}
