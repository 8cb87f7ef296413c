import type { Notification } from "../acquirers/acquirer.ts"
import { statement } from "../db/statement.ts"
import type { AttemptRow } from "./attempts/store.ts"
import { pollBy } from "./attempts/store.ts"
import type { PaymentsMode } from "./mode.ts"

const findOpenCharge = statement<Pick<AttemptRow, "id" | "due_at">, "acquirer" | "charge">((k, p) =>
  k("attempts")
    .where({ kind: "charge", acquirer: p.acquirer, charge: p.charge })
    .whereNotNull("due_at")
    .whereNotIn("state", ["new", "sent", "done"])
    .select("id", "due_at")
    .limit(1),
)

/**
 * Asks the acquirer soon about an open charge that it says something about. Nobody signs notifications, so this changes nothing else. It
 * is one read where the charge is unknown, has ended, or is asked about within a second anyway.
 */
export async function noteNotification(
  { database, clock }: PaymentsMode,
  { acquirer, charge }: Notification & { acquirer: string },
): Promise<void> {
  const open = await database.one(findOpenCharge, { acquirer, charge })
  // A second later, so that any number of notifications make at most one look-up a second.
  const latest = Math.floor(clock.now() / 1000) + 1
  if (open && open.due_at! > latest) await database.transaction((tx) => tx.run(pollBy, { id: open.id, latest }))
}
