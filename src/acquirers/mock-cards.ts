import type { CardErrorCode } from "../errors.ts"

/** How a test card behaves (the table stands in the contract's description, Test cards). A number that is not here succeeds. */
export type Behaviour =
  | "approved"
  | "unavailable"
  | "challenge"
  | "disputed_later"
  | "settled_later"
  | { /** Verifying it refuses it too, unless it can be saved. */ refused: CardErrorCode; savable?: boolean }

const BEHAVIOURS: Record<string, Behaviour> = {
  "4000000000000002": { refused: "card_declined" },
  "4000000000009995": { refused: "insufficient_funds" },
  "4000000000000069": { refused: "expired_card" },
  "4000000000000127": { refused: "incorrect_cvc" },
  "4000000000000341": { refused: "card_declined", savable: true },
  "4000000000000119": "unavailable",
  "4000000000003220": "challenge",
  "4000000000000259": "disputed_later",
  "4000000000000036": "settled_later",
}

export function behaviourOf(number: string): Behaviour {
  return BEHAVIOURS[number] ?? "approved"
}

export const REFUSAL_MESSAGES: Record<CardErrorCode, string> = {
  card_declined: "The issuer refused the card.",
  insufficient_funds: "The card has insufficient funds.",
  expired_card: "The card has expired.",
  incorrect_cvc: "The card's security code is wrong.",
  authentication_failed: "The cardholder was not authenticated.",
}
