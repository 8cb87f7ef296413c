import { invalid } from "../errors.ts"
import { newPspReference } from "../ids.ts"
import type { Modification, Payment } from "../payments/types.ts"
import type { Amount, Json, Reply } from "../types.ts"
import { tellOfRequest } from "../webhooks/tell.ts"
import type { Call, World } from "../world.ts"

/** How a request is decided: it is told with this code, as a success unless there is a reason against it. */
export type Decided = { eventCode: string; reason?: string | undefined; value?: number; additionalData?: Record<string, string> }

/** The payment that a path names. Throws where the merchant has none. */
export function named({ payments }: World, { params, merchant }: Call): Payment {
  const wanted = params.paymentPspReference
  const found = payments.find(({ pspReference, merchant: account }) => pspReference === wanted && account === merchant.account)
  if (found) return found
  throw invalid("167", "Original pspReference required for this operation")
}

/** Throws where the amount of a request does not fit its payment. */
export function checkAmount({ amount }: Payment, { body }: Call): Amount {
  if (body.amount?.currency !== amount.currency) throw invalid("138", "Unsupported currency specified")
  if (!Number.isSafeInteger(body.amount.value) || body.amount.value <= 0) throw invalid("137", "Invalid amount specified")
  return body.amount
}

/** Takes a request. It is decided and told later. */
export function receive(
  world: World,
  { body, merchant }: Call,
  payment: Payment,
  kind: Modification["kind"],
  decide: (asked: Modification) => Decided,
): Reply {
  const { reference, amount } = body as Json
  const asked: Modification = { kind, pspReference: newPspReference(), reference, amount: amount?.value }
  payment.modifications.push(asked)
  world.clock.later(world.options.modificationMs, () => tellDecided(world, payment, asked, decide(asked)))
  const { applicationInfo: _, ...shown } = body
  return {
    status: 201,
    body: {
      ...{ ...shown, merchantAccount: merchant.account, pspReference: asked.pspReference, status: "received" },
      ...(kind !== "technical cancel" && { paymentPspReference: payment.pspReference }),
    },
  }
}

function tellDecided(
  world: World,
  payment: Payment,
  asked: Modification,
  { reason, eventCode, value, additionalData }: Decided,
): void {
  const own = eventCode === "REFUND" && world.options.refundReference === "payment" ? undefined : asked.reference
  tellOfRequest(world, payment, {
    ...{ eventCode, pspReference: asked.pspReference, success: reason === undefined, reason: reason ?? "" },
    ...(value !== undefined && { value }),
    ...(additionalData && { additionalData }),
    merchantReference: own ?? payment.reference,
  })
}

/** The reason why a test wants a request to fail. It holds once. */
export function toldReason({ toldModifications }: World, payment: Payment, kind: Modification["kind"]): string | undefined {
  const at = toldModifications.findIndex(
    (one) =>
      (one.kind ?? kind) === kind &&
      (one.payment === undefined || [payment.pspReference, payment.reference].includes(one.payment)),
  )
  return at < 0 ? undefined : toldModifications.splice(at, 1)[0]!.reason
}
