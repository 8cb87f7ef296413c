import { expect } from "chai"
import { INSIDE, KEPT, keptName, keptParameters, NOT_KEPT } from "../../src/http/kept-parameters.ts"
import type { Json } from "../support/app/client.ts"
import { contract, resolve } from "../support/contract/openapi.ts"

/** The names of the members of a schema, at the top and inside of others. */
function namesIn(node: Json, top: Set<string>, inside: Set<string>): void {
  const schema = resolve(node)
  if (!schema) return
  for (const branch of [...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) namesIn(branch, top, inside)
  for (const [name, member] of Object.entries<Json>(schema.properties ?? {})) {
    top.add(name)
    namesIn(member, inside, inside)
  }
}

describe("The members that the log of requests knows", () => {
  const top = new Set<string>()
  const inside = new Set<string>()
  for (const item of Object.values<Json>(contract.paths)) {
    for (const { requestBody, parameters = [] } of Object.values<Json>(item)) {
      namesIn(requestBody?.content["application/json"].schema, top, inside)
      for (const each of parameters.map(resolve)) if (each.in === "query") top.add(each.name)
    }
  }

  it("are those of the contract: whoever adds a member decides whether it is kept", () => {
    expect([...KEPT, ...NOT_KEPT].sort()).to.deep.equal([...top].sort())
    expect([...inside].filter((name) => !INSIDE.has(name) && !KEPT.has(name))).to.deep.equal([])
  })

  it("are kept in forms that no secret has", () => {
    const kept = (sent: object) => keptParameters(sent as Record<string, unknown>)
    expect(kept({ amount: 4990, off_session: true, currency: "brl", events: ["charge.refunded", "*"] })).to.deep.equal({
      ...{ amount: 4990, off_session: true, currency: "brl", events: ["charge.refunded", "*"] },
    })
    expect(
      kept({ return_url: "https://loja.example/pedido/1?token=x", url: "not a url", origin: "javascript:alert(1)" }),
    ).to.deep.equal({
      ...{ return_url: "https://loja.example", url: "[not kept]", origin: "[not kept]" },
    })
    expect(kept({ amount: 4242424242424242, customer: "ana@example.com", type: { card: "4242" }, reason: "a b" })).to.deep.equal({
      ...{ amount: "[not kept]", customer: "[not kept]", type: "[not kept]", reason: "[not kept]" },
    })
    expect(kept({ customer: 52998224725, starting_after: 5511987654321, seconds: 60 })).to.deep.equal({
      ...{ customer: "[not kept]", starting_after: "[not kept]", seconds: 60 },
    })
    expect(keptParameters({ somebody: "else" })).to.equal(null)
  })

  it("take at most 2 kB", () => {
    const long = Object.fromEntries([...KEPT, ...NOT_KEPT].map((name) => [name, Array(1000).fill("payment_intent.succeeded")]))
    expect(JSON.stringify(keptParameters(long)).length).to.be.at.most(2000)
  })

  it("are the only ones that an error's param is kept for", () => {
    const params = ["amount", "card.number", "events.0", "Idempotency-Key", "4242424242424242", "metadata.segredo", undefined]
    expect(params.map(keptName)).to.deep.equal(["amount", "card.number", "events.0", "Idempotency-Key", null, null, null])
  })
})
