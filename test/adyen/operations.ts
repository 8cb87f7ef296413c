import type { Api } from "./contract/contract.ts"
import * as disputes from "./disputes/operations.ts"
import { postCancel, postTechnicalCancel } from "./modifications/cancels.ts"
import { postCapture } from "./modifications/captures.ts"
import { postRefund } from "./modifications/refunds.ts"
import { postReversal } from "./modifications/reversals.ts"
import { postDetails } from "./payments/details.ts"
import { postPayment } from "./payments/pay.ts"
import type { Reply } from "./types.ts"
import type { Call, World } from "./world.ts"

/** `path` is that of the API's file. `account`: the member that names the merchant account, if there is one. */
export type Operation = {
  api: Api
  path: string
  account: "merchantAccount" | "merchantAccountCode" | undefined
  run(world: World, call: Call): Reply
}

const checkout = { api: "checkout", account: "merchantAccount" } as const
const dispute = { api: "disputes", account: "merchantAccountCode" } as const

export const OPERATIONS = {
  payments: { ...checkout, path: "/payments", run: postPayment },
  details: { ...checkout, account: undefined, path: "/payments/details", run: postDetails },
  captures: { ...checkout, path: "/payments/{paymentPspReference}/captures", run: postCapture },
  refunds: { ...checkout, path: "/payments/{paymentPspReference}/refunds", run: postRefund },
  cancels: { ...checkout, path: "/payments/{paymentPspReference}/cancels", run: postCancel },
  reversals: { ...checkout, path: "/payments/{paymentPspReference}/reversals", run: postReversal },
  technicalCancels: { ...checkout, path: "/cancels", run: postTechnicalCancel },
  defenseReasons: { ...dispute, path: "/retrieveApplicableDefenseReasons", run: disputes.reasons },
  supplyDocument: { ...dispute, path: "/supplyDefenseDocument", run: disputes.supply },
  deleteDocument: { ...dispute, path: "/deleteDisputeDefenseDocument", run: disputes.remove },
  defend: { ...dispute, path: "/defendDispute", run: disputes.defend },
  accept: { ...dispute, path: "/acceptDispute", run: disputes.accept },
} as const satisfies Record<string, Operation>

/** What faults and the log of calls name. */
export type OperationName = keyof typeof OPERATIONS

/** Where each API is. */
export const BASES: Record<Api, string> = { checkout: "/v72", disputes: "/ca/services/DisputeService/v30" }

export type FoundOperation = { name: OperationName; operation: Operation; params: Record<string, string> }

/** The operation of a POST, with the parameters in its path. Undefined where Adyen has no such path. */
export function operationOf(pathname: string): FoundOperation | undefined {
  for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
    const params = match(BASES[operation.api] + operation.path, pathname)
    if (params) return { name: name as OperationName, operation, params }
  }
  return undefined
}

function match(template: string, pathname: string): Record<string, string> | undefined {
  const [expected, given] = [template.split("/"), pathname.split("/")]
  if (expected.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const text = given[index]!
    if (part.startsWith("{")) params[part.slice(1, -1)] = decodeURIComponent(text)
    else if (part !== text) return undefined
  }
  return params
}
