// What becomes of a mandate after it was made.
import type { MandateStatus } from "../mandates.ts"
import type { VoidOutcome } from "../sale.ts"
import { isSuccess, NoAnswer } from "../wire/request.ts"
import type { Account } from "./exchange.ts"
import { type Written, write } from "./failures.ts"
import { type BankMandate, findMandate, isMandateId, readMandate, statusOf } from "./mandate.ts"

/** What a mandate is now. Undefined if the bank has none with this id. Throws if it gives no answer. */
export async function mandateStatus(account: Account, id: string, signal: AbortSignal): Promise<MandateStatus | undefined> {
  if (!isMandateId(id)) return undefined
  const mandate = await findMandate(account, { id }, signal)
  return mandate && statusOf(mandate)
}

/** Ends a mandate. A second end is refused by the bank, which is then asked what the mandate is. */
export async function cancelMandate(account: Account, id: string, signal: AbortSignal): Promise<VoidOutcome> {
  if (!isMandateId(id)) return { result: "refused" }
  const written = await write(account, { method: "PATCH", path: `/rec/${id}`, body: { status: "CANCELADA" } }, signal)
  if (written.result === "unavailable") return { result: "unavailable" }
  const changed = mandateIn(written)
  if (changed?.id === id && changed.status === "CANCELADA") return { result: "voided" }
  switch (await mandateStatus(account, id, signal)) {
    case "canceled":
      return { result: "voided" }
    case "pending":
    case "active":
      return { result: "unavailable" }
    default:
      return { result: "refused" }
  }
}

/** The mandate in an answer. Undefined if the answer is lost, or cannot be read. */
export function mandateIn(written: Written): BankMandate | undefined {
  if (written.result !== "done" || !isSuccess(written.answer)) return undefined
  try {
    return readMandate(written.answer.body, written.answer.call)
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}
