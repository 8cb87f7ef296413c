import { type Edit, get, post, schema, values, without } from "./edit.ts"

export const OPERATIONS: Record<string, Edit[]> = {
  "what an operation answers": [
    [
      "changes the status of a success",
      (c) => {
        const { responses } = post(c, "/v1/refunds")
        responses["200"] = responses["201"]
        delete responses["201"]
      },
      "POST /v1/refunds: no longer answers 201",
    ],
    [
      "may succeed in another way",
      (c) => (post(c, "/v1/refunds").responses["202"] = post(c, "/v1/refunds").responses["201"]),
      "POST /v1/refunds: may answer 202",
    ],
    ["drops an error", (c) => delete get(c, "/v1/refunds/{id}").responses["404"], "GET /v1/refunds/{id}: no longer answers 404"],
    [
      "drops a header of one response",
      (c) => delete post(c, "/v1/refunds").responses["201"].headers["Idempotent-Replayed"],
      "POST /v1/refunds, 201: no longer has the header Idempotent-Replayed",
    ],
    [
      "drops a header of a shared response",
      (c) => delete c.components.responses.RateLimited.headers["Retry-After"],
      "response RateLimited: no longer has the header Retry-After",
    ],
    [
      "may leave a header out",
      (c) => delete c.components.headers.RetryAfter.required,
      "header RetryAfter: is no longer required",
    ],
    [
      "changes the status of an error code",
      (c) => (schema(c, "ErrorCode")["x-errors"].card_declined.status = 400),
      "ErrorCode, code card_declined: status was 402, is 400",
    ],
    [
      "drops an error code",
      (c) => {
        without(values(schema(c, "ErrorCode")), "incorrect_cvc")
        delete schema(c, "ErrorCode")["x-errors"].incorrect_cvc
      },
      "ErrorCode: no longer has the code incorrect_cvc",
    ],
  ],
  "who may call": [
    [
      "needs another scope",
      (c) => (get(c, "/v1/balance")["x-scope"] = "payment_intents:read"),
      "GET /v1/balance: x-scope was balance:read, is payment_intents:read",
    ],
    [
      "lets publishable keys in",
      (c) => (post(c, "/v1/refunds")["x-publishable"] = true),
      "POST /v1/refunds: has the new x-publishable true",
    ],
    [
      "shuts publishable keys out",
      (c) => delete post(c, "/v1/tokens")["x-publishable"],
      "POST /v1/tokens: no longer has the x-publishable true",
    ],
    [
      "lets everybody in",
      (c) => (get(c, "/v1/balance").security = []),
      'GET /v1/balance: security was [{"BearerKey":[]},{"BasicKey":[]}], is []',
    ],
    [
      "takes keys in one way only",
      (c) => c.security.pop(),
      'operations without security of their own: security was [{"BearerKey":[]},{"BasicKey":[]}], is [{"BearerKey":[]}]',
    ],
    [
      "lets live keys use a test helper",
      (c) => delete post(c, "/v1/test_helpers/payment_intents/{id}/succeed")["x-test-only"],
      "POST /v1/test_helpers/payment_intents/{id}/succeed: no longer has the x-test-only true",
    ],
    [
      "changes how keys are sent",
      (c) => (c.components.securitySchemes.BearerKey.scheme = "digest"),
      "security scheme BearerKey: scheme was bearer, is digest",
    ],
  ],
  "names in clients": [
    [
      "renames an operation",
      (c) => (post(c, "/v1/refunds").operationId = "makeRefund"),
      "POST /v1/refunds: operationId was createRefund, is makeRefund",
    ],
    [
      "renames a method of the SDK",
      (c) => (post(c, "/v1/refunds")["x-sdk-method"] = "make"),
      "POST /v1/refunds: x-sdk-method was create, is make",
    ],
    [
      "renames a resource of the SDK",
      (c) => (get(c, "/v1/balance")["x-sdk-resource"] = "funds"),
      "GET /v1/balance: x-sdk-resource was balance, is funds",
    ],
    [
      "no longer pages a list",
      (c) => delete get(c, "/v1/refunds")["x-sdk-paging"],
      "GET /v1/refunds: no longer has the x-sdk-paging true",
    ],
    [
      "moves an operation to another tag",
      (c) => (get(c, "/v1/balance").tags = ["Events"]),
      'GET /v1/balance: tags was ["Balance"], is ["Events"]',
    ],
    [
      "renames a parameter in a path",
      (c) => {
        c.components.parameters.RefundId.name = "refund"
        c.paths["/v1/refunds/{refund}"] = c.paths["/v1/refunds/{id}"]
        delete c.paths["/v1/refunds/{id}"]
      },
      "parameter RefundId: name was id, is refund",
    ],
    [
      "removes a type",
      (c) => {
        delete c.components.schemas.TokenType
        schema(c, "Token").properties.type = { type: "string", enum: ["card", "pix", "boleto", "wallet"] }
      },
      "TokenType: is gone; the SDK and generated clients had a type of this name",
    ],
  ],
  "webhooks and paths": [
    ["stops a webhook", (c) => delete c["x-webhooks"]["payment_intent.canceled"], "webhook payment_intent.canceled: is gone"],
    ["drops a member of a webhook's payload", (c) => delete schema(c, "Dispute").properties.charge, "Dispute.charge: is gone"],
    [
      "sends another payload",
      (c) =>
        (c["x-webhooks"]["payment_intent.succeeded"].post.requestBody.content["application/json"].schema = {
          $ref: "#/components/schemas/DisputeEvent",
        }),
      "webhook payment_intent.succeeded, body.type: no longer has the value payment_intent.succeeded",
    ],
    [
      "signs in another header",
      (c) => (c.components.parameters.ServiceSignature.name = "Signature"),
      "webhook payment_intent.succeeded: no longer has the header parameter Service-Signature",
    ],
    ["removes an operation", (c) => delete c.paths["/v1/refunds/{id}"], "GET /v1/refunds/{id}: is gone"],
    [
      "moves an operation",
      (c) => {
        c.paths["/v1/origins"] = c.paths["/merchant-origins"]
        delete c.paths["/merchant-origins"]
      },
      "POST /merchant-origins: is gone",
    ],
    [
      "adds an extension that no rule knows",
      (c) => (get(c, "/v1/balance")["x-beta"] = true),
      "GET /v1/balance: has the new x-beta true",
    ],
  ],
}
