// The page of a payment link: it makes a customer and a payment intent, and leads to the intent's pay page.
import { scopeOf } from "../../accounts/scope.ts"
import { findLogoFacts, settingsOf } from "../../accounts/settings.ts"
import { hasGroupedCardNumber } from "../../base/card-numbers.ts"
import { ApiError } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import { type Buyer, beginPurchase, findLinkOfPage, type Offer, offerOf } from "../../checkout/payment-links/buy.ts"
import type { PaymentLinkRow } from "../../checkout/payment-links/table.ts"
import { loadContract } from "../../contract/contract.ts"
import { UTM_KEYS } from "../../events/webhooks/utm.ts"
import type { Context } from "../../http/context.ts"
import { findInModes } from "../../http/find-live.ts"
import type { Modes } from "../../http/mode.ts"
import { retryWhileBusy } from "../../http/retry-while-busy.ts"
import { checkedBody } from "../../http/validate.ts"
import type { PaymentScope, PaymentsMode } from "../../payments/intents/mode.ts"
import { payeeOf } from "../../payments/intents/next-action.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { payPageUrl } from "../../payments/links/pay-page.ts"
import { idOfSigned, signId } from "../../vault/signed-ids.ts"
import { type BuyField, buyPage } from "./buy-page.ts"
import { readPayForm } from "./checkout-form.ts"
import { pagePolicy } from "./page.ts"
import { languageOf, redirect, sendHtml } from "./responses.ts"
import { contactOf } from "./visit.ts"

/** A request for the page of a payment link. `path` is the last segment of its path. */
export type BuyVisit = { mode: PaymentsMode; scope: PaymentScope; link: PaymentLinkRow; path: string }

/** Finds the payment link of a page, in either mode. */
export async function findBuyPage(modes: Modes<PaymentsMode>, path: string): Promise<BuyVisit | undefined> {
  return findInModes(modes, `buy ${path}`, async (mode) => {
    const link = await findLinkOfPage(mode, path)
    return link && { mode, link, path, scope: await scopeOf(mode.database, mode, link.account) }
  })
}

/** Sends the page. It makes nothing, so opening it often changes nothing. */
export async function sendBuyPage(ctx: Context, visit: BuyVisit): Promise<void> {
  const { mode, link, scope } = visit
  const offer = await offerOf(mode.database, link, scope.now)
  await sendView(ctx, visit, { status: offer.state === "closed" ? 410 : 200, offer, sent: new URLSearchParams(ctx.querystring) })
}

/** Makes the customer and the payment intent of a form, once, and leads to the pay page. */
export async function submitBuyPage(ctx: Context, visit: BuyVisit): Promise<void> {
  const { mode, link, scope } = visit
  const sent = await readPayForm(ctx)
  const id = idOfSigned(mode.ring, purposeOf(link), "pi", sent.get("purchase") ?? "")
  const { buyer, wrong } = await readBuyer(sent)
  const offer = await offerOf(mode.database, link, scope.now)
  if (id === undefined || buyer === undefined) return sendView(ctx, visit, { status: 400, offer, sent, wrong })
  const intent = await purchase(visit, id, buyer, utmOf(sent))
  if (intent === "busy") return sendView(ctx, visit, { status: 409, offer, sent, isBusy: true })
  if (!intent) return sendBuyPage(ctx, visit)
  redirect(ctx, payPageUrl(mode, intent).slice(mode.baseUrl.length))
}

/** Returns undefined if the link takes no payment now, and "busy" if the shop's product or acquirer refuses it. */
async function purchase(
  { mode, link }: BuyVisit,
  id: string,
  buyer: Buyer,
  utm: Record<string, string>,
): Promise<IntentRow | "busy" | undefined> {
  try {
    return await retryWhileBusy(mode.database.waiters, link.account, () =>
      mode.database.transaction(async (tx) => beginPurchase(tx, await scopeOf(tx, mode, link.account), link, { id, buyer, utm })),
    )
  } catch (error) {
    if (error instanceof ApiError && error.code === "parameter_invalid") return "busy"
    throw error
  }
}

/** Checks what the payer wrote against the contract, as the API does. */
async function readBuyer(sent: URLSearchParams): Promise<{ buyer?: Buyer; wrong: BuyField[] }> {
  const body = { name: (sent.get("name") ?? "").trim(), email: (sent.get("email") ?? "").trim() }
  try {
    return { buyer: checkedBody<Buyer>(await loadContract(), "createCustomer", body), wrong: [] }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { wrong: (["name", "email"] as const).filter((name) => name === error.param) }
  }
}

/** What the API refuses is left out: an advertisement's parameters must not stop a sale. */
function utmOf(sent: URLSearchParams): Record<string, string> {
  const given = UTM_KEYS.map((key) => [key, sent.get(key) ?? ""] as const)
  return Object.fromEntries(given.filter(([, value]) => isUtm(value)))
}

function isUtm(value: string): boolean {
  return value !== "" && value.length <= 500 && value.isWellFormed() && !/\p{Cc}/u.test(value) && !hasGroupedCardNumber(value)
}

function purposeOf({ id }: PaymentLinkRow): string {
  return `purchase at ${id}`
}

type Shown = { status: number; offer: Offer; sent: URLSearchParams; wrong?: BuyField[]; isBusy?: boolean }

async function sendView(
  ctx: Context,
  visit: BuyVisit,
  { status, offer, sent, wrong = [], isBusy = false }: Shown,
): Promise<void> {
  const { mode, link, path } = visit
  const { account } = link
  const settings = await settingsOf(mode.database, account)
  const payee = await payeeOf(mode.database, account)
  const sale = offer.state === "open" ? offer.sale : undefined
  const html = buyPage({
    ...{ language: languageOf(ctx), offer, sent, wrong, isBusy, utm: utmOf(sent) },
    hosted: {
      ...{ kind: "checkout", link: `buy/${path}`, account, amount: sale?.amount ?? 0, currency: sale?.price.currency ?? "brl" },
      ...{ payee: payee.name, payeeDocument: payee.document, statementDescriptor: null, return_url: null },
    },
    contact: contactOf(settings),
    purchase: signId(mode.ring, purposeOf(link), newId("pi")),
    ...{ state: "waiting", secondsLeft: null, color: settings.color, backUrl: null },
    logo: await findLogoFacts(mode.database, account),
    testIntent: mode.livemode ? null : link.id,
  })
  sendHtml(ctx, status, html, pagePolicy({ color: settings.color }))
}
