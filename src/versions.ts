/**
 * The dated versions of the API, oldest first. A breaking change brings a new date here and, with it, the transform that
 * gives older versions the answers they know.
 */
export const VERSIONS = [
  { date: "2026-04-25", description: "First public release of v1." },
  {
    date: "2026-04-27",
    description:
      "next_action on PaymentIntent; confirm takes a saved pm_* and off_session; idempotency is enforced on every state-changing request. Additive: both dates answer alike.",
  },
] as const

export type Version = (typeof VERSIONS)[number]["date"]

export const NEWEST_VERSION: Version = VERSIONS[VERSIONS.length - 1]!.date
