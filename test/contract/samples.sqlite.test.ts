// The samples are the same on both databases, so SQLite is enough.
import { expect } from "chai"
import { Vintem } from "../../generated/sdk/src/index.ts"
import type { Demo } from "../../seeds/seed.ts"
import { runCommand, type Vintem as Service, startVintem } from "../support/app/vintem.ts"
import { EXAMPLE_ID, keyedOperations, type Operation } from "../support/contract/examples.ts"
import type { Json } from "../support/contract/json.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"

const AsyncFunction = (async () => {}).constructor as new (...text: string[]) => (...values: unknown[]) => Promise<void>

const idsIn = (value: unknown): string[] => JSON.stringify(value ?? null).match(EXAMPLE_ID) ?? []

describe("The samples of the contract, with the demo account of a new database", () => {
  let databases: Databases
  let vintem: Service
  let demo: Demo
  before(async () => {
    databases = await freshDatabases()
    demo = (await runCommand(["seed", "--json"], databases.env)).json
    vintem = await startVintem({}, { databases })
  })
  after(async () => {
    await vintem.close()
    await databases.remove()
  })

  /** One sample closes the product, and another one sells it. */
  beforeEach(async () => {
    await vintem.request("POST", `/v1/products/${demo.recurring_product}`, { status: "ACTIVE" }, { key: demo.secret_key })
  })

  /** The path of an operation with the examples of its parameters. */
  function pathOf({ path, parameters }: Operation): string {
    const query = new URLSearchParams()
    for (const { in: place, name, required, example } of parameters) {
      if (place === "query" && (required || idsIn(example).length > 0)) query.set(name, example)
    }
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => parameters.find((each) => each.name === name)!.example)
    return query.size > 0 ? `${filled}?${query}` : filled
  }

  const samples = keyedOperations
    .filter(({ testOnly }) => !testOnly)
    .flatMap((operation) => operation.examples.map((example) => ({ operation, path: pathOf(operation), ...example })))
    .filter(({ path, body }) => idsIn([path, body]).every((id) => /^(cus|prd)_/.test(id)))

  for (const { operation, path, name, body } of samples) {
    it(`${operation.id} "${name}" runs as printed`, async () => {
      const { status, text } = await vintem.request(operation.method, path, body, { key: demo.secret_key })
      expect(status, text).to.be.within(200, 201)
    })
  }

  for (const { operation, name } of samples.filter(({ operation, name }) => name === operation.examples[0]!.name)) {
    it(`${operation.id} "${name}" runs with the SDK as printed`, async () => {
      const shown: Json = await (await fetch(`${vintem.url}/v1/docs/openapi-2026-12-01.json`)).json()
      const [{ lang, source }] = shown.paths[operation.path][operation.method.toLowerCase()]["x-codeSamples"]
      expect(lang).to.equal("TypeScript")
      const printed: unknown[] = []
      await new AsyncFunction("Vintem", "process", "console", source.replace(/^import .*\n/, ""))(
        Vintem,
        { env: { VINTEM_KEY: demo.secret_key } },
        { log: (value: unknown) => printed.push(value) },
      )
      expect(printed[0]).to.be.an("object")
    })
  }

  it("include a payment, a customer, a product and its price", () => {
    const ids = samples.map(({ operation }) => operation.id)
    expect(ids).to.include.members(["createPaymentIntent", "retrieveCustomer", "updateCustomer", "listPaymentMethods"])
    expect(ids).to.include.members(["retrieveProduct", "updateProduct", "retrieveProductPrice", "setProductPrice"])
  })
})
