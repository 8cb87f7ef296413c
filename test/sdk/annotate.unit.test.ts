import { expect } from "chai"
import { annotate } from "../../src/sdk/annotate.ts"
import type { Json } from "../support/app/client.ts"

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const content = (schema: object) => ({ content: { "application/json": { schema } } })
const Color = { type: "string", "x-extensible-enum": ["red", "blue"], description: "A color." }
const nothing = { enum: [null] }

/** Returns the schemas of a contract with one operation, as the generator of the SDK gets them. */
const annotated = ({ sent = {}, received = {} }: { sent?: object; received?: object }): Json => {
  const schemas = {
    ...{ ErrorCode: Color, ErrorType: Color, EventType: { "x-extensible-enum": ["thing.made"] }, Event: {}, Color },
    ThingEvent: { type: "object", properties: { type: { type: "string", "x-extensible-enum": ["thing.made"] } } },
    Thing: { type: "object", properties: received },
    ThingParams: { type: "object", properties: sent },
  }
  const make = {
    operationId: "makeThing",
    "x-sdk-resource": "things",
    "x-sdk-method": "make",
    tags: ["Things"],
    requestBody: content(ref("ThingParams")),
    responses: { 200: content(ref("Thing")) },
  }
  const webhook = { post: { requestBody: content(ref("ThingEvent")) } }
  const contract = {
    paths: { "/things": { post: make } },
    "x-webhooks": { "thing.made": webhook },
    tags: [],
    components: { schemas },
  }
  return annotate(JSON.parse(JSON.stringify(contract))).components.schemas
}

describe("A type of the SDK", () => {
  const ways: Record<string, object> = {
    "by itself": Color,
    "by a reference": ref("Color"),
    "through allOf": { description: "The color.", allOf: [ref("Color")] },
    "through a nullable oneOf": { description: "The color, or null.", oneOf: [ref("Color"), nothing] },
    "in a nullable oneOf": { oneOf: [Color, nothing] },
  }
  for (const [way, color] of Object.entries(ways)) {
    it(`allows values that are added later to an enum that a member reaches ${way}`, () => {
      const { Thing } = annotated({ received: { color, colors: { type: "array", items: color } } })
      expect(Thing.properties.color["x-sdk-open"]).to.equal(true)
      expect(Thing.properties.colors.items["x-sdk-open"]).to.equal(true)
    })
  }

  it("may be null by a oneOf, with what its other branch says", () => {
    const { Thing } = annotated({ received: { color: { oneOf: [Color, nothing], description: "The hue." } } })
    expect(Thing.properties.color).to.deep.equal({
      ...Color,
      enum: ["red", "blue"],
      description: "The hue.",
      nullable: true,
      "x-sdk-open": true,
    })
  })

  it("closes the discriminator of a union, whose known values narrow it", () => {
    expect(annotated({ received: { event: ref("Event") } }).ThingEvent.properties.type).not.to.have.property("x-sdk-open")
  })

  it("allows read-only arrays, and says limits, in what is sent and not in what is received", () => {
    const names = { type: "array", items: { type: "string" }, description: "The names.", default: ["a"] }
    const count = { type: "integer", description: "How many.", minimum: 1 }
    const { Thing, ThingParams } = annotated({ sent: { names, count }, received: { names, count } })
    expect(ThingParams.properties.names).to.include({ "x-sdk-readonly": true, description: 'The names. Default: `["a"]`.' })
    expect(ThingParams.properties.count.description).to.equal("How many. At least 1.")
    expect(Thing.properties.names).not.to.have.property("x-sdk-readonly")
    expect(Thing.properties.count.description).to.equal("How many.")
  })
})
