import type { Scope } from "../../accounts/scope.ts"
import type { MethodType } from "../../acquirers/sale.ts"
import type { Config } from "../../config/config.ts"
import type { Transaction } from "../../db/database.ts"
import type { EventsMode } from "../../events/webhooks/mode.ts"
import type { CardRow } from "../../vault/tables.ts"
import type { AttemptsMode } from "../attempts/mode.ts"
import type { MandateRow } from "../mandates/tables.ts"
import type { MandatesMode } from "../methods/mode.ts"
import type { PaymentMethodRow } from "../methods/table.ts"
import type { IntentTrigger } from "./state.ts"
import type { IntentRow } from "./table.ts"

/** What a payer agrees to: what is paid for, how often, from which day on (src/base/day.ts), and how much each time, in cents. */
export type Agreement = Pick<MandateRow, "object" | "period" | "first_day" | "amount">

/** The members of a mode that `payments/` uses. */
export type PaymentsMode = EventsMode &
  AttemptsMode &
  MandatesMode & {
    readonly livemode: boolean
    readonly config: Pick<Config, "pixTtlSeconds" | "boletoDays" | "threedsTtlSeconds">
    /** The service's public URL, without a trailing slash. */
    readonly baseUrl: string
    /** The origin of the pages on which payers are authenticated before a sale. Undefined if there is none: nobody is authenticated so. */
    readonly threedsOrigin?: string | undefined
    /** Called when a payment intent is created, is confirmed or moves. */
    readonly intentListeners: readonly IntentListener[]
    /** Called when a refund that was sent has failed, or a person has said so. */
    readonly refundListeners: readonly RefundListener[]
    /** Called when a person has to make a refund, because the acquirer cannot. */
    readonly byHandListeners: readonly ByHandListener[]
  }

export type PaymentScope = Scope<PaymentsMode>

/** Learns, in the transaction of the change, that a refund of the intent has failed. The transaction holds the intent. */
export type RefundListener = (tx: Transaction, scope: PaymentScope, intent: IntentRow) => Promise<void>

/** Learns, in the transaction of the change, that a refund of the intent has to be made by hand. */
export type ByHandListener = (tx: Transaction, scope: PaymentScope, intent: IntentRow, refund: string) => Promise<void>

/** Lets another part of the service follow payment intents. Every method runs in the transaction of the change. */
export type IntentListener = {
  /** Before an intent is created. Throws ApiError to refuse it. */
  creating(
    tx: Transaction,
    scope: PaymentScope,
    intent: {
      amount: number
      product?: string | null
      capture_method?: "automatic" | "manual" | null
      payment_method_types?: MethodType[] | null
    },
  ): Promise<void>
  /** What the payer of an intent agrees to by PIX Automático. Undefined if this listener offers nothing. Throws ApiError to refuse the confirm. */
  agreeing(tx: Transaction, scope: PaymentScope, intent: IntentRow): Promise<Agreement | undefined>
  /** Whether the refusal of a charge by mandate waits, because the period that it pays has not begun. */
  holdsRefusal(tx: Transaction, intent: IntentRow): Promise<boolean>
  /** When a confirm begins, beside the statements that lock the intent: an error undoes them all. `card`: that of a token, if there is one. */
  confirming(tx: Transaction, intent: IntentRow, card: Pick<CardRow, "funding"> | undefined): Promise<void>
  /** After a confirm was undone, because its sale was certainly not made. */
  confirmUndone(tx: Transaction, intent: IntentRow): void
  /** The saved card to charge instead of one that was detached, or undefined if there is none. */
  otherCard(tx: Transaction, intent: IntentRow): Promise<PaymentMethodRow | undefined>
  /** After a transition. */
  moved(tx: Transaction, scope: PaymentScope, intent: IntentRow, trigger: IntentTrigger): Promise<void>
}
