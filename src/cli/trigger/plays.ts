// How each type of event arises. This code never writes an event: it makes a payment, and the event follows.
import { scopeOf } from "../../accounts/scope.ts"
import type { PaymentType } from "../../acquirers/acquirer.ts"
import { act } from "../../audit/act.ts"
import type { EventType } from "../../events/list/types.ts"
import { openDispute } from "../../payments/disputes/disputes.ts"
import { cancelIntent } from "../../payments/intents/cancel.ts"
import { forceExpiry, forceSuccess } from "../../payments/intents/force.ts"
import { currentActor } from "../shared/actor.ts"
import { confirmedIntent, newIntent, type Order, step } from "./steps.ts"

/** The steps for each method. A type that a method cannot have is omitted. */
type Play = {
  summary: Partial<Record<PaymentType, string>>
  /** Returns the id of the payment intent. */
  perform(order: Order): Promise<string>
}

const APPROVED = "4242424242424242"
const DECLINED = "4000000000000002"
const CHALLENGED = "4000000000003220"
const PROCESSING = "4000000000000036"

export const PLAYS: Record<EventType, Play> = {
  "payment_intent.succeeded": {
    summary: { card: "a card is charged", pix: "a payer pays by PIX", boleto: "a payer pays a boleto" },
    perform: async (order) => {
      const id = await confirmedIntent(order, APPROVED)
      if (order.method !== "card") await step(order, (tx, scope) => forceSuccess(tx, scope, id))
      return id
    },
  },
  "payment_intent.payment_failed": {
    summary: { card: "a card is declined", pix: "a PIX expires", boleto: "a boleto expires" },
    perform: async (order) => {
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
    },
    perform: (order) => confirmedIntent(order, order.method === "card" ? CHALLENGED : APPROVED),
  },
  "payment_intent.processing": {
    summary: { card: "the acquirer takes a moment to decide about a card" },
    perform: (order) => confirmedIntent(order, PROCESSING),
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
    perform: async (order) => {
      const id = await confirmedIntent(order, APPROVED)
      await dispute(order, id)
      return id
    },
  },
}

/** Opens a dispute like `vintem disputes open`, with an audit entry. */
async function dispute({ mode, account }: Order, id: string): Promise<void> {
  const scope = await scopeOf(mode.database, mode, account)
  const doing = { action: "dispute.open", account, target: id } as const
  await act(mode.database, currentActor(), doing, (tx) => openDispute(tx, scope, id, { reason: "fraudulent" }))
}
