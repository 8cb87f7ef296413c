import { REFUSALS } from "../refusals.ts"
import type { Json } from "../types.ts"
import type { World } from "../world.ts"
import { asksForChallenge } from "./rules.ts"
import type { Payment } from "./types.ts"

/** How an answer shows how a payment ended. `resultCode` is the outcome's. */
export function resultOf(world: World, payment: Payment, resultCode: string, extra: Record<string, string> = {}): Json {
  const { code } = payment
  return {
    pspReference: payment.pspReference,
    resultCode,
    ...(code && { refusalReason: REFUSALS[code], refusalReasonCode: code }),
    amount: {
      currency: payment.amount.currency,
      value: code ? payment.amount.value : payment.authorised || payment.amount.value,
    },
    merchantReference: payment.reference,
    paymentMethod: { brand: payment.brand, type: payment.method },
    additionalData: additionalDataOf(world, payment, extra),
  }
}

/** What the networks' indicators are where the issuer has authenticated the payer. */
const INDICATORS: Record<string, string> = { mc: "02" }

function authenticationOf({ brand }: Payment): Record<string, string> {
  return {
    ...{ threeDAuthenticated: "true", threeDAuthenticatedResponse: "Y", threeDOffered: "true", threeDOfferedResponse: "Y" },
    ...{ threeDSVersion: "2.2.0", eci: INDICATORS[brand] ?? "05", liabilityShift: "true" },
  }
}

/** As in the example of the file. */
const NOT_AUTHENTICATED = {
  ...{ threeDAuthenticated: "false", threeDAuthenticatedResponse: "N/A", threeDOffered: "false", threeDOfferedResponse: "N/A" },
  ...{ eci: "N/A", liabilityShift: "false" },
}

/** What answers and webhooks say of a card besides. Some of it has to be selected in the Customer Area. */
export function additionalDataOf(
  { options }: World,
  payment: Payment,
  extra: Record<string, string> = {},
): Record<string, string> {
  const { number = "", asked, code, authCode, networkTxReference, authenticated } = payment
  const { expiryMonth, expiryYear, fundingSource = "credit" } = asked.paymentMethod
  if (payment.method !== "scheme") return {}
  return {
    cardSummary: number.slice(-4),
    cardBin: number.slice(0, 6),
    expiryDate: `${Number(expiryMonth)}/${expiryYear}`,
    fundingSource: fundingSource.toUpperCase(),
    ...(!code && payment.state === "authorised" && { authCode }),
    ...(authenticated ? authenticationOf(payment) : asksForChallenge(asked) && NOT_AUTHENTICATED),
    ...(options.additionalData && {
      ...(code && { refusalReasonRaw: `${code.padStart(2, "0")} : ${REFUSALS[code]}` }),
      ...(payment.state === "authorised" && { refusalReasonRaw: "AUTHORISED" }),
      ...(networkTxReference && { networkTxReference }),
      ...extra,
    }),
  }
}
