import { invalid, invalidInput } from "../errors.ts"
import type { Reply } from "../types.ts"
import type { Call, World } from "../world.ts"
import { authorise } from "./authorise.ts"
import { resultOf } from "./view.ts"

/** `POST /payments/details`: what the payer's browser brought back ends the payment, once. */
export function postDetails(world: World, { merchant, body, operation }: Call): Reply {
  const result = body.details?.redirectResult
  if (body.details?.threeDSResult) world.violate(operation, "sends the result of native 3D Secure")
  const payment = world.payments.find(
    (one) =>
      one.merchant === merchant.account && one.challenge?.decisions.some(({ redirectResult }) => redirectResult === result),
  )
  if (!payment?.challenge || typeof result !== "string") throw invalidInput("702", "Invalid redirectResult")
  if (payment.state === "closed") throw invalidInput("702", "The offer was closed")
  if (payment.state !== "open") throw invalid("702", "The payment was completed before, under another key")
  const { decision } = payment.challenge.decisions.find(({ redirectResult }) => redirectResult === result)!
  payment.authenticated = decision === "authenticated"
  const outcome =
    decision === "authenticated"
      ? payment.challenge.outcome
      : decision === "failed"
        ? { resultCode: "Refused", code: "11" }
        : { resultCode: "Cancelled", code: "16" }
  authorise(world, merchant, payment, outcome)
  return { status: 200, body: resultOf(world, payment, outcome.resultCode, outcome.additionalData) }
}
