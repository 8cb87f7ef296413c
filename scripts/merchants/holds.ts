// Lets time pass without a wait while the service is down.
import { accounts } from "../../src/accounts/tables.ts"
import { acquirerListings } from "../../src/acquirers/listings.ts"
import { subscriptions } from "../../src/billing/subscriptions/tables.ts"
import { seconds } from "../../src/db/columns.ts"
import type { Database } from "../../src/db/database.ts"
import { idempotencyKeys } from "../../src/idempotency/table.ts"
import { mails } from "../../src/mail/tables.ts"
import { attempts } from "../../src/payments/attempts/table.ts"
import { mandates } from "../../src/payments/mandates/tables.ts"
import { payoutSettings, payouts } from "../../src/payouts/tables.ts"
import { clockTurns } from "../../src/test-clock/table.ts"
import { testOnly } from "../../test/support/databases/statement.ts"

const releaseAttempts = testOnly(
  attempts.statement([], (rows) => rows.whereNull("owner").whereNot({ held_until_ms: 0 }).update({ held_until_ms: 0 })),
)
const releaseSubscriptions = testOnly(
  subscriptions.statement([], (rows) => rows.whereNot({ held_until_ms: 0 }).update({ held_until_ms: 0 })),
)
const releasePayouts = testOnly(payouts.statement([], (rows) => rows.whereNot({ held_until_ms: 0 }).update({ held_until_ms: 0 })))
const releaseSchedules = testOnly(
  payoutSettings.statement([], (rows) => rows.whereNot({ held_until_ms: 0 }).update({ held_until_ms: 0 })),
)
const releaseMails = testOnly(mails.statement([], (rows) => rows.whereNot({ held_until_ms: 0 }).update({ held_until_ms: 0 })))
const releaseMandates = testOnly(
  mandates.statement([], (rows) => rows.whereNot({ held_until_ms: 0 }).update({ held_until_ms: 0 })),
)
const releaseListings = testOnly(
  acquirerListings.statement([], (rows) => rows.whereNot({ held_until_ms: 0 }).update({ held_until_ms: 0 })),
)
const releaseKeys = testOnly(
  idempotencyKeys.statement([], (rows) => rows.where("lease_until_ms", ">", 0).update({ lease_until_ms: 0 })),
)
const releaseTurns = testOnly(
  clockTurns.statement([], (rows) => rows.where("lease_until_ms", ">", 0).update({ lease_until_ms: 0 })),
)

const RELEASES = [
  releaseAttempts,
  releaseSubscriptions,
  releasePayouts,
  releaseSchedules,
  releaseMails,
  releaseMandates,
  releaseListings,
]

/**
 * Lets all holds lapse, except those of attempts whose process was calling the acquirer: the next process must detect by itself that their
 * owner is dead.
 */
export async function letHoldsLapse(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    for (const release of [...RELEASES, releaseKeys, releaseTurns]) await tx.run(release, {})
  })
}

/** The environment of a service that deletes no event, although a merchant's clock can advance by years. */
export const KEEPS_ALL_EVENTS = { RETAIN_EVENTS_DAYS: "0" }

const advance = testOnly(
  accounts.statement([{ id: "account", seconds: seconds() }], (rows, p, k) =>
    rows.where({ id: p.account }).update({ clock_offset: k.raw("clock_offset + ?", [p.seconds]) }),
  ),
)

/** Lets this much of an account's time pass. */
export async function letTimePass(database: Database, account: string, seconds: number): Promise<void> {
  await database.transaction((tx) => tx.run(advance, { account, seconds }))
}
