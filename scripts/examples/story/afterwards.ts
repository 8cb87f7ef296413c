// After the payment: the subscription, a chargeback or a refund, the balance, and the deliveries of its events.

import { scopeOf } from "../../../src/accounts/scope.ts"
import { closeDispute, refuseDispute } from "../../../src/payments/disputes/close.ts"
import { openDispute } from "../../../src/payments/disputes/disputes.ts"
import { OPERATOR } from "../../../src/payments/intents/platform-money.ts"
import { beginRefund } from "../../../src/payments/refunds/create.ts"
import { setBankAccount } from "../../../src/payouts/bank-accounts.ts"
import { createPayout } from "../../../src/payouts/create.ts"
import { failPayout, payPayout, sendPayout } from "../../../src/payouts/move.ts"
import { updatePayoutSettings } from "../../../src/payouts/settings.ts"
import type { Shop } from "../shop.ts"
import { listenToEverything } from "./payment.ts"

const TRIAL_SECONDS = 7 * 86_400
/** How long before its end the event about it comes. */
const TOLD_SECONDS = 3 * 86_400

const card = (number: string) => ({ type: "card", card: { number, expMonth: 12, expYear: 2030, cvc: "123" } })

export async function goOn(shop: Shop): Promise<void> {
  await subscription(shop)
  await shop.whatIf(chargeback)
  await shop.whatIf(async (shop) => {
    await listenToEverything(shop)
    await shop.show("createRefund", "whole")
    shop.showWebhook("refund.created")
    shop.showWebhook("refund.updated")
    await shop.show("createRefund", "payment_intent_already_refunded", { like: "part" })
  })
  await shop.whatIf(refundTooLate)
  await shop.whatIf(paidOut)
  await shop.show("createRefund", "refund_amount_invalid", { like: "part", body: { amount: 9990 } })
  await shop.show("createRefund", "part")
  await shop.show("retrieveRefund", "succeeded")
  await shop.show("listRefunds", "page")
  await shop.whatIf(balance)
  await shop.whatIf(deliveries)
  await shop.whatIf(paymentLinks)
}

async function paymentLinks(shop: Shop): Promise<void> {
  const { id } = await shop.show("createPaymentLink", "product")
  await shop.show("retrievePaymentLink", "product", { path: { id } })
  await shop.show("listPaymentLinks", "page")
  await shop.show("updatePaymentLink", "close", { path: { id } })
}

async function subscription(shop: Shop): Promise<void> {
  const { data } = await shop.send("listCustomerSubscriptions", { query: { status: "TRIALING" } })
  await shop.show("retrieveCustomerSubscription", "trialing", { path: { id: data[0].id } })
  await shop.whatIf(async (shop) => {
    await listenToEverything(shop)
    await shop.send("advanceTestClock", { body: { seconds: TRIAL_SECONDS - TOLD_SECONDS } })
    shop.showWebhook("customer_subscription.trial_will_end")
  })
  await shop.whatIf(async (shop) => {
    await shop.send("advanceTestClock", { body: { seconds: TRIAL_SECONDS } })
    await shop.show("retrieveCustomerSubscription", "active")
    await shop.show("listCustomerSubscriptions", "page")
    await shop.whatIf(async (shop) => {
      await shop.show("updateCustomerSubscription", "card")
      await shop.show("updateCustomerSubscription", "newest")
    })
    await shop.whatIf(async (shop) => {
      await shop.show("resumeCustomerSubscription", "subscription_not_paused")
      await shop.show("pauseCustomerSubscription", "open")
      await shop.show("resumeCustomerSubscription", "resumed")
      await shop.show("pauseCustomerSubscription", "until")
    })
    await shop.whatIf(async (shop) => {
      await listenToEverything(shop)
      await shop.send("pauseCustomerSubscription", { like: "open" })
      shop.showWebhook("customer_subscription.paused")
      await shop.send("resumeCustomerSubscription", { like: "resumed" })
      shop.showWebhook("customer_subscription.resumed")
    })
    await listenToEverything(shop)
    await shop.whatIf(async (shop) => {
      await shop.show("cancelCustomerSubscription", "period_end")
      shop.showWebhook("customer_subscription.updated")
    })
    await shop.whatIf((shop) => shop.show("cancelCustomerSubscription", "at_a_time"))
    await shop.show("cancelCustomerSubscription", "now")
    shop.showWebhook("customer_subscription.canceled")
    await shop.show("cancelCustomerSubscription", "subscription_canceled", { like: "now" })
    await shop.show("updateCustomerSubscription", "subscription_canceled", { like: "card" })
    await shop.show("pauseCustomerSubscription", "subscription_not_active", { like: "open" })
  })
}

/** Pays a new intent with one of the test cards. Returns its id. */
async function pay(shop: Shop, number: string, amount: number, currency = "brl"): Promise<string> {
  const { id } = await shop.send("createPaymentIntent", { like: "card", body: { amount, currency } })
  const token = await shop.send("createToken", { body: card(number) })
  await shop.send("confirmPaymentIntent", { path: { id }, body: { payment_method: token.id } })
  return id
}

async function chargeback(shop: Shop): Promise<void> {
  await listenToEverything(shop)
  await pay(shop, "4000000000000259", 4990)
  await shop.send("advanceTestClock", { body: { seconds: 1 } })
  shop.showWebhook("charge.dispute.created")
  await answered(shop)
}

/** The shop refuses a chargeback, and the card network gives the money back. */
async function answered(shop: Shop): Promise<void> {
  const { test } = shop.server.modes
  const scope = await scopeOf(test.database, test, shop.account)
  const id = await pay(shop, "4242424242424242", 4990)
  const due_by = scope.now + 10 * 86_400
  const dispute = await test.database.transaction((tx) => openDispute(tx, scope, id, { reason: "fraudulent", due_by }))
  await test.database.transaction((tx) => refuseDispute(tx, scope, dispute))
  await test.outbox?.letPass(shop.account, { deadlineMs: Number.POSITIVE_INFINITY })
  shop.showWebhook("charge.dispute.updated")
  await test.database.transaction((tx) => closeDispute(tx, { ...scope, by: OPERATOR }, dispute, "won"))
  await test.outbox?.letPass(shop.account, { deadlineMs: Number.POSITIVE_INFINITY })
  shop.showWebhook("charge.dispute.closed")
}

/** What the shop has sold is paid out, to a bank account that is closed, and then to another one. */
async function paidOut(shop: Shop): Promise<void> {
  await listenToEverything(shop)
  await pay(shop, "4242424242424242", 4990)
  const { test } = shop.server.modes
  const scope = await scopeOf(test.database, test, shop.account)
  const payOut = async (pix_key: string) => {
    await test.database.transaction(async (tx) => {
      await updatePayoutSettings(tx, scope, { holder_document: "52998224725" })
      await setBankAccount(tx, scope, { type: "pix", pix_key })
    })
    return test.database.transaction((tx) => createPayout(tx, scope, { currency: "brl", automatic: true }))
  }
  const arrive = () => test.outbox?.letPass(shop.account, { deadlineMs: Number.POSITIVE_INFINITY })
  const first = await payOut("fail@example.com")
  const sent = await test.database.transaction((tx) => sendPayout(tx, first, null))
  await test.database.transaction((tx) => failPayout(tx, scope, sent, { failure_code: "account_closed" }))
  await arrive()
  shop.showWebhook("payout.failed")
  const second = await payOut("52998224725")
  await arrive()
  shop.showWebhook("payout.created")
  await test.database.transaction((tx) => payPayout(tx, scope, second, null))
  await arrive()
  shop.showWebhook("payout.paid")
}

/** The card network takes the money back before a refund is sent. */
async function refundTooLate(shop: Shop): Promise<void> {
  await listenToEverything(shop)
  const { test } = shop.server.modes
  const scope = await scopeOf(test.database, test, shop.account)
  const payment_intent = await pay(shop, "4242424242424242", 4990)
  await test.database.transaction((tx) => beginRefund(tx, scope, { payment_intent }, null))
  await test.database.transaction((tx) => openDispute(tx, scope, payment_intent, { reason: "fraudulent" }))
  await test.outbox?.letPass(shop.account, { deadlineMs: Number.POSITIVE_INFINITY })
  shop.showWebhook("refund.failed")
}

async function balance(shop: Shop): Promise<void> {
  await listenToEverything(shop)
  await pay(shop, "4242424242424242", 12_000, "usd")
  await pay(shop, "4000000000000036", 49_900)
  shop.showWebhook("payment_intent.processing")
  await shop.show("retrieveBalance", "balance")
}

async function deliveries(shop: Shop): Promise<void> {
  await shop.whatIf((shop) => shop.show("replayWebhookDelivery", "pending"))
  shop.receiver.status = 500
  await pay(shop, "4000000000009995", 4990)
  await shop.show("listWebhookDeliveries", "page")
  shop.receiver.status = 204
}
