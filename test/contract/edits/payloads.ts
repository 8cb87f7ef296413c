import { type Edit, get, member, post, schema, values, without } from "./edit.ts"

const optional = { type: "string", nullable: true, minLength: 1, maxLength: 255 }

export const PAYLOADS: Record<string, Edit[]> = {
  "what a response holds": [
    [
      "drops a member",
      (c) => {
        delete schema(c, "PaymentIntent").properties.charges
        without(schema(c, "PaymentIntent").required, "charges")
      },
      "PaymentIntent.charges: is gone",
    ],
    ["makes a member optional", (c) => without(schema(c, "Refund").required, "reason"), "Refund.reason: is no longer required"],
    ["changes a type", (c) => (member(c, "Refund.amount").type = "string"), "Refund.amount: type was integer, is string"],
    ["changes a format", (c) => (member(c, "Refund.amount").format = "int32"), "Refund.amount: format was int64, is int32"],
    ["lets a member be null", (c) => (member(c, "Refund.payment_intent").nullable = true), "Refund.payment_intent: may be null"],
    ["lets a shared object be null", (c) => (schema(c, "Charges").nullable = true), "PaymentIntent.charges: may be null"],
    [
      "lets a text be longer",
      (c) => (member(c, "PaymentIntent.statement_descriptor").maxLength = 30),
      "PaymentIntent.statement_descriptor: maxLength was 22, is 30",
    ],
    [
      "removes a pattern",
      (c) => delete member(c, "Refund.currency").pattern,
      "Refund.currency: no longer has the pattern ^[a-z]{3}$",
    ],
    [
      "removes a value",
      (c) => without(values(schema(c, "PaymentIntentStatus")), "requires_confirmation"),
      "PaymentIntentStatus: no longer has the value requires_confirmation",
    ],
    [
      "renames a value",
      (c) => values(schema(c, "RefundStatus")).splice(1, 1, "done"),
      "RefundStatus: no longer has the value succeeded",
    ],
    [
      "removes a branch of a union",
      (c) => schema(c, "NextAction").oneOf.pop(),
      "NextAction: no longer has the branch redirect_to_url",
    ],
    [
      "tells branches apart by another member",
      (c) => (schema(c, "NextAction").discriminator.propertyName = "kind"),
      "NextAction: discriminator was type, is kind",
    ],
    [
      "turns a list into another shape",
      (c) => (member(c, "PaymentIntentList.data").type = "object"),
      "PaymentIntentList.data: type was array, is object",
    ],
    [
      "returns another resource",
      (c) =>
        (post(c, "/v1/refunds").responses["201"].content["application/json"].schema = {
          $ref: "#/components/schemas/Dispute",
        }),
      "POST /v1/refunds, 201.metadata: is gone",
    ],
  ],
  "what a request takes": [
    [
      "makes a member required",
      (c) => schema(c, "PaymentIntentCreateParams").required.push("description"),
      "PaymentIntentCreateParams.description: is now required",
    ],
    [
      "adds a required member",
      (c) => {
        schema(c, "RefundCreateParams").properties.note = optional
        schema(c, "RefundCreateParams").required.push("note")
      },
      "RefundCreateParams.note: is new and must be sent",
    ],
    ["drops a member", (c) => delete schema(c, "RefundCreateParams").properties.reason, "RefundCreateParams.reason: is gone"],
    [
      "narrows the length of a text",
      (c) => (member(c, "PaymentIntentCreateParams.description").maxLength = 200),
      "PaymentIntentCreateParams.description: maxLength was 255, is 200",
    ],
    [
      "raises a minimum",
      (c) => (member(c, "PaymentIntentCreateParams.amount").minimum = 100),
      "PaymentIntentCreateParams.amount: minimum was 0, is 100",
    ],
    [
      "limits how many items a list may have",
      (c) => (member(c, "WebhookEndpointCreateParams.events").maxItems = 2),
      "WebhookEndpointCreateParams.events: has the new maxItems 2",
    ],
    [
      "refuses null",
      (c) => delete member(c, "PaymentIntentCreateParams.description").nullable,
      "PaymentIntentCreateParams.description: is never null",
    ],
    [
      "changes a pattern",
      (c) => (member(c, "PaymentIntentCreateParams.currency").pattern = "^[A-Z]{3}$"),
      "PaymentIntentCreateParams.currency: pattern was ^[a-z]{3}$, is ^[A-Z]{3}$",
    ],
    [
      "changes a default",
      (c) => (member(c, "PaymentIntentCreateParams.payment_method_types").default = ["card", "pix"]),
      'PaymentIntentCreateParams.payment_method_types: default was ["card"], is ["card","pix"]',
    ],
    [
      "removes a value",
      (c) => without(member(c, "RefundCreateParams.reason").enum, "fraudulent"),
      "RefundCreateParams.reason: no longer has the value fraudulent",
    ],
    [
      "needs a body where none was needed",
      (c) => (post(c, "/v1/payment_intents/{id}/cancel").requestBody.required = true),
      "POST /v1/payment_intents/{id}/cancel, body: is now required",
    ],
    [
      "takes another kind of body",
      (c) => {
        const { content } = post(c, "/v1/refunds").requestBody
        content["application/x-www-form-urlencoded"] = content["application/json"]
        delete content["application/json"]
      },
      "POST /v1/refunds, body: is no longer application/json",
    ],
    [
      "drops a filter",
      (c) => get(c, "/v1/payment_intents").parameters.shift(),
      "GET /v1/payment_intents: no longer has the query parameter customer",
    ],
    [
      "makes a filter required",
      (c) => (get(c, "/v1/refunds").parameters[0].required = true),
      "GET /v1/refunds, query parameter payment_intent: is now required",
    ],
    [
      "shrinks the largest page",
      (c) => (c.components.parameters.Limit.schema.maximum = 50),
      "parameter Limit: maximum was 100, is 50",
    ],
    [
      "changes the size of a page",
      (c) => (c.components.parameters.Limit.schema.default = 20),
      "parameter Limit: default was 10, is 20",
    ],
    [
      "needs a header",
      (c) => (c.components.parameters.IdempotencyKey.required = true),
      "parameter IdempotencyKey: is now required",
    ],
    [
      "no longer takes a dated version",
      (c) => without(c.components.parameters.ServiceVersion.schema.enum, "2026-04-25"),
      "parameter ServiceVersion: no longer has the value 2026-04-25",
    ],
  ],
}
