// The request log, for tests.
import { findRequest, listRequests, type RequestRow } from "../../src/requests/store.ts"
import type { Response } from "./client.ts"
import { until } from "./merchant.ts"
import type { Running } from "./vintem.ts"

const databaseOf = ({ server }: Running, mode: "test" | "live" = "test") => server.modes[mode]!.database.requests()

/** Returns the record of the request with this response. It is written within a moment. */
export function recordedOf(vintem: Running, response: Response, mode?: "test" | "live"): Promise<RequestRow> {
  return until(() => findRequest(databaseOf(vintem, mode), response.headers["request-id"]!))
}

/** Returns all records, newest first. */
export function allRecorded(vintem: Running, mode?: "test" | "live"): Promise<RequestRow[]> {
  return listRequests(databaseOf(vintem, mode), {}, { limit: 100_000 })
}
