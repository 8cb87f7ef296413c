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

export type Version = (typeof VERSIONS)[number]["date"]

export const NEWEST_VERSION: Version = VERSIONS[VERSIONS.length - 1]!.date
