/**
 * The dated versions of the API, oldest first. A breaking change adds a date here, and a transform that keeps the responses of
 * older versions as they were.
 */
export const VERSIONS = [
  { date: "2026-04-25", description: "First public release of v1." },
  {
    date: "2026-04-27",
    description:
      "next_action on PaymentIntent; confirm takes a saved pm_* and off_session; idempotency is enforced on every state-changing request. Additive: both dates have the same responses.",
  },
] as const

export type Version = (typeof VERSIONS)[number]["date"]

export const NEWEST_VERSION: Version = VERSIONS[VERSIONS.length - 1]!.date
