import type { Json } from "../../../scripts/spec/shared/document.ts"

const scopes = (contract: Json) => contract.components.securitySchemes.BearerKey["x-scopes"]
const post = (path: string) => (contract: Json) => contract.paths[path].post

const nextAction = (contract: Json) => contract.components.schemas.PaymentIntent.properties.next_action

const text = { type: "string", description: "The code of a bank." }

/** The status of a refund, as a part of a schema that says more about it. */
const extended = (contract: Json, more: object) => {
  contract.components.schemas.RefundStatus.maxLength = 20
  contract.components.schemas.Refund.properties.status = { allOf: [{ $ref: "#/components/schemas/RefundStatus" }, more] }
}

/** Careless edits, grouped by the rule that must notice them. */
export const MISTAKES: Record<string, [string, (contract: Json) => void][]> = {
  "operation-names": [
    ["a name in snake_case", (c) => (post("/v1/tokens")(c).operationId = "create_token")],
    ["no name", (c) => delete post("/v1/tokens")(c).operationId],
    ["the name of another operation", (c) => (post("/v1/tokens")(c).operationId = "createCustomer")],
  ],
  "operation-docs": [
    ["no description", (c) => delete post("/v1/tokens")(c).description],
    ["no tag", (c) => (post("/v1/tokens")(c).tags = [])],
  ],
  "operation-scopes": [
    ["no scope", (c) => delete post("/v1/refunds")(c)["x-scope"]],
    ["a scope to read on an operation that writes", (c) => (post("/v1/refunds")(c)["x-scope"] = "refunds:read")],
    ["a scope without a resource", (c) => (post("/v1/refunds")(c)["x-scope"] = "refund:write")],
    ["a scope on an operation without a key", (c) => (c.paths["/healthz"].get["x-scope"] = "balance:read")],
  ],
  "operation-sdk": [
    ["the SDK method of every object", (c) => (post("/v1/refunds")(c)["x-sdk-method"] = "constructor")],
    ["a member of the SDK's client", (c) => (post("/v1/refunds")(c)["x-sdk-resource"] = "request")],
    ["no SDK method", (c) => delete post("/v1/refunds")(c)["x-sdk-method"]],
    ["the SDK method of another operation", (c) => (post("/v1/refunds")(c)["x-sdk-resource"] = "customers")],
    ["cursors without paging", (c) => delete c.paths["/v1/refunds"].get["x-sdk-paging"]],
    ["paging without cursors", (c) => (c.paths["/v1/balance"].get["x-sdk-paging"] = true)],
  ],
  "request-headers": [
    ["a POST without Idempotency-Key", (c) => (post("/v1/refunds")(c).parameters = c.paths["/v1/balance"].get.parameters)],
    [
      "a version header on an operation without a key",
      (c) => (c.paths["/healthz"].get.parameters = c.paths["/v1/balance"].get.parameters),
    ],
  ],
  "parameter-shapes": [
    ["a filter that is a list", (c) => (c.paths["/v1/refunds"].get.parameters[0].schema = { type: "array", items: text })],
    ["a filter that is an object", (c) => (c.paths["/v1/refunds"].get.parameters[0].schema = { type: "object" })],
    ["a filter that is true or false", (c) => (c.paths["/v1/refunds"].get.parameters[0].schema = { type: "boolean" })],
    ["a path parameter with a pattern", (c) => (c.components.parameters.RefundId.schema.pattern = "^re_")],
    ["a query parameter in camelCase", (c) => (c.components.parameters.StartingAfter.name = "startingAfter")],
  ],
  "response-statuses": [
    ["a POST without a documented 409", (c) => delete post("/v1/refunds")(c).responses["409"]],
    ["a lookup without a documented 404", (c) => delete c.paths["/v1/refunds/{id}"].get.responses["404"]],
    ["a conditional request without a documented 304", (c) => delete c.paths["/v1/openapi.json"].get.responses["304"]],
    ["a status that Vintém never returns", (c) => (c.paths["/v1/balance"].get.responses["418"] = { description: "Tea" })],
  ],
  "response-contents": [
    ["an error without content", (c) => delete c.components.responses.RateLimited.content],
    ["a 429 without Retry-After", (c) => delete c.components.responses.RateLimited.headers["Retry-After"]],
    [
      "an error with another shape",
      (c) => (c.components.responses.RateLimited.content["application/json"].schema = { type: "object" }),
    ],
    [
      "an example of the wrong type",
      (c) =>
        (c.components.responses.RateLimited.content["application/json"].examples = { x: c.components.examples.card_declined }),
    ],
  ],
  "examples-everywhere": [
    ["a request without an example", (c) => delete post("/v1/refunds")(c).requestBody.content["application/json"].examples],
    [
      "a response without an example",
      (c) => delete c.paths["/v1/balance"].get.responses["200"].content["application/json"].examples,
    ],
  ],
  "member-names": [
    [
      "a member in camelCase in an object of a request",
      (c) => (c.components.schemas.RefundCreateParams.properties.account = { type: "object", properties: { bankCode: text } }),
    ],
    [
      "a member in camelCase in an object of an operation",
      (c) =>
        (c.paths["/v1/balance"].get.responses["200"].content["application/json"].schema = { properties: { bankCode: text } }),
    ],
    ["a member in camelCase", (c) => (c.components.schemas.Refund.properties.createdAt = { type: "integer" })],
    ["a member of the token in snake_case", (c) => (c.components.schemas.Token.properties.created_at = { type: "integer" })],
  ],
  "closed-requests": [
    ["a filter without limits", (c) => (c.paths["/v1/refunds"].get.parameters[0].schema = { type: "string" })],
    ["a number without limits", (c) => (c.components.schemas.RefundCreateParams.properties.rate = { type: "number" })],
    ["a value without a type", (c) => (c.components.schemas.RefundCreateParams.properties.extra = { description: "Anything." })],
    ["a request that allows unknown members", (c) => delete c.components.schemas.RefundCreateParams.additionalProperties],
    ["an object in a request that allows unknown members", (c) => delete c.components.schemas.AddressParams.additionalProperties],
    ["a map without a limit", (c) => delete c.components.schemas.MetadataParams.maxProperties],
    ["a map whose values may be empty", (c) => delete c.components.schemas.MetadataParams.additionalProperties.minLength],
    ["an integer without a maximum", (c) => delete c.components.schemas.RefundCreateParams.properties.amount.maximum],
    ["a string that may be empty", (c) => delete c.components.schemas.PaymentMethodCreateParams.properties.token.minLength],
  ],
  "complete-responses": [
    ["a member that may be absent", (c) => c.components.schemas.Refund.required.pop()],
    ["a response that is closed to additions", (c) => (c.components.schemas.Refund.additionalProperties = false)],
    ["a response that leaves additions open", (c) => delete c.components.schemas.Refund.additionalProperties],
  ],
  nullables: [
    ["a nullable enum without null", (c) => c.components.schemas.RefundCreateParams.properties.reason.enum.pop()],
    ["nullable without a type", (c) => delete c.components.schemas.PaymentError.type],
    [
      "a union that only `nullable` makes null",
      (c) => Object.assign(nextAction(c), { type: "object", nullable: true }).oneOf.pop(),
    ],
    ["a union with null that has a type of its own", (c) => Object.assign(nextAction(c), { type: "object", nullable: true })],
    ["null as an object without members", (c) => (nextAction(c).oneOf[1].type = "object")],
    ["null without a type", (c) => (nextAction(c).oneOf[1] = { enum: [null] })],
    ["null in anyOf", (c) => (c.components.schemas.EventResource.anyOf[2] = nextAction(c).oneOf[1])],
    ["null beside two branches", (c) => nextAction(c).oneOf.unshift({ $ref: "#/components/schemas/Charges" })],
    ["null beside a branch without a name", (c) => (nextAction(c).oneOf[0] = { type: "object" })],
  ],
  "derived-names": [
    [
      "a component named like a value of another one",
      (c) => (c.components.headers.ServiceShouldRetryTrue = c.components.headers.RetryWithSameKey),
    ],
  ],
  "agreeing-parts": [
    [
      "a text that two parts limit differently",
      (c) => (c.components.schemas.RefundCreateParams.properties.payment_intent.allOf = [{ maxLength: 30 }, { maxLength: 255 }]),
    ],
    ["a limit that differs from that of the component", (c) => extended(c, { maxLength: 3 })],
    ["null that one part allows and the other does not", (c) => extended(c, { type: "string", nullable: true })],
    [
      "a member that two parts describe differently",
      (c) =>
        (c.components.schemas.PaymentIntent.properties.charges = {
          allOf: [{ $ref: "#/components/schemas/Charges" }, { properties: { latest: { type: "string", maxLength: 9 } } }],
        }),
    ],
    ["a union beside parts", (c) => (c.components.schemas.NextAction.allOf = [{ type: "object" }])],
  ],
  discriminators: [
    ["a union without a discriminator", (c) => delete c.components.schemas.NextAction.discriminator],
    [
      "a branch that is missing from the mapping",
      (c) => delete c.components.schemas.NextAction.discriminator.mapping.redirect_to_url,
    ],
    ["a branch whose tag is optional", (c) => c.components.schemas.PixDisplayQrCode.required.shift()],
  ],
  "extensible-enums": [
    ["an enum in a response", (c) => (c.components.schemas.RefundStatus.enum = ["pending"])],
    ["an enum of one value in a response", (c) => (c.components.schemas.PaymentMethod.properties.type.enum = ["card"])],
    ["an extensible enum in a request", (c) => (c.components.schemas.DocumentTypeParam["x-extensible-enum"] = ["cpf"])],
    [
      "an extensible enum in a filter",
      (c) => (c.paths["/v1/events"].get.parameters[0].schema = { $ref: "#/components/schemas/EventType" }),
    ],
  ],
  descriptions: [
    ["a component without a description", (c) => delete c.components.schemas.Refund.description],
    ["a member without a description", (c) => delete c.components.schemas.Refund.properties.amount.description],
    ["a member described by one word", (c) => (c.components.schemas.Refund.properties.reason.description = "Why.")],
    ["a component's enum described by one word", (c) => (c.components.schemas.RefundStatus.description = "Status.")],
    ["a member that refers to a component without one", (c) => delete c.components.schemas.RefundStatus.description],
    ["a header without a description", (c) => delete c.components.headers.RequestId.description],
  ],
  "enum-descriptions": [
    ["a value without a description", (c) => delete c.components.schemas.RefundStatus["x-enumDescriptions"].failed],
    ["a value described by one word", (c) => (c.components.schemas.RefundStatus["x-enumDescriptions"].failed = "Failed.")],
    ["an error code described by one word", (c) => (c.components.schemas.ErrorCode["x-errors"].not_ready.description = "Wait.")],
    ["a description of no value", (c) => (c.components.schemas.RefundStatus["x-enumDescriptions"].lost = "It is lost.")],
    ["an error code without a description", (c) => delete c.components.schemas.ErrorCode["x-errors"].not_ready.description],
  ],
  "scope-descriptions": [
    ["a scheme of another name", (c) => delete c.components.securitySchemes.BearerKey],
    ["a scope without a description", (c) => delete scopes(c)["refunds:write"]],
    ["a scope described by one word", (c) => (scopes(c)["refunds:write"] = "Refunds.")],
    ["a scope that no operation needs", (c) => (scopes(c)["balance:write"] = "Change the balance.")],
  ],
  "error-codes": [
    ["a list of codes of another name", (c) => delete c.components.schemas.ErrorCode],
    [
      "an error without content",
      (c) => {
        delete c.components.responses.RateLimited.content
        c.components.responses.RateLimited["x-error-codes"] = []
      },
    ],
    ["a response without codes", (c) => delete c.components.responses.NotReady["x-error-codes"]],
    ["a code of another status", (c) => c.components.responses.NotReady["x-error-codes"].push("internal_error")],
    ["an unknown code", (c) => c.components.responses.NotReady["x-error-codes"].push("asleep")],
    ["an example of a code that is not listed", (c) => c.components.responses.CannotCancel["x-error-codes"].pop()],
    ["a code that no response lists", (c) => c.components.responses.UnsupportedMediaType["x-error-codes"].pop()],
  ],
  "request-bodies": [
    [
      "a form",
      (c) => {
        const { content } = post("/v1/refunds")(c).requestBody
        content["application/x-www-form-urlencoded"] = content["application/json"]
      },
    ],
  ],
  defaults: [
    ["a default above the maximum", (c) => (c.components.parameters.Limit.schema.default = 1000)],
    ["a default that its pattern refuses", (c) => (c.components.schemas.AddressParams.properties.country.default = "Brasil")],
    [
      "a default that its component refuses",
      (c) =>
        (c.components.schemas.RefundCreateParams.properties.kind = {
          allOf: [{ $ref: "#/components/schemas/EventTypeParam" }],
          default: "x",
        }),
    ],
  ],
  "since-dates": [
    ["an addition that says no date", (c) => (c.components.schemas.NextAction["x-since"] = "soon")],
    ["a day that is still to come", (c) => (c.components.schemas.NextAction["x-since"] = "2999-01-01")],
    ["a day before the first version", (c) => (c.components.schemas.NextAction["x-since"] = "2026-04-24")],
    ["a date that does not exist", (c) => (post("/v1/refunds")(c)["x-since"] = "2026-02-30")],
    [
      "a date of a value that does not exist",
      (c) => (c.components.schemas.RefundStatus["x-values-since"] = { pending: "2026-02-30" }),
    ],
    [
      "a date of a value that is not in the list",
      (c) => (c.components.schemas.RefundStatus["x-values-since"] = { lost: "2026-12-01" }),
    ],
  ],
  "webhook-events": [
    ["a webhook that is no type of event", (c) => (c["x-webhooks"]["refund.lost"] = c["x-webhooks"]["charge.dispute.created"])],
    ["a type of event without a webhook", (c) => delete c["x-webhooks"]["charge.dispute.created"]],
    ["a webhook without a signature", (c) => delete c["x-webhooks"].PURCHASE_APPROVED.post.parameters],
    [
      "a webhook without an example",
      (c) => delete c["x-webhooks"].PURCHASE_APPROVED.post.requestBody.content["application/json"].examples,
    ],
  ],
  specification: [
    ["a pattern that cannot be read", (c) => (c.components.schemas.ProductPriceSetParams.properties.currency.pattern = "[")],
    [
      "a longer statement_descriptor",
      (c) => (c.components.schemas.PaymentIntentCreateParams.properties.statement_descriptor.maxLength = 30),
    ],
    ["a shorter name on update", (c) => (c.components.schemas.CustomerUpdateParams.properties.name.maxLength = 100)],
    ["a larger page", (c) => (c.components.parameters.Limit.schema.maximum = 500)],
    ["a reason that is missing", (c) => c.components.schemas.RefundCreateParams.properties.reason.enum.shift()],
    ["an error with another status", (c) => (c.components.schemas.ErrorCode["x-errors"].token_unusable.status = 402)],
    ["a payment intent without a customer", (c) => c.components.schemas.PaymentIntentCreateParams.required.pop()],
    ["a member that is gone", (c) => delete c.components.schemas.BoletoDisplayDetails.properties.line_code],
    ["an operation that is gone", (c) => delete c.paths["/v1/events/{id}"]],
    ["publishable keys that may save cards", (c) => (post("/v1/payment_methods")(c)["x-publishable"] = true)],
    ["events of another major version", (c) => (c.components.schemas.DisputeEvent.properties.api_version = { enum: ["v2"] })],
  ],
}
