import type { Knex } from "knex"
import * as core from "./0001_core.ts"
import * as rails from "./0002_rails.ts"
import * as webhooks from "./0003_webhooks.ts"
import * as subscriptions from "./0004_subscriptions.ts"
import * as metadata from "./0005_metadata.ts"
import * as paymentDetails from "./0006_payment_details.ts"
import * as listFilters from "./0007_list_filters.ts"
import * as planNames from "./0008_plan_names.ts"
import * as oldSecrets from "./0009_old_secrets.ts"
import * as dueWork from "./0010_due_work.ts"
import * as eventOrder from "./0011_event_order.ts"
import * as cardsAndNewest from "./0012_cards_and_newest.ts"
import * as attempts from "./0013_attempts.ts"
import * as attention from "./0014_attention.ts"
import * as pendingAttempts from "./0015_pending_attempts.ts"
import * as cardTests from "./0016_card_tests.ts"
import * as dataThatIsGone from "./0017_data_that_is_gone.ts"
import * as auditLog from "./0018_audit_log.ts"
import * as acquirerCredentials from "./0019_acquirer_credentials.ts"
import * as charges from "./0020_charges.ts"
import * as retention from "./0021_retention.ts"
import * as accountSettings from "./0022_account_settings.ts"
import * as requests from "./0023_requests.ts"
import * as users from "./0024_users.ts"
import * as dashboardForms from "./0025_dashboard_forms.ts"
import * as passkeys from "./0026_passkeys.ts"
import * as search from "./0027_search.ts"
import * as deliveryAttempts from "./0028_delivery_attempts.ts"
import * as totals from "./0029_totals.ts"
import * as catalog from "./0030_catalog.ts"
import * as keyUses from "./0031_key_uses.ts"
import * as searchAudit from "./0032_search_audit.ts"
import * as lists from "./0033_lists.ts"
import * as advanceProgress from "./0035_advance_progress.ts"
import * as totalsOfInserts from "./0036_totals_of_inserts.ts"
import * as accountsOfRows from "./0037_accounts_of_rows.ts"
import * as paymentsByStatusAndDate from "./0038_payments_by_status_and_date.ts"
import * as requestsByResource from "./0039_requests_by_resource.ts"
import * as reportedRefunds from "./0040_reported_refunds.ts"
import * as shownStates from "./0041_shown_states.ts"
import * as refundsByDay from "./0042_refunds_by_day.ts"
import * as keyNames from "./0043_key_names.ts"
import * as emailsInAscii from "./0044_emails_in_ascii.ts"
import * as auditReasons from "./0045_audit_reasons.ts"
import * as rateWindows from "./0046_rate_windows.ts"
import * as foldedNames from "./0047_folded_names.ts"
import * as usersOfAccounts from "./0048_users_of_accounts.ts"

/** A migration runs in a transaction, unless its `config` says otherwise. */
type Migration = { up(knex: Knex): Promise<void>; config?: { transaction: boolean } }

/** Migrations by name, in the order in which they run. */
export type Migrations = Record<string, Migration>

/** Never change what a released migration does. docs/architecture.md, Migrations, says what a migration may do. */
export const migrations: Migrations = {
  "0001_core": core,
  "0002_rails": rails,
  "0003_webhooks": webhooks,
  "0004_subscriptions": subscriptions,
  "0005_metadata": metadata,
  "0006_payment_details": paymentDetails,
  "0007_list_filters": listFilters,
  "0008_plan_names": planNames,
  "0009_old_secrets": oldSecrets,
  "0010_due_work": dueWork,
  "0011_event_order": eventOrder,
  "0012_cards_and_newest": cardsAndNewest,
  "0013_attempts": attempts,
  "0014_attention": attention,
  "0015_pending_attempts": pendingAttempts,
  "0016_card_tests": cardTests,
  "0017_data_that_is_gone": dataThatIsGone,
  "0018_audit_log": auditLog,
  "0019_acquirer_credentials": acquirerCredentials,
  "0020_charges": charges,
  "0021_retention": retention,
  "0022_account_settings": accountSettings,
  "0023_requests": requests,
  "0024_users": users,
  "0025_dashboard_forms": dashboardForms,
  "0026_passkeys": passkeys,
  "0027_search": search,
  "0028_delivery_attempts": deliveryAttempts,
  "0029_totals": totals,
  "0030_catalog": catalog,
  "0031_key_uses": keyUses,
  "0032_search_audit": searchAudit,
  "0033_lists": lists,
  "0035_advance_progress": advanceProgress,
  "0036_totals_of_inserts": totalsOfInserts,
  "0037_accounts_of_rows": accountsOfRows,
  "0038_payments_by_status_and_date": paymentsByStatusAndDate,
  "0039_requests_by_resource": requestsByResource,
  "0040_reported_refunds": reportedRefunds,
  "0041_shown_states": shownStates,
  "0042_refunds_by_day": refundsByDay,
  "0043_key_names": keyNames,
  "0044_emails_in_ascii": emailsInAscii,
  "0045_audit_reasons": auditReasons,
  "0046_rate_windows": rateWindows,
  "0047_folded_names": foldedNames,
  "0048_users_of_accounts": usersOfAccounts,
}
