import { queueOf } from "../../jobs/queue.ts"
import type { Work } from "../../jobs/work.ts"
import type { PaymentsMode } from "../intents/mode.ts"
import { closeIfOverdue } from "./close.ts"
import { disputes } from "./table.ts"

/** Closes disputes that nobody has answered in time. */
export const closeOverdueDisputes: Work<PaymentsMode> = {
  kind: "close_dispute",
  queue: queueOf(disputes, { due: "due_at" }),
  leaseMs: 10_000,
  bounds: { process: 50, account: 20 },
  perform: async (scope, { account, id }) => {
    const { database, checkpoint } = scope.mode
    await database.transaction((tx) => closeIfOverdue(tx, scope, { account, id }))
    checkpoint("dispute: closed")
  },
}
