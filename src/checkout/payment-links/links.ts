// Links to a page on which anybody can buy a product. A page of a link makes a customer and a payment intent for each payer.
import { mustHaveRoom } from "../../accounts/limits.ts"
import { type MetadataInput, mergeMetadata, newMetadata } from "../../accounts/metadata.ts"
import type { Scope } from "../../accounts/scope.ts"
import type { MethodType } from "../../acquirers/sale.ts"
import { ApiError, notFound } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import { activePlanOf } from "../../billing/plans.ts"
import { currentPrice, mustFindProduct } from "../../billing/products.ts"
import { hasMandatePeriod } from "../../billing/subscriptions/mandate.ts"
import type { PlanRow, PriceRow } from "../../billing/tables.ts"
import { seconds } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { pages } from "../../db/page.ts"
import { checkReturnUrl } from "../../payments/intents/return-url.ts"
import { paymentIntents } from "../../payments/intents/table.ts"
import { type PaymentLinkRow, paymentLinks } from "./table.ts"

export type PaymentLinkInput = {
  product: string
  payment_method_types?: MethodType[] | null
  max_installments?: number | null
  max_payments?: number | null
  expires_at?: number | null
  metadata?: MetadataInput
  after_payment_url?: string | null
}

/** How far ahead a link may close. */
export const MAX_LIFE_SECONDS = 5 * 366 * 86_400

const insertLink = paymentLinks.insert([
  ...(["id", "account", "created", "product", "payment_method_types", "max_installments", "max_payments"] as const),
  ...(["expires_at", "active", "metadata", "after_payment_url"] as const),
])
const findLink = paymentLinks.find(["account", "id"])
const holdLink = paymentLinks.find(["account", "id"], (rows) => rows.forNoKeyUpdate())
const updateLink = paymentLinks.update(["account", "id"], ["active", "metadata"], (rows) => rows.returning("*"))
const countActive = paymentLinks.find(["account", { now: seconds() }], (rows, p) =>
  rows.where({ active: true }).whereRaw("(expires_at IS NULL OR expires_at > ?)", [p.now]).count({ count: "*" }),
)
/** The status is part of the SQL, because the index on it is partial. */
const countPaid = paymentIntents.find(["account", "payment_link"], (rows) =>
  rows.whereRaw("status = 'succeeded'").count({ count: "*" }),
)

export const pageOfPaymentLinks = pages(paymentLinks, { filters: ["active"] })

/**
 * Creates a link. Without `payment_method_types`, it takes all that the product's current price takes, but PIX Automático,
 * which not every acquirer has. Throws product_not_found,
 * parameter_invalid for a product that cannot be sold and for methods that cannot pay it, and limit_reached. See openapi.yaml,
 * createPaymentLink.
 */
export async function createPaymentLink(
  tx: Transaction,
  { account, now }: Pick<Scope, "account" | "now">,
  input: PaymentLinkInput,
): Promise<PaymentLinkRow> {
  const { product, max_installments = null, max_payments = null, expires_at = null, after_payment_url = null } = input
  const metadata = newMetadata(input.metadata)
  const payable = await methodsOf(tx, { account, product })
  const payment_method_types = input.payment_method_types ?? payable.filter((type) => type !== "pix_automatico")
  for (const type of payment_method_types) if (!payable.includes(type)) throw notPayable(type, payable)
  if (max_installments !== null && !payment_method_types.includes("card"))
    throw invalid("Only cards are paid in installments: add card to payment_method_types, or leave this out.", "max_installments")
  if (expires_at !== null) checkExpiry(expires_at, now)
  if (after_payment_url !== null) checkReturnUrl(after_payment_url, tx.livemode, "after_payment_url")
  await mustHaveRoom(tx, "payment_links", countActive, { account, now })
  const row: PaymentLinkRow = {
    ...{ id: newId("plink"), account, created: now, product, payment_method_types },
    ...{ max_installments, max_payments, expires_at, active: true, metadata, after_payment_url },
  }
  await tx.run(insertLink, row)
  return row
}

/** Whether nobody can begin a payment any more, because the link's time is over. */
export function hasEnded({ expires_at }: Pick<PaymentLinkRow, "expires_at">, now: number): boolean {
  return expires_at !== null && expires_at <= now
}

/** Closes or opens a link, and merges metadata. Throws payment_link_not_found, parameter_invalid and limit_reached. */
export async function updatePaymentLink(
  tx: Transaction,
  { account, now }: Pick<Scope, "account" | "now">,
  id: string,
  input: { active?: boolean; metadata?: MetadataInput },
): Promise<PaymentLinkRow> {
  // The limit locks the account, and whoever locks both locks it first.
  const before = await mustFindPaymentLink(tx, account, id)
  if (input.active && hasEnded(before, now)) throw invalid("The time of this link is over: create another one.", "active")
  if (input.active && !before.active) {
    if (await isPaidInFull(tx, before)) throw invalid("All payments of this link are made: create another one.", "active")
    await mustHaveRoom(tx, "payment_links", countActive, { account, now })
  }
  const row = await holdPaymentLink(tx, { account, id })
  const metadata = mergeMetadata(row.metadata, input.metadata)
  return tx.only(updateLink, { account, id, active: input.active ?? row.active, metadata })
}

/** Holds a link until the transaction ends, and returns it. It must exist. */
export function holdPaymentLink(
  tx: Transaction,
  { account, id }: Pick<PaymentLinkRow, "account" | "id">,
): Promise<PaymentLinkRow> {
  return tx.only(holdLink, { account, id })
}

/** Whether all payments that a link may take have succeeded. None becomes free again. */
export async function isPaidInFull(
  db: Queries,
  { account, id: payment_link, max_payments }: Pick<PaymentLinkRow, "account" | "id" | "max_payments">,
): Promise<boolean> {
  return max_payments !== null && (await db.only(countPaid, { account, payment_link })).count >= max_payments
}

/**
 * Closes a link once all its payments have succeeded. Those that succeed at once wait for each other, so the last one finds all of them.
 */
export async function closeIfPaidInFull(tx: Transaction, { account, id }: Pick<PaymentLinkRow, "account" | "id">): Promise<void> {
  // Most links have no limit, and their payments need not wait.
  if ((await mustFindPaymentLink(tx, account, id)).max_payments === null) return
  const { active, metadata, max_payments } = await holdPaymentLink(tx, { account, id })
  if (active && (await isPaidInFull(tx, { account, id, max_payments })))
    await tx.run(updateLink, { account, id, active: false, metadata })
}

/** Throws payment_link_not_found. */
export async function mustFindPaymentLink(db: Queries, account: string, id: string): Promise<PaymentLinkRow> {
  const row = await db.one(findLink, { account, id })
  if (!row) throw notFound("payment_link", id)
  return row
}

/** The methods with which the product's current price can be paid. Throws product_not_found and parameter_invalid. */
async function methodsOf(db: Queries, { account, product: id }: { account: string; product: string }): Promise<MethodType[]> {
  const { status } = await mustFindProduct(db, { account }, id, "product")
  if (status !== "ACTIVE") throw invalid(`The product ${id} is INACTIVE: set its status to ACTIVE first.`, "product")
  const price = await currentPrice(db, { account }, id)
  if (!price) throw invalid(`The product ${id} has no price: set one with POST /v1/products/${id}/price first.`, "product")
  const plan = await activePlanOf(db, account, id)
  return payableWith(price, plan)
}

/** Only a card or a mandate begins a trial, because nothing is paid then. */
export function payableWith({ currency }: Pick<PriceRow, "currency">, plan: PlanRow | undefined): MethodType[] {
  if (currency !== "brl") return ["card"]
  const byMandate = plan && hasMandatePeriod(plan) ? (["pix_automatico"] as const) : []
  return plan && plan.trial_days > 0 ? ["card", ...byMandate] : ["card", "pix", "boleto", ...byMandate]
}

function checkExpiry(expires_at: number, now: number): void {
  if (expires_at > now && expires_at <= now + MAX_LIFE_SECONDS) return
  throw invalid("'expires_at' must be in the future, and at most five years away. It is in Unix seconds.", "expires_at")
}

function notPayable(type: MethodType, payable: readonly MethodType[]): ApiError {
  const message = `This product cannot be paid by ${type}: its current price and plan take ${payable.join(", ")}.`
  return invalid(message, "payment_method_types")
}

function invalid(message: string, param: string): ApiError {
  return new ApiError("parameter_invalid", message, param)
}
