import type { Knex } from "knex"
import { accountKeys, onlyAccountKeys } from "./account-keys/index.ts"
import * as accountMoves from "./account-moves.ts"
import * as arns from "./arns.ts"
import * as auditChanges from "./audit-changes.ts"
import * as authenticatedTotals from "./authenticated-totals.ts"
import * as authenticationCounts from "./authentication-counts.ts"
import * as authentications from "./authentications.ts"
import * as base from "./base/index.ts"
import * as capture from "./capture.ts"
import * as chargebacks from "./chargebacks.ts"
import * as chosenCards from "./chosen-cards.ts"
import * as confirmedTerms from "./confirmed-terms.ts"
import * as databases from "./databases.ts"
import * as datedEvents from "./dated-events.ts"
import * as daysAhead from "./days-ahead.ts"
import * as deposits from "./deposits.ts"
import * as disputes from "./disputes.ts"
import * as earlierMoney from "./earlier-money.ts"
import * as erasures from "./erasures.ts"
import * as fallback from "./fallback.ts"
import * as freeTrials from "./free-trials.ts"
import * as funding from "./funding.ts"
import * as funds from "./funds.ts"
import * as holdings from "./holdings.ts"
import * as ledger from "./ledger.ts"
import * as ledgerTriggers from "./ledger-triggers.ts"
import * as linkCustomers from "./link-customers.ts"
import * as linkEnds from "./link-ends.ts"
import * as listings from "./listings.ts"
import * as mails from "./mails.ts"
import * as mandates from "./mandates.ts"
import * as mpi from "./mpi.ts"
import * as newCards from "./new-cards.ts"
import * as notices from "./notices.ts"
import * as pauses from "./pauses.ts"
import * as payByDebit from "./pay-by-debit.ts"
import * as payPages from "./pay-pages.ts"
import * as payerSettings from "./payer-settings.ts"
import * as paymentLinks from "./payment-links.ts"
import * as paymentOptions from "./payment-options.ts"
import * as payoutReturns from "./payout-returns.ts"
import * as payouts from "./payouts.ts"
import * as referenceIndexes from "./reference-indexes.ts"
import * as referenceLookups from "./reference-lookups.ts"
import * as references from "./references.ts"
import * as refundKeys from "./refund-keys.ts"
import * as resolvedFailures from "./resolved-failures.ts"
import * as routing from "./routing.ts"
import * as searchTerms from "./search-terms.ts"
import * as severalRefunds from "./several-refunds.ts"
import * as statements from "./statements.ts"
import * as takenByPayouts from "./taken-by-payouts.ts"
import * as trialEnds from "./trial-ends.ts"
import * as utmify from "./utmify.ts"
import * as versions from "./versions.ts"
import * as withoutMovementIndexes from "./without-movement-indexes.ts"

/** A migration runs in a transaction, unless its `config` says otherwise. */
type Migration = { up(knex: Knex): Promise<void>; config?: { transaction: boolean } }

/** Migrations by name, in the order in which they run. */
export type Migrations = Record<string, Migration>

/** Never change what a released migration does. docs/architecture.md, Migrations, says what a migration may do. */
export const migrations: Migrations = {
  "0049_base": base,
  "0050_confirmed_terms": confirmedTerms,
  "0051_account_keys": accountKeys,
  "0052_holdings": holdings,
  "0053_resolved_failures": resolvedFailures,
  "0054_versions": versions,
  "0055_search_terms": searchTerms,
  "0056_chosen_cards": chosenCards,
  "0057_capture": capture,
  "0058_pauses": pauses,
  "0059_several_refunds": severalRefunds,
  "0060_payment_options": paymentOptions,
  "0061_disputes": disputes,
  "0062_trial_ends": trialEnds,
  "0063_free_trials": freeTrials,
  "0064_audit_changes": auditChanges,
  "0065_dated_events": datedEvents,
  "0066_ledger": ledger,
  "0067_earlier_money": earlierMoney,
  "0068_references": references,
  "0069_funds": funds,
  "0070_payouts": payouts,
  "0071_statements": statements,
  "0072_reference_indexes": referenceIndexes,
  "0073_chargebacks": chargebacks,
  "0074_payout_returns": payoutReturns,
  "0075_taken_by_payouts": takenByPayouts,
  "0076_arns": arns,
  "0077_payer_settings": payerSettings,
  "0078_pay_pages": payPages,
  "0079_utmify": utmify,
  "0080_erasures": erasures,
  "0081_mails": mails,
  "0082_payment_links": paymentLinks,
  "0083_new_cards": newCards,
  "0084_days_ahead": daysAhead,
  "0085_link_customers": linkCustomers,
  "0086_refund_keys": refundKeys,
  "0087_funding": funding,
  "0088_authentications": authentications,
  "0089_mpi": mpi,
  "0090_pay_by_debit": payByDebit,
  "0091_authenticated_totals": authenticatedTotals,
  "0092_routing": routing,
  "0093_reference_lookups": referenceLookups,
  "0094_listings": listings,
  "0095_mandates": mandates,
  "0096_authentication_counts": authenticationCounts,
  "0097_fallback": fallback,
  "0098_notices": notices,
  "0099_link_ends": linkEnds,
  "0100_deposits": deposits,
  "0101_databases": databases,
  "0102_account_moves": accountMoves,
}

/**
 * What the next release does first: it drops what the release before this one still needs. A new database has it at once, because no
 * earlier release uses it. The next release lists these among its migrations.
 */
export const contractions: Migrations = {
  "0103_only_account_keys": onlyAccountKeys,
  "0104_without_ledger_triggers": ledgerTriggers,
  "0105_without_movement_indexes": withoutMovementIndexes,
}
