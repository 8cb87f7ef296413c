/** A contract in which 2026-12-01 added something of every kind. */
export const NEWEST = `
openapi: 3.0.3
info: { title: Shop, version: "2026-12-01" }
paths:
  /v1/orders:
    get:
      operationId: listOrders
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: query, in: query, x-since: "2026-12-01", schema: { type: string } }
        - { $ref: "#/components/parameters/Size" }
      responses: { "200": { description: Orders. } }
    post:
      operationId: createOrder
      requestBody:
        content:
          application/json:
            schema: { $ref: "#/components/schemas/OrderParams" }
            examples:
              plain: { value: { item: bread } }
              wrapped: { x-since: "2026-12-01", value: { item: bread, wrap: true } }
      responses: { "201": { description: The order., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } } }
    put:
      x-since: "2026-12-01"
      operationId: replaceOrders
      responses: { "200": { description: All. } }
  /v1/orders/{id}/wrap:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      x-since: "2026-12-01"
      operationId: wrapOrder
      responses: { "200": { description: The order. } }
x-webhooks:
  order.made: { post: { responses: {} } }
  order.wrapped: { x-since: "2026-12-01", post: { responses: {} } }
components:
  parameters:
    Size: { x-since: "2026-12-01", name: size, in: query, schema: { type: string } }
  schemas:
    OrderParams:
      type: object
      additionalProperties: false
      required: [item]
      properties:
        item: { type: string }
        day: { type: string, x-since: "2026-11-21" }
        wrap: { type: boolean, x-since: "2026-12-01" }
        count: { type: integer, minimum: 0, x-minimum-before: { "2026-12-01": 1 } }
        events: { type: array, items: { type: string, enum: [order.made, order.wrapped] } }
    Order:
      type: object
      description: |-
        What somebody ordered.

        From 2026-12-01: It may be wrapped.
      required: [object, status, paper]
      properties:
        object: { type: string, enum: [order] }
        status:
          type: string
          x-extensible-enum: [made, sold_out]
          x-values-since: { sold_out: "2026-12-01" }
          x-enumDescriptions: { made: Made., sold_out: Sold out. }
        paper: { $ref: "#/components/schemas/Paper" }
        baker: { $ref: "#/components/schemas/Baker" }
        gift: { type: string, nullable: true, x-nullable-since: "2026-12-01" }
    Paper: { x-since: "2026-12-01", type: object, properties: { color: { $ref: "#/components/schemas/Color" } } }
    Color: { type: string }
    Baker: { type: object, properties: { name: { type: string }, hat: { type: string, x-since: "2026-12-01" } } }
  examples:
    order: { value: { object: order, status: made, paper: { color: red }, baker: { name: Ana, hat: white } } }
`
