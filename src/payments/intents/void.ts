import type { VoidOutcome } from "../../acquirers/acquirer.ts"
import { newId } from "../../base/ids.ts"
import type { Transaction } from "../../db/database.ts"
import { nextTryAt } from "../attempts/poll-schedule.ts"
import { sendAttempt } from "../attempts/send.ts"
import { insertAttempt, transitionAttempt } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { beginReturn } from "./begin-return.ts"
import type { PaymentScope } from "./mode.ts"
import type { IntentRow } from "./table.ts"

/** How long a void is repeated. The sale itself is watched for longer, and reversed if it is paid. */
const MAX_TRYING_SECONDS = 3600

/** Orders the void of a canceled PIX, if the acquirer supports voids. */
export async function orderVoid(tx: Transaction, scope: PaymentScope, attempt: AttemptRow, intent: IntentRow): Promise<void> {
  const { account, acquirer, credentials, type } = attempt
  if (!(await scope.mode.acquirerOfAttempt(tx, attempt))?.voidPix) return
  await insertAttempt(tx, {
    id: newId("att"),
    account,
    created: scope.now,
    kind: "void",
    acquirer,
    credentials,
    payment_intent: intent.id,
    customer: intent.customer,
    type,
    charge: intent.charge,
    amount: intent.amount,
  })
}

/** Voids a canceled PIX at the acquirer, so that no payer can pay it. A void may be repeated, so its outcome needs no look-up. */
export async function runVoid(scope: PaymentScope, attempt: AttemptRow): Promise<void> {
  const { mode, now } = scope
  const { id, account, charge, created, amount } = attempt
  const again = attempt.state === "new" ? attempt : await resend(mode, attempt)
  if (!again) return
  const answer = await sendAttempt<VoidOutcome>(mode, again, {
    prepare: async (acquirer) => ({
      call: async (signal) => {
        if (!acquirer.voidPix || charge === null) return { result: "refused" }
        return acquirer.voidPix({ account, charge }, signal)
      },
      begin: () => beginReturn(scope, again, acquirer, { amount, held: undefined }),
    }),
    late: async () => {},
  })
  if (!answer) return
  const { outcome } = answer
  const isDone = outcome.result === "voided" || outcome.result === "refused" || now - created >= MAX_TRYING_SECONDS
  const after = isDone ? ({ state: "done", due_at: null } as const) : ({ state: "new", due_at: nextTryAt(attempt, now) } as const)
  const { database } = mode
  await database.transaction(async (tx) => {
    for (const from of ["new", "sent"] as const)
      if (await tx.one(transitionAttempt, { account, id, from, ...after, outcome: outcome.result, polling_since: null })) return
  })
  mode.checkpoint("void: settled", attempt)
}

/** Marks a void to be sent again after its process died. */
function resend({ database }: PaymentScope["mode"], attempt: AttemptRow): Promise<AttemptRow | undefined> {
  const { account, id, state: from, due_at } = attempt
  const again = { account, id, from, state: "new", outcome: null, polling_since: null, due_at } as const
  return database.write(transitionAttempt, again)
}
