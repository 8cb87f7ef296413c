// What the issuers of the test cards decide.
import type { OpenCard } from "../../vault/cards.ts"
import { hasExpired } from "../../vault/expiry.ts"
import type { ThreeDSecure } from "../authentication.ts"
import { REFUSAL_MESSAGES } from "../refusal-messages.ts"
import type { CardSale, Verdict } from "../sale.ts"
import { type Behavior, behaviorOf } from "./cards.ts"
import type { Challenge, Decision } from "./tables.ts"

/** A decision, or a challenge that comes before it. */
export type Decided = Decision | { status: "action_required"; action: Challenge }

/** Decides the sale of a card at a time, in Unix seconds of the account's time. */
export function decide(sale: CardSale, now: number): Decided | "unavailable" {
  const behavior = behaviorAt(sale.card, now)
  if (behavior === "unavailable") return "unavailable"
  const step = authentication(sale, behavior)
  if (step === "challenge") return { status: "action_required", action: challengeOf(sale, behavior) }
  if (step === "none") return issuerDecision(sale, behavior)
  if ("refused" in step)
    return { status: "refused", code: step.refused, ...(step.three_d_secure && { three_d_secure: step.three_d_secure }) }
  return { ...issuerDecision(sale, behavior), three_d_secure: step }
}

export function verdictOn(card: OpenCard, now: number): Verdict {
  const behavior = behaviorAt(card, now)
  if (behavior === "unavailable") return { result: "unavailable" }
  if (typeof behavior === "string" || behavior.savable) return { result: "approved" }
  return { result: "refused", code: behavior.refused, message: REFUSAL_MESSAGES[behavior.refused] }
}

/** How a card behaves at a time. An issuer that answers refuses every card that has expired, such as one that was saved years ago. */
function behaviorAt(card: OpenCard, now: number): Behavior {
  const behavior = behaviorOf(card.number)
  return behavior !== "unavailable" && hasExpired(card, now) ? { refused: "expired_card" } : behavior
}

type Authentication =
  | "none"
  | "challenge"
  | ThreeDSecure
  | { refused: "authentication_failed" | "card_declined"; three_d_secure?: ThreeDSecure }

/** The cards whose issuers ask for a challenge. Without one they refuse the card. */
const CHALLENGED: Partial<Record<string, "authentication_failed" | "card_declined">> = {
  challenge: "authentication_failed",
  failing_challenge: "authentication_failed",
  soft_declined: "card_declined",
}

/** What 3DS does before the issuer decides. Whoever is not present cannot be authenticated. Whoever pays by debit always is. */
function authentication({ card, card_on_file, three_d_secure }: CardSale, behavior: Behavior): Authentication {
  const request = card.funding === "debit" ? "any" : three_d_secure
  const name = typeof behavior === "string" ? behavior : ""
  const refused = CHALLENGED[name]
  if (card_on_file === "recurring" || request === "never") return refused ? { refused } : "none"
  if (name === "frictionless") return resultOf(card, "authenticated")
  if (name === "not_enrolled") {
    const three_d_secure = resultOf(card, "not_enrolled")
    return request === "any" ? { refused: "authentication_failed", three_d_secure } : three_d_secure
  }
  if (request === "any" || refused) return "challenge"
  return name === "data_only" ? resultOf(card, "data_only") : "none"
}

function challengeOf(sale: CardSale, behavior: Behavior): Challenge {
  const failed = {
    status: "refused",
    code: "authentication_failed",
    three_d_secure: resultOf(sale.card, "failed"),
  } as const
  const passed = { ...issuerDecision(sale, behavior), three_d_secure: resultOf(sale.card, "authenticated") }
  return { type: "challenge", passed: behavior === "failing_challenge" ? failed : passed, failed }
}

/** The electronic commerce indicators of the card networks. Mastercard has its own. */
const ECI = { authenticated: ["05", "02"], data_only: ["07", "04"], failed: ["07", "00"], not_enrolled: [null, null] } as const

function resultOf({ brand }: OpenCard, result: keyof typeof ECI): ThreeDSecure {
  const [usual, mastercard] = ECI[result]
  const isEnrolled = result !== "not_enrolled"
  return {
    result,
    eci: brand === "mastercard" ? mastercard : usual,
    version: isEnrolled ? "2.2.0" : null,
    liability_shifted: result === "authenticated",
  }
}

/** What the issuer decides once 3DS is over. */
function issuerDecision({ capture_later }: CardSale, behavior: Behavior): Decision {
  switch (behavior) {
    case "declined_at_capture":
      return capture_later ? { status: "approved", code: "card_declined" } : { status: "refused", code: "card_declined" }
    case "disputed_later":
      return { status: "approved", notice: "disputed" }
    case "half_disputed_later":
      return { status: "approved", notice: "half_disputed" }
    case "settled_later":
      return { status: "pending", notice: "settled" }
    default:
      return typeof behavior === "string" ? { status: "approved" } : { status: "refused", code: behavior.refused }
  }
}
