import { integer } from "../db/columns.ts"
import type { Database } from "../db/database.ts"
import { msFromNow, nowMs } from "../db/now.ts"
import type { Chore } from "../jobs/chore.ts"
import { inBatches } from "../jobs/sweep.ts"
import { cards } from "../vault/tables.ts"
import { MAY_SEND_CARD } from "./attempts/store.ts"

const LOOK_AGAIN_MS = 60_000

const findDue = cards.find([], (rows, _, k) => rows.where("erase_after_ms", "<=", nowMs(k)).select("id").limit(1))

/**
 * Erases the card numbers that nothing needs any more. A number is kept while a customer has the card saved, while an attempt may still
 * send the card, and while a payment for a product is open, because its success may save the card. Brand, last four digits and expiry
 * always stay.
 *
 * A card that an open payment needs is checked again later. A saved card is checked again once it is detached. A row that changed after it
 * was read keeps its mark, so a card that is detached meanwhile is not forgotten.
 */
const eraseDue = cards.statement([{ limit: integer() }], (_, p, k) =>
  k.raw<{ id: string }>(
    `WITH due AS (
       SELECT account, id, erase_after_ms FROM cards WHERE erase_after_ms <= ? ORDER BY erase_after_ms LIMIT ?
     ), judged AS (
       SELECT account, id, erase_after_ms,
         EXISTS (SELECT 1 FROM payment_methods WHERE payment_methods.account = due.account AND card = due.id AND customer IS NOT NULL) AS is_saved,
         EXISTS (
           SELECT 1 FROM attempts
           LEFT JOIN payment_intents ON payment_intents.account = attempts.account AND payment_intents.id = attempts.payment_intent
           WHERE attempts.account = due.account AND attempts.card = due.id AND attempts.state <> 'done' AND (
             ${MAY_SEND_CARD}
             OR (payment_intents.product IS NOT NULL AND payment_intents.status IN ('requires_action', 'processing'))
           )
         ) AS is_needed
       FROM due
     )
     UPDATE cards SET
       sealed_number = CASE WHEN is_saved OR is_needed THEN sealed_number END,
       erase_after_ms = CASE WHEN is_needed AND NOT is_saved THEN ? END
     FROM judged
     WHERE cards.account = judged.account AND cards.id = judged.id AND cards.erase_after_ms = judged.erase_after_ms
     RETURNING cards.id`,
    [nowMs(k), p.limit, msFromNow(k, LOOK_AGAIN_MS)],
  ),
)

/** Erases the numbers of cards that nothing needs any more. */
export const eraseCards: Chore<{ readonly database: Database }> = {
  kind: "erase_cards",
  run: async ({ database }) => {
    // There is often nothing to erase, and a read is cheaper than a transaction each second.
    if (!(await database.one(findDue, {}))) return
    await inBatches(database, async (tx, limit) => (await tx.all(eraseDue, { limit })).length)
  },
}
