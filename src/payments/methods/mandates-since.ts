import type { Version } from "../../versions.ts"

/** Clients of versions before it know no mandates: their lists leave them out, their ids are not found, and their events are not sent. */
export const MANDATES_SINCE: Version = "2026-12-01"
