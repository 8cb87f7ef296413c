import { legacyPages } from "../../db/page.ts"
import { columnsOf } from "../../db/schema.ts"
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
  /** JSON object of the nine keys (openapi.yaml, Utm). */
  utm: string | null
  /** Metadata as JSON. */
  metadata: string
  /** JSON `{code, message}`. */
  last_payment_error: string | null
  /** The acquirer's own id. The API shows `publicCharge`. */
  charge: string | null
  /** JSON MethodDetails. Null until an acquirer has answered. */
  payment_method_details: string | null
  /** In cents. The sum of the refunds that have not failed. */
  amount_refunded: number
  /** Whether the card network has taken the money back. Triggers set it from the refunds of disputes. */
  disputed: boolean | number
  /** JSON of the response's `next_action`. */
  next_action: string | null
  cancellation_reason: string | null
  /** True when a time limit ended the intent. A later confirm then gets payment_intent_expired. */
  expired: boolean | number
  /** The attempt that is being made. Null between attempts. */
  running_attempt: string | null
  /** The latest attempt to charge the intent. The ids of attempts cannot tell which is latest, because the clocks of hosts differ. */
  latest_attempt: string | null
  due_at: number | null
  /** True once the intent has been processing or succeeded. */
  counted: boolean | number
  /** When the intent succeeded or was canceled. Null before that, and for payments that are older than this column. */
  ended_at: number | null
}

/** Inserts an intent of a customer of the account. Returns no row if the account has no such customer. */
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
  | "metadata"
>((k, p) => {
  const row = {
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
    metadata: p.metadata,
  }
  const values = Object.values(row)
  return k.raw(
    `INSERT INTO payment_intents (??) SELECT ${values.map(() => "?")} FROM customers WHERE account = ? AND id = ? RETURNING ??`,
    [Object.keys(row), ...values, p.account, p.customer, columnsOf("payment_intents")],
  )
})

export const findIntent = statement<IntentRow, "account" | "id">((k, p) =>
  k("payment_intents").where({ account: p.account, id: p.id }),
)

/** Finds an intent of any account, for the operator's commands. */
export const findIntentAnywhere = statement<IntentRow, "id">((k, p) => k("payment_intents").where({ id: p.id }))

/** Locks the intent for one attempt. Returns no row if another attempt holds it or its status has changed. */
export const lockIntent = statement<IntentRow, "account" | "id" | "from" | "attempt">((k, p) =>
  k("payment_intents")
    .where({ account: p.account, id: p.id, status: p.from })
    .whereNull("running_attempt")
    .update({ running_attempt: p.attempt, latest_attempt: p.attempt })
    .returning("*"),
)

/** Locks the row until the transaction ends, by an update that changes nothing. */
export const holdIntent = statement<IntentRow, "account" | "id">((k, p) =>
  k("payment_intents")
    .where({ account: p.account, id: p.id })
    .update({ created: k.ref("created") })
    .returning("*"),
)

export const unlockIntent = statement<IntentRow, "account" | "id" | "attempt">((k, p) =>
  k("payment_intents")
    .where({ account: p.account, id: p.id, running_attempt: p.attempt })
    .update({ running_attempt: null })
    .returning("*"),
)

/** Records the charge that an intent waits for. */
export const noteCharge = statement<void, "account" | "id" | "charge" | "payment_method_details">((k, p) =>
  k("payment_intents")
    .where({ account: p.account, id: p.id })
    .update({ charge: p.charge, payment_method_details: p.payment_method_details }),
)

/** The only statement that changes an intent's status. Returns no row if another process has changed the intent first. */
export const moveIntentRow = statement<
  IntentRow,
  | "account"
  | "id"
  | "from"
  | "attempt"
  | "status"
  | "last_payment_error"
  | "charge"
  | "payment_method_details"
  | "next_action"
  | "cancellation_reason"
  | "expired"
  | "due_at"
  | "counted"
  | "ended_at"
>((k, p) =>
  k("payment_intents")
    .where({ account: p.account, id: p.id, status: p.from })
    .whereRaw("coalesce(running_attempt, '') = ?", [p.attempt])
    .update({
      status: p.status,
      last_payment_error: p.last_payment_error,
      charge: p.charge,
      payment_method_details: p.payment_method_details,
      next_action: p.next_action,
      cancellation_reason: p.cancellation_reason,
      expired: p.expired,
      due_at: p.due_at,
      counted: p.counted,
      ended_at: p.ended_at,
      running_attempt: null,
    })
    .returning("*"),
)

/** Sets the refunded amount to the sum of the refunds, in cents. Summing anew each time keeps no earlier error. */
export const sumUpRefunds = statement<void, "account" | "id">((k, p) =>
  k("payment_intents")
    .where({ account: p.account, id: p.id })
    .update({
      amount_refunded: k("refunds")
        .where({ account: p.account, payment_intent: p.id })
        .whereRaw("status <> 'failed'")
        .select(k.raw("coalesce(sum(amount), 0)")),
    }),
)

export const pageOfIntents = legacyPages<IntentRow, "customer" | "status">("payment_intents", ["customer", "status"], {
  dated: true,
  owner: "customer",
})
