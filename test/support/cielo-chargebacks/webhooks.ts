// What Cielo posts to a merchant's two addresses in production. Nothing is signed.
import { itemOf } from "./item.ts"
import type { Case, Options, Step } from "./types.ts"

/** The body about a new chargeback: an item as in the list of what is pending. */
export function newChargeback(one: Case, options: Options, today: string): object {
  return itemOf({ options, today }, one, one.steps.at(-1) as Step)
}

/** The body about the last step of a case's life cycle, with the members of the document's sample. */
export function lifecycleStep({ sale, idCase, history }: Case): object {
  const { action, actionDate } = history.at(-1) as Case["history"][number]
  return {
    establishmentNumber: Number(sale.establishment),
    caseId: idCase,
    message: action,
    executionDate: actionDate,
    ActionCicleDate: actionDate,
  }
}
