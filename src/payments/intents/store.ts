import { pages } from "../../db/page.ts"
import { statement } from "../../db/statement.ts"
import type { IntentStatus } from "./state.ts"

export type IntentRow = {
  id: string
  account: string
  created: number
  customer: string
  product: string | null
  subscription: string | null
  amount: number
  currency: string
  status: IntentStatus
  description: string | null
  statement_descriptor: string | null
  /** JSON array. */
  payment_method_types: string
  /** JSON object of the nine keys. */
  utm: string | null
  /** JSON `{code, message}`. */
  last_payment_error: string | null
  charge: string | null
  /** JSON, as it is answered. */
  next_action: string | null
  cancellation_reason: string | null
  /** Set when a time limit ended the intent: a later confirm is told so. */
  expired: boolean | number
  running_attempt: string | null
  due_at: number | null
  /** It has been processing or succeeded, so the balance looks at it. */
  counted: boolean | number
}

export const insertIntent = statement<
  IntentRow,
  | "id"
  | "account"
  | "created"
  | "customer"
  | "product"
  | "subscription"
  | "amount"
  | "currency"
  | "status"
  | "description"
  | "statement_descriptor"
  | "payment_method_types"
  | "utm"
>((k, p) =>
  k("payment_intents")
    .insert({
      id: p.id,
      account: p.account,
      created: p.created,
      customer: p.customer,
      product: p.product,
      subscription: p.subscription,
      amount: p.amount,
      currency: p.currency,
      status: p.status,
      description: p.description,
      statement_descriptor: p.statement_descriptor,
      payment_method_types: p.payment_method_types,
      utm: p.utm,
    })
    .returning("*"),
)

export const findIntent = statement<IntentRow, "account" | "id">((k, p) =>
  k("payment_intents").where({ account: p.account, id: p.id }),
)

/** Whoever's it is: for the operator. */
export const findIntentAnywhere = statement<IntentRow, "id">((k, p) => k("payment_intents").where({ id: p.id }))

/** Takes the intent for one attempt; no row where another has it or it has moved on. */
export const lockIntent = statement<IntentRow, "account" | "id" | "from" | "attempt">((k, p) =>
  k("payment_intents")
    .where({ account: p.account, id: p.id, status: p.from })
    .whereNull("running_attempt")
    .update({ running_attempt: p.attempt })
    .returning("*"),
)

/** Holds the row to the end of the transaction, so that what is decided by it stays true. */
export const holdIntent = statement<IntentRow, "account" | "id">((k, p) =>
  k("payment_intents")
    .where({ account: p.account, id: p.id })
    .update({ created: k.ref("created") })
    .returning("*"),
)

export const unlockIntent = statement<IntentRow, "id" | "attempt">((k, p) =>
  k("payment_intents").where({ id: p.id, running_attempt: p.attempt }).update({ running_attempt: null }).returning("*"),
)

/** The one way in which an intent changes its status; no row means that somebody was faster. */
export const moveIntentRow = statement<
  IntentRow,
  | "id"
  | "from"
  | "attempt"
  | "status"
  | "last_payment_error"
  | "charge"
  | "next_action"
  | "cancellation_reason"
  | "expired"
  | "due_at"
  | "counted"
>((k, p) =>
  k("payment_intents")
    .where({ id: p.id, status: p.from })
    .whereRaw("coalesce(running_attempt, '') = ?", [p.attempt])
    .update({
      status: p.status,
      last_payment_error: p.last_payment_error,
      charge: p.charge,
      next_action: p.next_action,
      cancellation_reason: p.cancellation_reason,
      expired: p.expired,
      due_at: p.due_at,
      counted: p.counted,
      running_attempt: null,
    })
    .returning("*"),
)

export const pageOfIntents = pages<IntentRow, "customer">("payment_intents", ["customer"])
