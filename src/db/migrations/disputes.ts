import type { Knex } from "knex"
import { buildIndex } from "./account-keys/indexes.ts"
import { addColumn } from "./add-column.ts"
import { refundEntries } from "./base/total-entries.ts"
import { replaceTrigger } from "./base/totals.ts"

/** What becomes of disputes. Those of the version before are lost: nobody could answer them. */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "disputes", "status", "text NOT NULL DEFAULT 'lost'")
  await addColumn(knex, "disputes", "due_by", "bigint")
  await addColumn(knex, "disputes", "network_reason", "text")
  await addColumn(knex, "disputes", "shown", "text")
  await addColumn(knex, "disputes", "due_at", "bigint")
  await addColumn(knex, "disputes", "held_until_ms", "bigint NOT NULL DEFAULT 0")
  await buildIndex(knex, "disputes_due_at", "disputes (due_at) WHERE due_at IS NOT NULL")
  await buildIndex(knex, "disputes_account_due_at", "disputes (account, due_at) WHERE due_at IS NOT NULL")
  await buildIndex(knex, "disputes_unanswered", "disputes (created) WHERE status = 'needs_response'")
  await replaceTrigger(knex, { table: "refunds", event: "UPDATE", when: "OLD.status <> NEW.status", entries: [failedRefund()] })
}

/** The refund of a dispute fails where the dispute was won. The kind stays that of every failed refund, which the version before knows. */
function failedRefund() {
  return { ...refundEntries("NEW").failed, code: "CASE WHEN NEW.reason = 'dispute' THEN 'dispute' ELSE '' END" }
}
