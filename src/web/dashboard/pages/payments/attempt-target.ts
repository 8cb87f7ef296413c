import type { AttemptRow } from "../../../../payments/attempts/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import { type PaymentTarget, paymentTargetOf } from "./payment-target.ts"

/** An attempt to act on, and its payment. */
export type AttemptTarget = PaymentTarget & { attempt: AttemptRow }

/** Finds an attempt of the account with its payment. Throws PageNotFound, also for an attempt of another account. */
export async function findAttemptTarget(
  request: DashboardRequest,
  find: (db: DashboardRequest["mode"]["database"], id: string) => Promise<AttemptRow | undefined>,
): Promise<AttemptTarget> {
  const attempt = await find(request.mode.database, request.pathParameter("attempt"))
  if (attempt?.account !== request.account || attempt.payment_intent === null) throw new PageNotFound()
  return { ...(await paymentTargetOf(request, attempt.payment_intent)), attempt }
}
