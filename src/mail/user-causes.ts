// What users of an account are mailed when something happens to it. The rows are written in the transaction in which it happens.
import type { components } from "../../generated/types.ts"
import { dayOf } from "../base/day.ts"
import { newId } from "../base/ids.ts"
import type { Transaction } from "../db/database.ts"
import type { EventType } from "../events/list/types.ts"
import type { EventScope, FailureListener, Happened } from "../events/webhooks/mode.ts"
import type { BankAccountListener } from "../payouts/mode.ts"
import type { UserKind } from "./kinds.ts"
import { enabledKinds } from "./settings.ts"
import { mails } from "./tables.ts"

type Schemas = components["schemas"]

/** What users are told. `occasion` tells mails of one kind about one cause apart. */
type Notice = { kind: UserKind; cause: string; occasion?: string }

export const USER_CAUSES: readonly EventType[] = ["charge.dispute.created", "charge.dispute.updated", "payout.failed"]

/** Two of these may be written at once. Who reads them is found when their turn comes: users may be in another database. */
const insertNotice = mails.insert(["id", "account", "created", "kind", "cause", "occasion", "status", "user_due_at"], (rows) =>
  rows.onConflict(["account", "kind", "cause", "occasion"]).ignore(),
)

/** Writes a mail to the users whom its kind concerns, once for each cause and occasion. */
export function noticeUsers(tx: Transaction, { account, now }: Pick<EventScope, "account" | "now">, notice: Notice): void {
  const { kind, cause, occasion = "" } = notice
  tx.send(insertNotice, {
    ...{ id: newId("mail"), account, created: now, kind, cause, occasion },
    ...{ status: "pending" as const, user_due_at: now },
  })
}

/** What users are told of an event. */
export function noticesOf({ type, object, previous }: Happened): Notice[] {
  if (type === "payout.failed") return [{ kind: "payout_failed", cause: (object as { id: string }).id }]
  if (type === "charge.dispute.created") return [{ kind: "dispute_opened", cause: (object as Schemas["Dispute"]).id }]
  return type === "charge.dispute.updated" ? deadlineOf(object as Schemas["Dispute"], previous) : []
}

/** Some acquirers tell the deadline of a chargeback later than the chargeback. */
function deadlineOf({ id: cause, due_by }: Schemas["Dispute"], previous: Partial<Schemas["Dispute"]> | undefined): Notice[] {
  return previous?.due_by === null && due_by !== null ? [{ kind: "dispute_opened", cause, occasion: "deadline" }] : []
}

/** Mails the users of an account that deliveries to an endpoint keep failing, once a day and endpoint. */
export const tellOfFailures: FailureListener = async (tx, scope, cause) => {
  if (!(await enabledKinds(tx, scope.account)).has("endpoint_failing")) return
  noticeUsers(tx, scope, { kind: "endpoint_failing", cause, occasion: String(dayOf(scope.now)) })
}

/** Mails the owners of an account that its bank account has changed. */
export const tellOfBankAccount: BankAccountListener = (tx, scope, { id: cause }, change) =>
  noticeUsers(tx, scope, { kind: "bank_account_changed", cause, occasion: change })
