import type { SaleOutcome } from "../../acquirers/acquirer.ts"
import { isId } from "../../base/ids.ts"
import type { AttemptRow } from "../attempts/table.ts"
import type { IntentRow } from "./table.ts"

/**
 * The id of a payment's charge in the API, `ch_…`. The acquirer's own id can have any form, so the id of the attempt replaces it:
 * a payment intent has one charge, that of its latest attempt. The mock acquirer's ids already have the form of the API.
 */
export function publicCharge({ charge, latest_attempt: id }: Pick<IntentRow, "charge" | "latest_attempt">): string | null {
  return charge === null || id === null ? charge : publicChargeOf({ id, charge })
}

/** The id in the API of a charge, given an attempt that concerns the charge and no other one. */
export function publicChargeOf({ id, charge }: { id: string; charge: string }): string {
  return charge.startsWith("ch_") && isId(charge) ? charge : publicIdOf({ id })
}

/** The charge of an outcome, for its intent. An acquirer can refuse a card without an id, but the API shows an id for the refusal too. */
export function chargeIn(outcome: Extract<SaleOutcome, { charge: unknown }>, attempt: AttemptRow): string | null {
  const isRefusedCard = outcome.result === "refused" && outcome.code !== "processing_error"
  return outcome.charge ?? (isRefusedCard ? publicIdOf(attempt) : null)
}

function publicIdOf({ id }: Pick<AttemptRow, "id">): string {
  return id.replace(/^att_/, "ch_")
}
