import { expect } from "chai"
import { lineOf } from "../../scripts/spec/changes/approvals.ts"
import { compare } from "../../scripts/spec/changes/compare.ts"

type Schemas = Record<string, object>

/** A contract of one operation, which takes a `Thing` or answers one. */
const contract = (side: "request" | "response", Thing: object, others: Schemas = {}) => {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } }
  const post = {
    operationId: "makeThing",
    ...(side === "request" ? { requestBody: { content } } : {}),
    responses: { "200": side === "response" ? { content } : {} },
  }
  return { paths: { "/things": { post } }, components: { schemas: { Thing, ...others } } }
}

const part = { $ref: "#/components/schemas/Part" }
const object = (part: object) => ({ type: "object", properties: { part } })
const open = { type: "string", "x-extensible-enum": ["a", "b"] }
const closed = { type: "string", enum: ["a", "b"] }
const Part = { type: "object", properties: { kind: { enum: ["part"] } } }

describe("make spec finds no change where the contract says the same in another form:", () => {
  const nullablePart = contract("response", object(part), { Part: { ...Part, nullable: true } })
  for (const [form, nullable] of [
    ["null in a single allOf", { type: "object", nullable: true, allOf: [part] }],
    [
      "null in a branch of its own, and beside it",
      { type: "object", nullable: true, oneOf: [part, { type: "object", nullable: true, enum: [null] }] },
    ],
    ["null in a branch of its own alone", { oneOf: [part, { type: "string", nullable: true, enum: [null] }] }],
  ] as const)
    it(form, () => {
      const again = contract("response", object(nullable), { Part })
      for (const changes of [compare(nullablePart, again), compare(again, nullablePart)]) expect(changes).to.deep.equal([])
    })

  it("branches in anyOf", () => {
    const [one, any] = [{ oneOf: [part, { type: "string" }] }, { anyOf: [part, { type: "string" }] }]
    expect(compare(contract("response", one, { Part }), contract("response", any, { Part }))).to.deep.equal([])
  })

  it("schemes in another order", () => {
    const secured = (...names: string[]) => ({
      ...contract("request", {}),
      security: names.map((name) => ({ [name]: [] })),
    })
    expect(compare(secured("Bearer", "Basic"), secured("Basic", "Bearer"))).to.deep.equal([])
    expect(compare(secured("Bearer", "Basic"), secured("Basic")).map(({ kind }) => kind)).to.deep.equal(["breaking"])
  })

  it("members, values and names in another order", () => {
    const before = { type: "object", required: ["a", "b"], properties: { a: { enum: ["x", "y"] }, b: {} } }
    const after = { properties: { b: {}, a: { enum: ["y", "x"] } }, required: ["b", "a"], type: "object" }
    expect(compare(contract("request", before), contract("request", after))).to.deep.equal([])
  })
})

describe("make spec judges a list of values by who reads it:", () => {
  for (const [title, side, before, after, expected] of [
    ["it may grow in responses", "response", closed, open, ["additive Thing: may have further values"]],
    ["it may not be closed again", "response", open, closed, ["breaking Thing: has no further values"]],
    [
      "a new value is additive",
      "response",
      open,
      { ...open, "x-extensible-enum": ["a", "b", "c"] },
      ["additive Thing: has the new value c"],
    ],
    [
      "a value that is gone breaks",
      "response",
      open,
      { ...open, "x-extensible-enum": ["a"] },
      ["breaking Thing: no longer has the value b"],
    ],
    [
      "a request may take any value",
      "request",
      closed,
      { type: "string" },
      ['additive Thing: no longer has the list of values ["a","b"]'],
    ],
    [
      "a request may not be limited",
      "request",
      { type: "string" },
      closed,
      ['breaking Thing: has the new list of values ["a","b"]'],
    ],
  ] as const)
    it(title, () => {
      const changes = compare(contract(side, before), contract(side, after))
      expect(changes.map((change) => `${change.kind} ${lineOf(change)}`)).to.deep.equal(expected)
    })
})

describe("make spec judges further members by who reads them:", () => {
  const [shut, wide, texts] = [false, true, { type: "string" }].map((additionalProperties) => ({
    type: "object",
    additionalProperties,
  }))
  for (const [title, side, before, after, expected] of [
    ["a response may open", "response", shut, wide, ["additive Thing: is open to further members"]],
    ["a response may close", "response", wide, shut, ["additive Thing: is closed to further members"]],
    ["a request may open", "request", shut, texts, ["additive Thing: is open to further members"]],
    ["a request may not close", "request", texts, shut, ["breaking Thing: is closed to further members"]],
    ["a map in a response may not hold other types", "response", texts, wide, ["breaking Thing: takes any further members"]],
    ["a map in a request may hold other types", "request", texts, wide, ["additive Thing: takes any further members"]],
    ["a map in a response may not become empty", "response", texts, shut, ["breaking Thing: is closed to further members"]],
    ["what they are may not be limited", "request", wide, texts, ["breaking Thing: limits its further members"]],
    ["any and {} are the same", "request", wide, { type: "object", additionalProperties: {} }, []],
  ] as const)
    it(title, () => {
      const changes = compare(contract(side, before!), contract(side, after!))
      expect(changes.map((change) => `${change.kind} ${lineOf(change)}`)).to.deep.equal(expected)
    })
})

describe("make spec says that any value may come, and not that null may not, where a schema", () => {
  it("loses its type", () => {
    const before = contract("response", object({ type: "string", nullable: true }))
    const changes = compare(before, contract("response", object({ description: "Anything." })))
    expect(changes.map((change) => `${change.kind} ${lineOf(change)}`)).to.deep.equal([
      "breaking Thing.part: no longer has the type string",
      "docs Thing.part: description changed",
    ])
  })
})

describe("make spec compares schemas that contain themselves", () => {
  it("and ends", () => {
    const tree = (type: string) => ({
      type: "object",
      properties: { value: { type }, next: { $ref: "#/components/schemas/Thing" } },
    })
    const changes = compare(contract("response", tree("string")), contract("response", tree("integer")))
    expect(changes.map(lineOf)).to.deep.equal(["Thing.value: type was string, is integer"])
  })
})

describe("make spec judges a schema that is taken and answered by the stricter side:", () => {
  const both = (maxLength: number) => {
    const { paths, components } = contract("request", { type: "string", maxLength })
    Object.assign(paths["/things"].post, { responses: contract("response", {}).paths["/things"].post.responses })
    return { paths, components }
  }
  for (const [title, before, after] of [
    ["a longer text breaks those who read it", 10, 20],
    ["a shorter text breaks those who send it", 20, 10],
  ] as const)
    it(title, () => {
      const changes = compare(both(before), both(after))
      expect(changes.map(({ kind }) => kind)).to.deep.equal(["breaking"])
      expect(changes[0]!.reaches).to.deep.equal(["makeThing"])
    })
})

describe("make spec sees what stands beside a component:", () => {
  const beside = (others: object) => object({ allOf: [part], ...others })
  for (const [title, others, expected] of [
    ["a member that must be sent", { required: ["kind"] }, "Thing.part.kind: is now required"],
    [
      "a new member that must be sent",
      { properties: { size: { type: "string" } }, required: ["size"] },
      "Thing.part.size: is new and must be sent",
    ],
    ["a limit", { maxProperties: 1 }, "Thing.part: has the new maxProperties 1"],
  ] as const)
    it(title, () => {
      const [before, after] = [beside({}), beside(others)].map((thing) => contract("request", thing, { Part }))
      const breaking = compare(before, after).filter(({ kind }) => kind === "breaking")
      expect(breaking.map(lineOf)).to.deep.equal([expected])
    })
})
