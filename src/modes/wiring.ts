// Connects the parts of the service: the jobs of the scheduler and the listeners of payment intents.
import type { Scope as ScopeIn } from "../accounts/scope.ts"
import { deleteOldChallenges } from "../accounts/users/challenges.ts"
import { deleteOldLinks } from "../accounts/users/login-links.ts"
import { deleteOldForms } from "../accounts/users/sent-forms.ts"
import { deleteOldSessions } from "../accounts/users/sessions.ts"
import { SEALED_CREDENTIALS } from "../acquirers/credentials.ts"
import { mailOperators } from "../attention/mail-operators.ts"
import { billSubscriptions, REFUSED_CHARGES } from "../billing/subscriptions/charge.ts"
import { subscriptionListener } from "../billing/subscriptions/follow.ts"
import { subscriptionsByMandate } from "../billing/subscriptions/mandate.ts"
import { closeEndedPaymentLinks } from "../checkout/payment-links/close.ts"
import { placesListener } from "../checkout/payment-links/places.ts"
import type { Config } from "../config/config.ts"
import { finishErasures } from "../erasure/finish.ts"
import { eraseUnpaidCustomers, unpaidCustomersOfAccount } from "../erasure/unpaid.ts"
import { deleteOldEvents, deleteOldMessages, oldEventsOfAccount } from "../events/delete-old.ts"
import { giveEventsTheirPlaces } from "../events/list/order.ts"
import { cancelDeliveries } from "../events/webhooks/cancel-deliveries.ts"
import { type Deliverer, deliverWebhooks } from "../events/webhooks/deliverer.ts"
import { SEALED_ENDPOINTS } from "../events/webhooks/endpoints.ts"
import { eraseOldSecrets } from "../events/webhooks/erase-old-secrets.ts"
import { SEALED_INTEGRATIONS } from "../events/webhooks/integrations.ts"
import type { EventListener, FailureListener } from "../events/webhooks/mode.ts"
import { SEALED_RESPONSES } from "../idempotency/claims.ts"
import { deleteExpiredResponses } from "../idempotency/delete-expired.ts"
import { forgetEndedFailures } from "../jobs/failing.ts"
import { foldNames } from "../jobs/fold-names.ts"
import { hourly } from "../jobs/retention.ts"
import type { Jobs } from "../jobs/scheduler.ts"
import { inBatches, type Sweep } from "../jobs/sweep.ts"
import type { Work } from "../jobs/work.ts"
import { foldTotals } from "../ledger/totals/fold.ts"
import { mailListener, mailOfRefundByHand } from "../mail/causes.ts"
import { deleteOldMails } from "../mail/delete-old.ts"
import type { MailMode } from "../mail/mode.ts"
import { SEALED_OPERATOR_MAILS } from "../mail/operator-store.ts"
import { sendMails, sendUserMails } from "../mail/send.ts"
import { SEALED_MAILS } from "../mail/store.ts"
import { tellOfBankAccount, tellOfFailures } from "../mail/user-causes.ts"
import { deleteOldAttempts } from "../payments/attempts/delete-old.ts"
import { releaseDeadOwners } from "../payments/attempts/leases.ts"
import { SEALED_AUTHENTICATIONS } from "../payments/authentication/table.ts"
import { callAcquirers } from "../payments/call-acquirers.ts"
import { answerChargebacks } from "../payments/chargebacks/answering.ts"
import { deleteOldChargebackFiles } from "../payments/chargebacks/delete-old.ts"
import { SEALED_CHARGEBACK_DESKS } from "../payments/chargebacks/desk.ts"
import type { ChargebacksMode } from "../payments/chargebacks/mode.ts"
import { SEALED_CHARGEBACK_FILES } from "../payments/chargebacks/order.ts"
import { pollChargebacks } from "../payments/chargebacks/poll.ts"
import { closeOverdueDisputes } from "../payments/disputes/deadlines.ts"
import { takeFreed } from "../payments/disputes/taking.ts"
import type { ByHandListener, IntentListener, PaymentsMode, RefundListener } from "../payments/intents/mode.ts"
import { lookUpOldReferences } from "../payments/intents/old-references.ts"
import { listPayments } from "../payments/listings/poll.ts"
import { askMandates } from "../payments/methods/ask-mandate.ts"
import type { MandateListener } from "../payments/methods/mode.ts"
import { applyMockNotices } from "../payments/mock-notices.ts"
import { SEALED_REFUND_KEYS } from "../payments/refunds/keys.ts"
import { deleteEndedLinks, deleteOldTokens, eraseCards } from "../payments/retention.ts"
import { addMissingTerms } from "../payments/search/missing-terms.ts"
import { destroyShortLivedKeys, expireTokens, forgetEndedCardTests } from "../payments/tokens/chores.ts"
import { SEALED_BANK_ACCOUNTS } from "../payouts/bank-accounts.ts"
import type { BankAccountListener, BankAccountsMode } from "../payouts/mode.ts"
import { noteNegativeBalances } from "../payouts/negative.ts"
import { makePayouts, movePayouts } from "../payouts/work.ts"
import { deleteOldRequests } from "../requests/delete-old.ts"
import { deleteOldContents, SEALED_STATEMENTS } from "../statements/importing/content.ts"
import { makeDeposits } from "../statements/settling/without-statements.ts"
import { settleStatements } from "../statements/settling/work.ts"
import type { ClockJobs } from "../test-clock/pass-time.ts"
import { rotationOf } from "../vault/rotation.ts"
import { SEALED_CARDS } from "../vault/sealed-cards.ts"
import type { SealedTable } from "../vault/sealed-table.ts"
import { SEALED_KEYS } from "../vault/short-lived-keys.ts"

/** Test mode or live mode, with everything that belongs to it alone. */
export type Mode = PaymentsMode &
  ChargebacksMode &
  BankAccountsMode &
  MailMode & {
    readonly config: Config
    readonly outbox?: Deliverer
    readonly mayWork?: () => boolean
    /** Closes the mode's connections to acquirers and its database. */
    close(): Promise<void>
  }

export type Scope = ScopeIn<Mode>

/** Every table with values that the key ring has sealed. */
export const SEALED_TABLES: readonly SealedTable[] = [
  SEALED_CARDS,
  SEALED_KEYS,
  SEALED_ENDPOINTS,
  SEALED_INTEGRATIONS,
  SEALED_RESPONSES,
  SEALED_CREDENTIALS,
  SEALED_BANK_ACCOUNTS,
  SEALED_STATEMENTS,
  SEALED_CHARGEBACK_DESKS,
  SEALED_CHARGEBACK_FILES,
  SEALED_MAILS,
  SEALED_OPERATOR_MAILS,
  SEALED_REFUND_KEYS,
  SEALED_AUTHENTICATIONS,
]

/** Rotates the key ring of a mode, in all its databases. */
export const rotateKeys = rotationOf(SEALED_TABLES)

/** Work that falls due in an account's time. An advance of a clock runs work that is due at one moment in this order. */
const DUE_WORK: readonly Work<Mode>[] = [
  applyMockNotices,
  callAcquirers,
  askMandates,
  answerChargebacks,
  pollChargebacks,
  listPayments,
  closeOverdueDisputes,
  billSubscriptions,
  makePayouts,
  movePayouts,
  settleStatements,
  makeDeposits,
  sendUserMails,
  sendMails,
]

const SWEEPS: readonly Sweep[] = [expireTokens, deleteExpiredResponses, deleteEndedLinks, closeEndedPaymentLinks]

/** The jobs of an advance of an account's clock. */
export const CLOCK_JOBS: ClockJobs<Mode> = { works: DUE_WORK, sweeps: [...SWEEPS, oldEventsOfAccount, unpaidCustomersOfAccount] }

/** The jobs of a worker. */
export const JOBS: Jobs<Mode> = {
  works: DUE_WORK,
  chores: [
    ...SWEEPS,
    eraseCards,
    destroyShortLivedKeys,
    eraseOldSecrets,
    foldNames,
    addMissingTerms,
    lookUpOldReferences,
    forgetEndedCardTests,
    forgetEndedFailures([...DUE_WORK, REFUSED_CHARGES]),
    releaseDeadOwners,
    cancelDeliveries,
    finishErasures,
    deliverWebhooks,
    giveEventsTheirPlaces,
    foldTotals,
    noteNegativeBalances,
    mailOperators,
    hourly("delete_old_events", deleteOldEvents),
    hourly("delete_old_messages", deleteOldMessages),
    hourly("delete_old_tokens", deleteOldTokens),
    hourly("delete_old_attempts", deleteOldAttempts),
    hourly("delete_old_mails", deleteOldMails),
    hourly("erase_unpaid_customers", eraseUnpaidCustomers),
    hourly("delete_old_statements", deleteOldContents),
    hourly("delete_old_chargeback_files", deleteOldChargebackFiles),
    hourly("delete_old_requests", deleteOldRequests),
    hourly("delete_old_sessions", ({ database }, deadline) => inBatches(database, deleteOldSessions, deadline)),
    hourly("delete_old_sent_forms", ({ database }, deadline) => inBatches(database, deleteOldForms, deadline)),
    hourly("delete_old_login_links", ({ database }, deadline) => inBatches(database, deleteOldLinks, deadline)),
    hourly("delete_old_challenges", ({ database }, deadline) => inBatches(database, deleteOldChallenges, deadline)),
  ],
}

export const EVENT_LISTENERS: readonly EventListener[] = [mailListener]

export const FAILURE_LISTENERS: readonly FailureListener[] = [tellOfFailures]

export const BANK_ACCOUNT_LISTENERS: readonly BankAccountListener[] = [tellOfBankAccount]

export const INTENT_LISTENERS: readonly IntentListener[] = [subscriptionListener, placesListener]

export const MANDATE_LISTENERS: readonly MandateListener[] = [subscriptionsByMandate]

export const REFUND_LISTENERS: readonly RefundListener[] = [takeFreed]

export const BY_HAND_LISTENERS: readonly ByHandListener[] = [mailOfRefundByHand]
