import { type Edit, get, member, post, schema, values, without } from "./edit.ts"

const optional = { type: "string", nullable: true, minLength: 1, maxLength: 255 }

export const ADDITIVE: Edit[] = [
  [
    "adds a member to a response",
    (c) => {
      schema(c, "Refund").properties.note = { type: "string" }
      schema(c, "Refund").required.push("note")
    },
    "Refund.note: is new (no x-since)",
  ],
  [
    "adds a value to a response",
    (c) => values(schema(c, "RefundStatus")).push("requested"),
    "RefundStatus: has the new value requested",
  ],
  [
    "adds a branch to a response",
    (c) => {
      c.components.schemas.ShowCode = {
        type: "object",
        properties: { type: { type: "string", enum: ["show_code"] } },
      }
      schema(c, "NextAction").oneOf.push({ $ref: "#/components/schemas/ShowCode" })
    },
    "NextAction: has the new branch show_code",
  ],
  [
    "adds an optional member to a request",
    (c) => (schema(c, "RefundCreateParams").properties.note = { ...optional, "x-since": "2026-11-22" }),
    "RefundCreateParams.note: is new since 2026-11-22",
  ],
  [
    "lets a request be longer",
    (c) => (member(c, "PaymentIntentCreateParams.description").maxLength = 500),
    "PaymentIntentCreateParams.description: maxLength was 255, is 500",
  ],
  [
    "takes null in a request",
    (c) => (member(c, "RefundCreateParams.payment_intent").nullable = true),
    "RefundCreateParams.payment_intent: may be null",
  ],
  [
    "no longer needs a member",
    (c) => without(schema(c, "RefundCreateParams").required, "payment_intent"),
    "RefundCreateParams.payment_intent: is no longer required",
  ],
  [
    "adds a filter",
    (c) => get(c, "/v1/refunds").parameters.push({ name: "status", in: "query", schema: { type: "string" } }),
    "GET /v1/refunds, query parameter status: is new (no x-since)",
  ],
  [
    "documents an error",
    (c) => (get(c, "/v1/balance").responses["404"] = { $ref: "#/components/responses/RefundNotFound" }),
    "GET /v1/balance: may answer 404",
  ],
  [
    "adds an error code",
    (c) => {
      values(schema(c, "ErrorCode")).push("card_lost")
      schema(c, "ErrorCode")["x-errors"].card_lost = { type: "card_error", status: 402 }
    },
    "ErrorCode: has the new code card_lost",
  ],
  [
    "adds a header",
    (c) => (c.components.responses.RateLimited.headers["Ratelimit-Limit"] = { schema: { type: "integer" } }),
    "response RateLimited: has the new header Ratelimit-Limit",
  ],
  [
    "sends a webhook with another header",
    (c) =>
      c["x-webhooks"]["payment_intent.canceled"].post.parameters.push({
        name: "Service-Attempt",
        in: "header",
        required: true,
        schema: { type: "integer" },
      }),
    "webhook payment_intent.canceled, header parameter Service-Attempt: is new (no x-since)",
  ],
  [
    "adds a webhook",
    (c) => (c["x-webhooks"]["refund.lost"] = c["x-webhooks"]["charge.dispute.created"]),
    "webhook refund.lost: is new (no x-since)",
  ],
  [
    "adds an operation",
    (c) => (c.paths["/v1/balance"].post = { ...get(c, "/v1/balance"), operationId: "closeBalance" }),
    "POST /v1/balance: is new (no x-since)",
  ],
]

export const DOCS: Edit[] = [
  [
    "rewrites the description of a member",
    (c) => (member(c, "Refund.amount").description = "In cents."),
    "Refund.amount: description changed",
  ],
  [
    "says otherwise what a pattern expects",
    (c) => (schema(c, "EmailAddress")["x-expected"] = "an e-mail address"),
    "EmailAddress: x-expected changed",
  ],
  ["rewrites a summary", (c) => (post(c, "/v1/refunds").summary = "Refund"), "POST /v1/refunds: summary changed"],
  ["changes an example", (c) => (c.components.parameters.Limit.example = 20), "parameter Limit: example changed"],
  ["deprecates an operation", (c) => (get(c, "/v1/balance").deprecated = true), "GET /v1/balance: deprecated changed"],
  ["rewrites the introduction", (c) => (c.info.description = "Payments."), "info: description changed"],
]
