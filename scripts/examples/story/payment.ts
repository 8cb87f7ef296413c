// Maria joins the coffee club: all possible ends of one payment intent. In the story she pays by card.
import { scopeOf } from "../../../src/accounts/scope.ts"
import { releaseCharge } from "../../../src/acquirers/mock/ledger.ts"
import { createIntegration } from "../../../src/events/webhooks/integrations.ts"
import { learnStatus } from "../../../src/payments/methods/mandates.ts"
import type { Shop } from "../shop.ts"

export async function payByCard(shop: Shop): Promise<void> {
  for (const token of ["card", "another_card", "three_d_secure", "insufficient_funds", "pix", "boleto", "wallet"])
    await shop.show("createToken", token)
  await saveCard(shop)
  await shop.show("createPaymentIntent", "card")
  await shop.show("createPaymentIntent", "attributed")
  await otherEnds(shop)
  await shop.show("confirmPaymentIntent", "card")
  await shop.show("retrievePaymentIntent", "succeeded")
  await shop.show("listPaymentIntents", "page")
  shop.showWebhook("payment_intent.succeeded")
  shop.showSignature("payment_intent.succeeded")
  await shop.show("retrieveEvent", "succeeded")
  await shop.show("listEvents", "page")
}

/** It comes last, so that it moves no time of the story. */
export async function payByDebit(shop: Shop): Promise<void> {
  await shop.whatIf(async (shop) => {
    await shop.show("createToken", "debit")
    const { id } = await shop.send("createPaymentIntent", { like: "options" })
    await shop.show("confirmPaymentIntent", "debit", { path: { id } })
  })
}

/** It comes last too. The payer pays, approves the mandate, and ends it in the bank's app. */
export async function payByMandate(shop: Shop): Promise<void> {
  await shop.whatIf(async (shop) => {
    await listenToEverything(shop)
    const token = await shop.show("createToken", "pix_automatico")
    const { id } = await shop.show("createPaymentIntent", "pix_automatico")
    const confirmed = await shop.show("confirmPaymentIntent", "pix_automatico", {
      path: { id },
      body: { payment_method: token.id },
    })
    shop.showWebhook("payment_method.attached", "mandate")
    await shop.send("succeedPaymentIntent", { path: { id } })
    shop.showWebhook("payment_method.updated", "mandate")
    const mandate = confirmed.payment_method_details.payment_method
    await shop.show("retrievePaymentMethod", "mandate", { path: { id: mandate } })
    const { test } = shop.server.modes
    const scope = await scopeOf(test.database, test, shop.account)
    await test.database.transaction((tx) => learnStatus(tx, scope, mandate, "canceled"))
    await test.outbox?.letPass(shop.account, { deadlineMs: Number.POSITIVE_INFINITY })
    shop.showWebhook("payment_method.detached", "mandate")
  })
}

async function saveCard(shop: Shop): Promise<void> {
  await shop.whatIf(async (shop) => {
    await listenToEverything(shop)
    await shop.send("createPaymentMethod", { like: "card" })
    shop.showWebhook("payment_method.attached")
  })
  await shop.show("createPaymentMethod", "card")
  await shop.show("retrievePaymentMethod", "saved")
  await shop.show("listPaymentMethods", "page")
  await shop.whatIf(async (shop) => {
    await listenToEverything(shop)
    await shop.show("updatePaymentMethod", "metadata")
    shop.showWebhook("payment_method.updated")
  })
  await shop.whatIf(async (shop) => {
    await listenToEverything(shop)
    await shop.show("detachPaymentMethod", "detached")
    shop.showWebhook("payment_method.detached")
  })
}

async function otherEnds(shop: Shop): Promise<void> {
  await shop.whatIf(async (shop) => {
    await listenToEverything(shop)
    await shop.show("confirmPaymentIntent", "saved")
    shop.showWebhook("PURCHASE_APPROVED", "approved")
    shop.showWebhook("customer_subscription.created")
  })
  await shop.whatIf(async (shop) => {
    await listenToEverything(shop)
    await shop.show("confirmPaymentIntent", "refused")
    shop.showWebhook("payment_intent.payment_failed")
    shop.showWebhook("PURCHASE_REFUSED", "refused")
  })
  await shop.whatIf(async (shop) => {
    await listenToEverything(shop)
    await shop.show("confirmPaymentIntent", "pix")
    shop.showWebhook("payment_intent.requires_action")
    await shop.show("expirePaymentIntent", "expired")
    await shop.show("confirmPaymentIntent", "payment_intent_expired", { like: "card" })
  })
  await shop.whatIf(async (shop) => {
    await shop.show("confirmPaymentIntent", "boleto")
    await shop.show("retrievePaymentIntent", "boleto")
  })
  await shop.whatIf(captureLater)
  await shop.whatIf((shop) => shop.show("createPaymentIntent", "options"))
  await shop.whatIf((shop) => shop.show("confirmPaymentIntent", "installments"))
  await shop.whatIf((shop) => shop.show("confirmPaymentIntent", "three_d_secure"))
  await shop.whatIf(async (shop) => {
    await listenToEverything(shop)
    await shop.show("cancelPaymentIntent", "reason")
    shop.showWebhook("payment_intent.canceled")
    await shop.show("cancelPaymentIntent", "payment_intent_canceled", { like: "reason" })
  })
  await shop.whatIf((shop) => shop.show("succeedPaymentIntent", "succeeded"))
  await shop.whatIf((shop) => shop.show("failPaymentIntent", "insufficient_funds"))
}

async function captureLater(shop: Shop): Promise<void> {
  await listenToEverything(shop)
  const { id } = await shop.show("createPaymentIntent", "later")
  await shop.show("confirmPaymentIntent", "later", { path: { id } })
  shop.showWebhook("payment_intent.amount_capturable_updated")
  await shop.show("capturePaymentIntent", "part", { path: { id } })
  await shop.show("capturePaymentIntent", "payment_intent_unexpected_state", { like: "part", path: { id } })
  const card = { number: "4000000000000408", expMonth: 12, expYear: 2030, cvc: "123" }
  const { id: token } = await shop.send("createToken", { like: "card", body: { card } })
  const { id: order } = await shop.send("createPaymentIntent", { like: "later" })
  await shop.send("confirmPaymentIntent", { path: { id: order }, body: { payment_method: token } })
  await shop.show("capturePaymentIntent", "card_declined", { like: "part", path: { id: order } })
  const { id: lost } = await shop.send("createPaymentIntent", { like: "later" })
  const { id: another } = await shop.send("createToken", { like: "card" })
  const { charges } = await shop.send("confirmPaymentIntent", { path: { id: lost }, body: { payment_method: another } })
  // The acquirer no longer holds the amount, and does not say why.
  await shop.server.modes.test.database.transaction((tx) => releaseCharge(tx, shop.account, charges.latest))
  await shop.show("capturePaymentIntent", "processing_error", { like: "part", path: { id: lost } })
}

/** Registers another endpoint, for every event, and a marketing tool. */
export async function listenToEverything(shop: Shop): Promise<void> {
  await shop.send("createWebhookEndpoint", { like: "all" })
  const { test } = shop.server.modes
  const scope = await scopeOf(test.database, test, shop.account)
  await test.database.transaction((tx) => createIntegration(tx, scope, "https://marketing.example/vintem"))
}
