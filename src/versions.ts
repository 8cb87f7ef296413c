import { must } from "./base/must.ts"
import { UNDO_2026_12_01 } from "./versions/2026-12-01.ts"
import type { Undo } from "./versions/undo.ts"

/**
 * The dated versions of the API, oldest first. openapi.yaml, the handlers and the domain know the newest one. What a date adds is marked with
 * `x-since` in openapi.yaml, and clients of older dates see nothing of it: src/contract/dated.ts takes it out of their contract, and
 * src/versions/shown.ts out of the objects that they are shown. What a date changed in objects that were there before, `undo` changes back
 * for them.
 *
 * The first two dates have the same shape: an `x-since` before FIRST_GATE only dates the changelog.
 */
export const VERSIONS = [
  { date: "2026-04-25", description: "The first public release." },
  {
    date: "2026-04-27",
    description:
      "`next_action` on payment intents. Confirm takes saved cards (`pm_…`) and `off_session`. Idempotency on every `POST` and `DELETE`.",
  },
  {
    date: "2026-12-01",
    description:
      "Cards can be authorized first and captured later. Webhook endpoints have a version of their own, and can be changed. Subscriptions can be paused, charge a chosen card, and have `metadata`, as saved cards do. " +
      "A payment can be refunded several times, and has options for each payment method. A trial can begin without a charge. Disputes have a status and a deadline. Customers have a language. " +
      "A payment intent has a page on which it is paid, and payment links sell without a shop. " +
      "Subscriptions can be paid by PIX Automático.",
    undo: UNDO_2026_12_01,
  },
] as const satisfies readonly { date: string; description: string; undo?: Undo }[]

/** From this date on, what a version adds is shown from its date on only. */
export const FIRST_GATE = "2026-12-01"

/** What was corrected for all versions, because it was not what the specification says. The date is that of the change. */
export const CORRECTIONS: readonly { date: string; description: string }[] = [
  {
    date: "2026-11-27",
    description:
      "A customer's `name` and a card's `holderName` need a letter, and have no control or invisible characters. Nor has an e-mail address. " +
      "Both modes refuse them with 400 `parameter_invalid`. What is stored already stays.",
  },
  {
    date: "2026-11-27",
    description:
      "The confirm of a boleto is 400 `parameter_invalid`, in both modes, if the customer's address is not in Brazil, or has no state or CEP there. " +
      "Test mode took every address, and live mode sent another state or failed with `processing_error`.",
  },
  { date: "2026-11-27", description: "Test mode refuses a saved card whose month is over with `expired_card`, as issuers do." },
  {
    date: "2026-11-27",
    description:
      "The charges of a subscription have the `statement_descriptor` of its first payment. They had none, and card statements showed another name.",
  },
  {
    date: "2026-11-27",
    description:
      "A dispute has the amount that the card network took, and its refund has at most what the payment had left. " +
      "If a dispute is won, its refund becomes `failed`, and `amount_refunded` goes down.",
  },
  {
    date: "2026-11-27",
    description:
      "In live mode, a confirm in a currency that the account's acquirer does not take is 400 `parameter_invalid` (`currency`) and uses no token up. " +
      "The payment intent was canceled with `processing_error`.",
  },
]

export type Version = (typeof VERSIONS)[number]["date"]

/** The version that openapi.yaml and the types of the SDK describe. */
export const NEWEST_VERSION: Version = must(VERSIONS.at(-1), "the newest version").date

/** The version of a new key and of a new endpoint in the dashboard: the newest one of the specification. */
export const DEFAULT_VERSION: Version = "2026-04-27"

export function isVersion(text: unknown): text is Version {
  return VERSIONS.some(({ date }) => date === text)
}

/** Returns whether a client of a version lacks what `x-since` dates. A day that is no version was an addition to every version. */
export function isLater(since: string | undefined, version: Version): boolean {
  return since !== undefined && since > version && since >= FIRST_GATE && isVersion(since)
}
