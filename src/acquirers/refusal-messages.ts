import type { CardErrorCode } from "../base/errors.ts"

/** The messages about refused cards that merchants read. They are the same for all acquirers. */
export const REFUSAL_MESSAGES: Record<CardErrorCode, string> = {
  card_declined: "The issuer refused the card. Ask the payer for another card.",
  insufficient_funds: "The card has insufficient funds. Ask the payer for another card.",
  expired_card: "The card has expired. Ask the payer for another card.",
  incorrect_cvc: "The card's security code is wrong. Ask the payer to enter the card again.",
  authentication_failed: "The cardholder was not authenticated with 3DS. Ask the payer to try again or to use another card.",
}
