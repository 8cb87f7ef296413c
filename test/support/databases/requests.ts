// The request log, for tests.
import { newId } from "../../../src/base/ids.ts"
import { findRequest, listRequests } from "../../../src/requests/store.ts"
import type { RequestRecord, RequestRow } from "../../../src/requests/table.ts"
import type { Response } from "../app/client.ts"
import type { Running } from "../app/vintem.ts"
import { until } from "../merchants/merchant.ts"

const databaseOf = ({ server }: Running, mode: "test" | "live" = "test") => server.modes[mode]!.database.requests()

/** Returns the record of the request with this response. It is written within a moment. */
export function recordedOf(vintem: Running, response: Response, mode?: "test" | "live"): Promise<RequestRow> {
  return until(() => findRequest(databaseOf(vintem, mode), response.headers["request-id"]!))
}

/** Returns all records, newest first. */
export function allRecorded(vintem: Running, mode?: "test" | "live"): Promise<RequestRow[]> {
  return listRequests(databaseOf(vintem, mode), {}, { limit: 100_000 })
}

/** A record that a test writes itself. */
export function aRecord(details: Partial<RequestRecord>): RequestRecord {
  return {
    ...{ id: newId("req"), at_ms: Date.now(), account: "acct_1", key: null, operation: "listCustomers", method: "GET" },
    ...{ route: "/v1/customers", path: "/v1/customers", status: 200, error: null, param: null, ms: 1, address: null },
    ...{ user_agent: null, version: null, idempotency_key: null, replayed: false, resource: null, payment_intent: null },
    ...{ resources: null, parameters: null, ...details },
  }
}
