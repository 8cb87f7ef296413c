import type { Knex } from "knex"
import { isPostgres } from "../../dialect.ts"
import { createAccounts } from "./accounts.ts"
import { createAcquirers } from "./acquirers.ts"
import { createAuditLog } from "./audit.ts"
import { createBilling } from "./billing.ts"
import { createEvents } from "./events.ts"
import { createJobs } from "./jobs.ts"
import { createMethods } from "./methods.ts"
import { createPayments } from "./payments.ts"
import { createTablesOfPostgres } from "./postgres-only.ts"
import { createSubscriptions } from "./subscriptions.ts"
import { createTotals } from "./totals.ts"
import { createUsers } from "./users.ts"
import { createVault } from "./vault.ts"

/** The last migration of the versions before the first release. It leaves the same schema. */
export const LAST_BEFORE_BASE = "0048_users_of_accounts"

/** Creates the schema of the first release. A database that an earlier version has brought to this schema stays as it is. */
export async function up(knex: Knex): Promise<void> {
  if (await knex("knex_migrations").where({ name: LAST_BEFORE_BASE }).first()) return
  await createAccounts(knex)
  await createUsers(knex)
  await createAuditLog(knex)
  await createVault(knex)
  await createBilling(knex)
  await createMethods(knex)
  await createPayments(knex)
  await createSubscriptions(knex)
  await createAcquirers(knex)
  await createEvents(knex)
  await createJobs(knex)
  await createTotals(knex)
  if (isPostgres(knex)) await createTablesOfPostgres(knex)
}
