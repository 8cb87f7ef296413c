// Everything that a version added, with each version, over HTTP. The table comes from openapi.yaml, so a new gate is a new row.
import { expect } from "chai"
import { addedToResponse, gatesOf, nameOf } from "../../scripts/versions/gates.ts"
import { contractAt, resolve } from "../../src/cli/conformance/contract/document.ts"
import { operationsAt } from "../../src/cli/conformance/contract/operations.ts"
import { pathToNothing } from "../../src/cli/conformance/requests.ts"
import { contractOf } from "../../src/contract/dated.ts"
import { NEWEST_VERSION, VERSIONS, type Version } from "../../src/versions.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { fillIn, makersInTestMode, operations } from "../support/contract/examples.ts"
import { contract } from "../support/contract/openapi.ts"
import { type Merchant, newEndpoint, newMerchant, payOne } from "../support/merchants/merchant.ts"

const DATES = VERSIONS.map(({ date }) => date)
const keyed = (id: string) => operationsAt(NEWEST_VERSION).some((operation) => operation.id === id && operation.keyed)

/** Operations without a key have no version. */
const gates = gatesOf(contract).flatMap(({ operation, ...gate }) =>
  operation && keyed(operation.id) ? [{ ...gate, operation }] : [],
)

type OfOperation = (typeof gates)[number]

/** Returns a value that fits the type of a schema. */
function sample(node: Json): Json {
  const { enum: values, "x-extensible-enum": extensible, example, default: byDefault, type, minimum, oneOf } = resolve(node)
  const known = values?.[0] ?? extensible?.[0] ?? example ?? byDefault
  if (known !== undefined) return known
  if (oneOf) return sample(oneOf[0])
  return { integer: minimum ?? 1, boolean: true, array: [], object: {} }[type as string] ?? "x"
}

/** Returns a copy with a value at a dotted path, in which `[]` is the first item of a list. */
function withMember(body: Json, [name = "", ...rest]: string[], value: Json): Json {
  const inner = rest.length === 0 ? value : withMember(body?.[name] ?? (rest[0] === "0" ? [] : {}), rest, value)
  return Array.isArray(body) ? [inner] : { ...body, [name]: inner }
}

const pathOf = (name: string) => name.replaceAll("[]", ".0").split(".")

describe("What a version added", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  let publishable: string
  before(async () => {
    vintem = await startVintem()
    merchant = await newMerchant(vintem)
    // So that lists are not empty. Those of a customer are filled below.
    await payOne(merchant)
    await newEndpoint(merchant, "https://shop.example/webhooks/vintem")
    publishable = (await vintem.newKey({ account: merchant.account, kind: "publishable" })).key
  })
  after(() => vintem.close())

  const send = (version: string, method: string, path: string, body?: Json, key: string | null = merchant.key) =>
    vintem.request(method, path, body, { key, headers: { "service-version": version, origin: "https://elsewhere.example" } })

  const target = ({ operation }: OfOperation) => [operation.method, pathToNothing(operation)] as const
  const quota = async () => Number((await send(NEWEST_VERSION, "GET", "/v1/balance")).headers["ratelimit-remaining"])

  /** Expects that a version does not have an operation, before it asks for a permission, an origin or a quota. */
  async function expectNoOperation(gate: OfOperation, version: Version): Promise<void> {
    const [method, path] = target(gate)
    const before = await quota()
    for (const key of [merchant.key, publishable]) {
      const { status, headers, body } = await send(version, method, path, undefined, key)
      if (gate.kind === "path") expect([status, body.error.code]).to.deep.equal([404, "route_not_found"])
      else {
        const allowed = Object.keys(contractAt(version).paths[gate.operation.path]).filter((each) => each !== "parameters")
        expect([status, body.error.code]).to.deep.equal([405, "method_not_allowed"])
        expect(headers.allow?.split(", ").sort()).to.deep.equal(allowed.map((each) => each.toUpperCase()).sort())
      }
      expect(headers["service-version"]).to.equal(version)
    }
    expect(await quota()).to.equal(before - 1)
  }

  /** Returns the error of a request with one thing that the gate is about. */
  async function errorWith(gate: OfOperation, version: Version): Promise<{ code?: string; param?: string } | undefined> {
    const [method, path] = target(gate)
    const value = gate.value ?? sample(gate.schema)
    const operation = operationsAt(version).find(({ id }) => id === gate.operation.id)
    if (gate.kind.startsWith("query ")) {
      const needed = operation?.parameters.filter((parameter) => parameter.in === "query" && parameter.required) ?? []
      const query = { ...Object.fromEntries(needed.map(({ name, example }) => [name, example])), [gate.name]: String(value) }
      return (await send(version, method, `${path}?${new URLSearchParams(query)}`)).body.error
    }
    const example = operation?.examples[0]?.body
    return (await send(version, method, path, withMember(example ?? {}, pathOf(gate.name), value))).body.error
  }

  for (const gate of gates) {
    if (gate.kind === "path" || gate.kind === "method") {
      for (const version of DATES)
        it(`${version}: ${nameOf(gate)} ${version < gate.since ? `is ${gate.kind === "path" ? 404 : 405}` : "works"}`, async () => {
          if (version < gate.since) return expectNoOperation(gate, version)
          const { status, body } = await send(version, ...target(gate))
          expect([status, body.error?.code]).not.to.deep.equal([404, "route_not_found"])
          expect(status).not.to.equal(405)
        })
      it(`without a key: ${nameOf(gate)} is 401`, async () => {
        expect((await send(VERSIONS[0].date, ...target(gate), undefined, null)).status).to.equal(401)
      })
    } else {
      const code = gate.kind.endsWith("value") ? "parameter_invalid" : "parameter_unknown"
      for (const version of DATES)
        it(`${version}: ${gate.kind} ${nameOf(gate)} is ${version < gate.since ? code : "accepted"}`, async () => {
          const { code: found, param } = (await errorWith(gate, version)) ?? {}
          const refusal = [code, pathOf(gate.name).join(".")]
          if (version < gate.since) expect([found, param]).to.deep.equal(refusal)
          else expect([found, param]).not.to.deep.equal(refusal)
        })
    }
  }

  const oldest = VERSIONS[0].date
  for (const { id } of operationsAt(oldest).filter((operation) => operation.keyed)) {
    const later = addedToResponse(contractOf(contract, oldest), contract, id)
    if (later.length === 0) continue
    for (const version of DATES)
      it(`${version}: the response of ${id} ${version === NEWEST_VERSION ? "has" : "has no"} ${later.join(", ")}`, async () => {
        const operation = operationsAt(version).find((each) => each.id === id)
        if (!operation) throw new Error(`${version} has no ${id}`)
        const make = makersInTestMode(vintem, merchant)
        for (const prefix of ["pm", "csub"]) await make[prefix]?.(operation)
        const { method, path, body } = await fillIn(vintem, merchant, make)(operation, operation.examples[0]?.body)
        const { status, body: shown } = await send(version, method, path, body)
        expect(status).to.be.within(200, 201)
        const found = (response: Json) => later.filter((name) => isShown(response, name.split(".")))
        if (version !== NEWEST_VERSION) expect(found(shown)).to.deep.equal([])
        else if (examplesOf(id, status).some((example) => found(example).length > 0)) expect(found(shown)).not.to.deep.equal([])
      })
  }
})

const examplesOf = (id: string, status: number) => operations.find((operation) => operation.id === id)?.shown(status) ?? []

/** Returns whether a body has a member at a dotted path, in any item of a list. */
function isShown(body: Json, [name = "", ...rest]: string[]): boolean {
  const [member = "", ...lists] = name.split("[]")
  if (body === null || typeof body !== "object") return false
  if (member !== "" && !(member in body)) return false
  const value = member === "" ? body : body[member]
  if (rest.length === 0 && lists.length === 0) return true
  const items = lists.length > 0 ? value : [value]
  return Array.isArray(items) && items.some((item) => rest.length === 0 || isShown(item, rest))
}
