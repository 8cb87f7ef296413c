// How mandates and requests change. Each change of a mandate's status is told, except that it was made.
import { type Bank, hookKey } from "../bank.ts"
import { momentOf, plusDays } from "../clock.ts"
import type { Mandate, MandateRequest, RequestStatus } from "./types.ts"
import { mandateNotice } from "./view.ts"

/** When something changes, and from when those who read see it: milliseconds. */
export type When = { at: number; from?: number; isTold?: boolean }

/** Gives a mandate another status, and tells the merchant. */
export function moveMandate(
  bank: Bank,
  mandate: Mandate,
  change: Partial<Mandate> & Pick<Mandate, "status">,
  { at, from, isTold = true }: When,
): Mandate {
  const moved: Mandate = { ...mandate, ...change, history: [...mandate.history, { status: change.status, at }] }
  bank.mandates.put(mandate.idRec, moved, from)
  if (isTold) bank.notify(hookKey("rec", mandate.cnpj), mandateNotice(moved))
  return moved
}

export const OPEN_REQUEST: readonly RequestStatus[] = ["CRIADA", "ENVIADA", "RECEBIDA"]

/** Gives a request another status. No webhook tells it. */
export function moveRequest(bank: Bank, request: MandateRequest, status: RequestStatus, { at, from }: When): MandateRequest {
  return bank.mandateRequests.put(request.id, { ...request, status, history: [...request.history, { status, at }] }, from)
}

/** The requests of a mandate that its payer may still answer. */
export function openRequests({ mandateRequests }: Bank, idRec: string): MandateRequest[] {
  return mandateRequests.all().filter((one) => one.idRec === idRec && OPEN_REQUEST.includes(one.status))
}

/** When a mandate ends by itself: milliseconds. Never without a last day, or after it has ended otherwise. */
export function endOfMandate({ status, terms }: Mandate): number | undefined {
  const { dataFinal } = terms.calendario
  return dataFinal !== undefined && isLiving(status) ? momentOf(plusDays(dataFinal, 1), 0) : undefined
}

export function isLiving(status: Mandate["status"]): boolean {
  return status === "CRIADA" || status === "APROVADA"
}
