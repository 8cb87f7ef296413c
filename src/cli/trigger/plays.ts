// How each type of event arises. This code never writes an event: it makes a payment, and the event follows.

import { scopeOf } from "../../accounts/scope.ts"
import type { MethodType } from "../../acquirers/sale.ts"
import { act } from "../../audit/act.ts"
import { cancelSubscription } from "../../billing/subscriptions/cancel.ts"
import { detachMethod } from "../../billing/subscriptions/chosen-card.ts"
import { pauseSubscription, resumeSubscription } from "../../billing/subscriptions/pause.ts"
import { updateCustomer } from "../../customers/customers.ts"
import type { EventType } from "../../events/list/types.ts"
import { closeDispute, refuseDispute } from "../../payments/disputes/close.ts"
import { openDispute } from "../../payments/disputes/disputes.ts"
import type { DisputeRow } from "../../payments/disputes/table.ts"
import { cancelIntent } from "../../payments/intents/cancel.ts"
import { forceExpiry } from "../../payments/intents/force.ts"
import { OPERATOR } from "../../payments/intents/platform-money.ts"
import { updatePaymentMethod } from "../../payments/methods/store.ts"
import { beginRefund } from "../../payments/refunds/create.ts"
import { finishRefund } from "../../payments/refunds/run.ts"
import { failPayout, payPayout } from "../../payouts/move.ts"
import { holdPayout } from "../../payouts/store.ts"
import { currentActor } from "../shared/actor.ts"
import { canceledMandate, nextPeriod, unpaidPeriod } from "./mandate-steps.ts"
import { payOut } from "./payout-steps.ts"
import { APPROVED, confirmedIntent, customerOf, newIntent, type Order, paidIntent, saveCard, step, subscribe } from "./steps.ts"

/** The steps for each method. A type that a method cannot have is omitted. */
type Play = {
  summary: Partial<Record<MethodType, string>>
  /** Returns the id of the payment intent. */
  perform(order: Order): Promise<string>
}

const DECLINED = "4000000000000002"
const CHALLENGED = "4000000000003220"
const PROCESSING = "4000000000000036"

const METADATA = { metadata: { played_by: "vintem trigger" } }
const REFUNDED = { card: "a payment by card is refunded", pix: "a PIX is refunded" }

export const PLAYS: Record<EventType, Play> = {
  "payment_intent.succeeded": {
    summary: {
      ...{ card: "a card is charged", pix: "a payer pays by PIX", boleto: "a payer pays a boleto" },
      pix_automatico: "a payer pays, and agrees to a mandate",
    },
    perform: paidIntent,
  },
  "payment_intent.payment_failed": {
    summary: {
      ...{ card: "a card is declined", pix: "a PIX expires", boleto: "a boleto expires" },
      pix_automatico: "a month passes, the payer's bank finds no money, and pays the retry of the third day",
    },
    perform: async (order) => {
      if (order.method === "pix_automatico") return unpaidPeriod(order)
      const id = await confirmedIntent(order, DECLINED)
      if (order.method !== "card") await step(order, (tx, scope) => forceExpiry(tx, scope, id))
      return id
    },
  },
  "payment_intent.canceled": {
    summary: {
      card: "a payment intent is canceled before a card is charged",
      pix: "a payment intent is canceled while its PIX waits for the payer",
      boleto: "a payment intent is canceled while its boleto waits for the payer",
      pix_automatico: "a payment intent is canceled while the code of its mandate waits for the payer",
    },
    perform: async (order) => {
      const id = await (order.method === "card" ? newIntent(order) : confirmedIntent(order, APPROVED))
      await step(order, (tx, scope) => cancelIntent(tx, scope, id, "The customer changed their mind."))
      return id
    },
  },
  "payment_intent.requires_action": {
    summary: {
      card: "a card asks its payer for a 3DS challenge",
      pix: "a PIX waits for its payer",
      boleto: "a boleto waits for its payer",
      pix_automatico: "the code of a mandate waits for its payer",
    },
    perform: (order) => confirmedIntent(order, order.method === "card" ? CHALLENGED : APPROVED),
  },
  "payment_intent.processing": {
    summary: {
      card: "the acquirer takes a moment to decide about a card",
      pix_automatico: "a month passes, and the payer's bank gets the charge of the next one, and pays it",
    },
    perform: (order) => (order.method === "card" ? confirmedIntent(order, PROCESSING) : nextPeriod(order)),
  },
  "payment_intent.amount_capturable_updated": {
    summary: { card: "a card is authorized, to be captured later" },
    perform: (order) => {
      const intent = { ...order.intent, capture_method: "manual" as const, payment_method_types: ["card" as const] }
      return confirmedIntent({ ...order, intent }, APPROVED)
    },
  },
  "charge.dispute.created": {
    summary: { card: "a card is charged, and the cardholder's bank takes the money back" },
    perform: after(paidIntent, dispute),
  },
  "customer.created": { summary: byAnyMethod("a customer is created"), perform: newIntent },
  "customer.updated": {
    summary: byAnyMethod("a customer gets other metadata"),
    perform: after(newIntent, async (order, id) => {
      const customer = await customerOf(order, id)
      await step(order, (tx, scope) => updateCustomer(tx, scope, customer, METADATA))
    }),
  },
  "payment_method.attached": {
    summary: { card: "a card is saved for a customer", pix_automatico: "the code of a mandate is shown" },
    perform: byMethod(after(newIntent, saveCard), (order) => confirmedIntent(order, APPROVED)),
  },
  "payment_method.updated": {
    summary: { card: "a saved card gets metadata", pix_automatico: "a payer agrees to a mandate" },
    perform: byMethod(
      after(newIntent, async (order, id) => {
        const method = await saveCard(order, id)
        await step(order, (tx, scope) => updatePaymentMethod(tx, scope, method, METADATA))
      }),
      paidIntent,
    ),
  },
  "payment_method.detached": {
    summary: {
      card: "a card is saved for a customer, and detached again",
      pix_automatico: "a payer cancels a mandate in the bank's app",
    },
    perform: byMethod(
      after(newIntent, async (order, id) => {
        const method = await saveCard(order, id)
        await step(order, (tx, scope) => detachMethod(tx, scope, method))
      }),
      canceledMandate,
    ),
  },
  "customer_subscription.created": {
    summary: byAnyMethod("a payment for a product with a plan starts a subscription"),
    perform: async (order) => (await subscribe(order)).id,
  },
  "customer_subscription.updated": {
    summary: byAnyMethod("a subscription is to end with its period"),
    perform: async (order) => {
      const { id, subscription } = await subscribe(order)
      await step(order, (tx, scope) => cancelSubscription(tx, scope, subscription, { cancel_at_period_end: true }))
      return id
    },
  },
  "customer_subscription.trial_will_end": {
    summary: byAnyMethod("a subscription starts with a trial of three days"),
    perform: async (order) => (await subscribe(order, 3)).id,
  },
  "customer_subscription.paused": {
    summary: byAnyMethod("a subscription is paused"),
    perform: async (order) => {
      const { id, subscription } = await subscribe(order)
      await step(order, (tx, scope) => pauseSubscription(tx, scope, subscription, {}))
      return id
    },
  },
  "customer_subscription.resumed": {
    summary: byAnyMethod("a subscription is paused, and resumed"),
    perform: async (order) => {
      const { id, subscription } = await subscribe(order)
      await step(order, (tx, scope) => pauseSubscription(tx, scope, subscription, {}))
      await step(order, (tx, scope) => resumeSubscription(tx, scope, subscription))
      return id
    },
  },
  "customer_subscription.canceled": {
    summary: byAnyMethod("a subscription is canceled"),
    perform: async (order) => {
      const { id, subscription } = await subscribe(order)
      await step(order, (tx, scope) => cancelSubscription(tx, scope, subscription, {}))
      return id
    },
  },
  "refund.created": { summary: REFUNDED, perform: after(paidIntent, refund) },
  "refund.updated": { summary: REFUNDED, perform: after(paidIntent, refund) },
  "refund.failed": {
    summary: { card: "the cardholder's bank takes the money back before a refund is sent" },
    perform: after(paidIntent, async (order, id) => {
      await step(order, (tx, scope) => beginRefund(tx, scope, { payment_intent: id }, null))
      await dispute(order, id)
    }),
  },
  "charge.dispute.updated": {
    summary: { card: "a chargeback is opened, and the merchant refuses it" },
    perform: after(paidIntent, async (order, id) => {
      const opened = await dispute(order, id, ANSWERABLE_SECONDS)
      await step(order, (tx, scope) => refuseDispute(tx, scope, opened))
    }),
  },
  "charge.dispute.closed": {
    summary: { card: "a chargeback is opened, and the card network gives the money back" },
    perform: after(paidIntent, async (order, id) => {
      const opened = await dispute(order, id)
      await step(order, (tx, scope) => closeDispute(tx, { ...scope, by: OPERATOR }, opened, "won"))
    }),
  },
  "payout.created": { summary: byAnyMethod("what is available is paid out"), perform: after(paidIntent, payOut) },
  "payout.paid": {
    summary: byAnyMethod("what is available is paid out, and arrives"),
    perform: after(paidIntent, async (order) => {
      const payout = await payOut(order)
      // A worker may have sent it by now.
      await step(order, async (tx, scope) => payPayout(tx, scope, await tx.only(holdPayout, payout), null))
    }),
  },
  "payout.failed": {
    summary: byAnyMethod("what is available is paid out, and the bank sends it back"),
    perform: after(paidIntent, async (order) => {
      const payout = await payOut(order)
      await step(order, async (tx, scope) => {
        const paid = await payPayout(tx, scope, await tx.only(holdPayout, payout), null)
        return failPayout(tx, scope, paid, { failure_code: "account_closed" })
      })
    }),
  },
}

const ANSWERABLE_SECONDS = 10 * 86_400

/** Performs a step after a payment intent is there. Returns the intent's id. */
function after(first: Play["perform"], then: (order: Order, id: string) => Promise<unknown>): Play["perform"] {
  return async (order) => {
    const id = await first(order)
    await then(order, id)
    return id
  }
}

/** What a card plays, and what PIX Automático plays for the same event. */
function byMethod(card: Play["perform"], mandate: Play["perform"]): Play["perform"] {
  return (order) => (order.method === "pix_automatico" ? mandate : card)(order)
}

function byAnyMethod(summary: string): Play["summary"] {
  return { card: summary, pix: summary, boleto: summary, pix_automatico: summary }
}

/** Refunds a payment in whole, as the API does. */
async function refund(order: Order, id: string): Promise<void> {
  const { mode, account } = order
  const attempt = await step(order, (tx, scope) => beginRefund(tx, scope, { payment_intent: id }, null))
  await finishRefund(await scopeOf(mode.database, mode, account), attempt)
}

/** Opens a dispute like `vintem disputes open`, with an audit entry. `answerable` is for how many seconds it can be answered. */
async function dispute({ mode, account }: Order, id: string, answerable?: number): Promise<DisputeRow> {
  const scope = await scopeOf(mode.database, mode, account)
  const doing = { action: "dispute.open", account, target: id } as const
  const due_by = answerable === undefined ? null : scope.now + answerable
  return act(mode.database, currentActor(), doing, (tx) => openDispute(tx, scope, id, { reason: "fraudulent", due_by }))
}
