import { must } from "../base/must.ts"

/**
 * The dated versions of the API, oldest first. A breaking change adds a date here, and a transform that keeps the responses of
 * older versions unchanged. So far each version only adds, so all versions have the same responses.
 */
export const VERSIONS = [
  { date: "2026-04-25", description: "The first public release." },
  {
    date: "2026-04-27",
    description:
      "`next_action` on payment intents. Confirm takes saved cards (`pm_…`) and `off_session`. Idempotency on every `POST` and `DELETE`.",
  },
] as const

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
      "In live mode, a confirm in a currency that the account's acquirer does not take is 400 `parameter_invalid` (`currency`) and uses no token up. " +
      "The payment intent was canceled with `processing_error`.",
  },
]

export type Version = (typeof VERSIONS)[number]["date"]

export const NEWEST_VERSION: Version = must(VERSIONS.at(-1), "the newest version").date
