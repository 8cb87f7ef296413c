// The page on which the payer of a boleto gives the PIX key that a refund by hand goes to.
import { findDocument, maskedDocument } from "../../accounts/document.ts"
import { scopeOf } from "../../accounts/scope.ts"
import { findLogoFacts, settingsOf } from "../../accounts/settings.ts"
import { mustFindCustomer } from "../../customers/customers.ts"
import type { Context } from "../../http/context.ts"
import { findInModes } from "../../http/find-live.ts"
import type { Modes } from "../../http/mode.ts"
import { retryWhileBusy } from "../../http/retry-while-busy.ts"
import type { PaymentScope, PaymentsMode } from "../../payments/intents/mode.ts"
import { payeeOf } from "../../payments/intents/next-action.ts"
import { mustFindIntent } from "../../payments/intents/store.ts"
import { hasRefundKey, keepRefundKey, refundOfPage, takesKey } from "../../payments/refunds/keys.ts"
import { findRefundOfPage } from "../../payments/refunds/store.ts"
import type { RefundRow } from "../../payments/refunds/table.ts"
import { readPayForm } from "./checkout-form.ts"
import { pagePolicy } from "./page.ts"
import { refundKeyPage } from "./refund-key-page.ts"
import { languageOf, redirect, sendHtml } from "./responses.ts"
import { contactOf } from "./visit.ts"

/** A request for the page. `path` is its last segment, and `document` the CPF or CNPJ of the payer. */
export type RefundKeyVisit = { mode: PaymentsMode; scope: PaymentScope; refund: RefundRow; document: string; path: string }

/** Finds the refund of a page, in either mode. Undefined if its payer has no CPF and no CNPJ. */
export async function findRefundKeyPage(modes: Modes<PaymentsMode>, path: string): Promise<RefundKeyVisit | undefined> {
  return findInModes(modes, `refund key ${path}`, async (mode) => {
    const id = refundOfPage(mode, path)
    const { database } = mode
    const refund = id === undefined ? undefined : await findRefundOfPage(database, id)
    if (!refund) return undefined
    const { customer } = await mustFindIntent(database, refund, refund.payment_intent)
    const { document } = await mustFindCustomer(database, refund, customer)
    const scope = await scopeOf(database, mode, refund.account)
    return document ? { mode, scope, refund, document: document.number, path } : undefined
  })
}

/** Sends the page. */
export async function sendRefundKeyPage(ctx: Context, visit: RefundKeyVisit): Promise<void> {
  await sendView(ctx, visit, 200, null)
}

/** Keeps the key, and leads to the page that says so. Whoever sends it twice gets the same answer. */
export async function submitRefundKeyPage(ctx: Context, visit: RefundKeyVisit): Promise<void> {
  const { mode, refund, document, path } = visit
  const written = ((await readPayForm(ctx)).get("key") ?? "").trim().slice(0, 18)
  if (takesKey(refund, visit.scope.now)) {
    if (findDocument(written)?.number !== document) return sendView(ctx, visit, 400, written)
    await retryWhileBusy(mode.database.waiters, refund.account, () =>
      mode.database.transaction((tx) => keepRefundKey(tx, visit.scope, refund.id, document)),
    )
  }
  redirect(ctx, `/pay/refund/${path}`)
}

async function sendView(ctx: Context, visit: RefundKeyVisit, status: number, wrong: string | null): Promise<void> {
  const { mode, scope, refund, document, path } = visit
  const { account, amount, currency } = refund
  const settings = await settingsOf(mode.database, account)
  const payee = await payeeOf(mode.database, account)
  const isOpen = takesKey(refund, scope.now)
  const isKept = isOpen && (await hasRefundKey(mode.database, refund))
  const html = refundKeyPage({
    ...{ language: languageOf(ctx), step: isKept ? "kept" : isOpen ? "asking" : "closed", wrong },
    masked: maskedDocument(document),
    hosted: {
      ...{ kind: "checkout", link: `refund/${path}`, account, amount, currency },
      ...{ payee: payee.name, payeeDocument: payee.document, statementDescriptor: null, return_url: null },
    },
    ...{ state: "waiting", secondsLeft: null, color: settings.color, backUrl: null },
    contact: contactOf(settings),
    logo: await findLogoFacts(mode.database, account),
    testIntent: mode.livemode ? null : refund.payment_intent,
  })
  sendHtml(ctx, isOpen ? status : 410, html, pagePolicy({ color: settings.color }))
}
