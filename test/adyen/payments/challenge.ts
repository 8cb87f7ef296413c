import type { Outcome } from "../cards.ts"
import { HOUR_MS } from "../clock.ts"
import { newPspReference, newRedirectResult } from "../ids.ts"
import type { Json } from "../types.ts"
import { tell } from "../webhooks/tell.ts"
import type { World } from "../world.ts"
import type { Challenge, Decision, Payment } from "./types.ts"

/** Where the page of the issuer is. */
export const PAGE_PATH = "/checkoutshopper/threeDS/redirect/"

/** Sends the payer to the issuer's page. The answer has an action. */
export function challenge(world: World, payment: Payment, outcome: Outcome): Json {
  const { options, clock, origin } = world
  const { returnUrl, redirectFromIssuerMethod, redirectToIssuerMethod } = payment.asked
  const token = newPspReference()
  // A card that asks for an authentication is content with one.
  const wanted = outcome.code === "38" ? { resultCode: "Authorised" } : outcome
  const back = redirectFromIssuerMethod === "POST" ? "POST" : "GET"
  payment.challenge = { token, returnUrl, back, decisions: [], outcome: wanted }
  clock.later(options.offerHours * HOUR_MS, () => closeOffer(world, payment))
  const method = redirectToIssuerMethod ?? options.redirectMethod
  const action = {
    ...{ type: "redirect", paymentMethodType: "scheme", method, url: `${origin}${PAGE_PATH}${token}` },
    ...(method === "POST" && { data: { MD: token, PaReq: Buffer.from(token).toString("base64") } }),
  }
  return {
    resultCode: "RedirectShopper",
    action,
    merchantReference: payment.reference,
    ...(options.pspReferenceWithAction && { pspReference: payment.pspReference }),
  }
}

/** Nobody came back, or nobody paid. */
export function closeOffer(world: World, payment: Payment, eventCode: "OFFER_CLOSED" | "EXPIRE" = "OFFER_CLOSED"): void {
  if (payment.state !== "open") return
  payment.state = "closed"
  tell(world, payment, { eventCode, pspReference: payment.pspReference, success: true })
}

/** The payment of a page. */
export function ofToken({ payments }: Pick<World, "payments">, token: string): Payment | undefined {
  return payments.find(({ challenge: one }) => one?.token === token)
}

/** The payer decides on the page. Each decision has a text of its own, and the first one that is sent counts. Returns how he goes back. */
export function decide(on: Challenge, decision: Decision): { url: string; back: "GET" | "POST"; redirectResult: string } {
  const redirectResult = newRedirectResult()
  on.decisions.push({ redirectResult, decision })
  if (on.back === "POST") return { url: on.returnUrl, back: "POST", redirectResult }
  const url = new URL(on.returnUrl)
  url.searchParams.set("redirectResult", redirectResult)
  return { url: url.href, back: "GET", redirectResult }
}
