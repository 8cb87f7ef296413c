import { boolean, id, integer, json, milliseconds, real, text } from "../db/columns.ts"
import { type RowOf, table } from "../db/table.ts"

/**
 * The log of requests to the API. It contains no secret and no card data (docs/data-kept.md). On SQLite it is in a file of its own
 * (Database.requests).
 */
export const apiRequests = table(
  "api_requests",
  {
    /** The order in which requests were written. */
    seq: integer(),
    /** The header Request-Id of the response. */
    id: id(),
    /** When the request arrived, in real milliseconds. */
    at_ms: milliseconds(),
    /** Null if the request had no known key. */
    account: id().nullable(),
    /** The id of the key, never the key itself. */
    key: id().nullable(),
    operation: text().nullable(),
    method: text(),
    /** The pattern of the path, such as `/v1/customers/{id}`. Null for an unknown route. */
    route: text().nullable(),
    path: text(),
    status: integer(),
    /** The code of the error, and the parameter that it names. */
    error: text().nullable(),
    param: text().nullable(),
    /** From the arrival of the request to its response, in milliseconds. */
    ms: real(),
    address: text().nullable(),
    user_agent: text().nullable(),
    version: text().nullable(),
    idempotency_key: text().nullable(),
    /** Whether the response was that of an earlier request with the same idempotency key. */
    replayed: boolean(),
    /** The object that the request concerns or has created. */
    resource: id().nullable(),
    payment_intent: id().nullable(),
    /** Every id in the path, the parameters or the response. */
    resources: json<string[]>().nullable(),
    /** The parameters that may be kept. */
    parameters: json<Record<string, unknown>>().nullable(),
  },
  { of: "platform", key: ["seq"], unique: [["id"]] },
)

export type RequestRow = RowOf<typeof apiRequests>

/** A request before it is stored. */
export type RequestRecord = Omit<RequestRow, "seq">
