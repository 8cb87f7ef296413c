import { expect } from "chai"
import { load } from "js-yaml"
import { addedToResponse, gatesOf, nameOf } from "../../scripts/versions/gates.ts"
import { contractOf } from "../../src/contract/dated.ts"
import { NEWEST } from "../support/contract/dated.ts"

const document = load(NEWEST) as object

describe("The gates of a contract", () => {
  it("are all that a version added, each once and with its kind", () => {
    const found = gatesOf(document).map((gate) => `${gate.since} ${gate.kind}: ${nameOf(gate)}`)
    expect(found).to.have.members(
      [
        "query parameter: `query` of `GET /v1/orders`",
        "query parameter: `size` of `GET /v1/orders`",
        "request member: `wrap` of `POST /v1/orders`",
        "request value: `order.wrapped` in `events[]` of `POST /v1/orders`",
        "method: `PUT /v1/orders`",
        "path: `POST /v1/orders/{id}/wrap`",
        "response member: `Order.paper`",
        "response value: `sold_out` in `Order.status`",
        "response member: `Baker.hat`",
        "event type: `order.wrapped`",
      ].map((line) => `2026-12-01 ${line}`),
    )
  })

  it("in a response are found through its references", () => {
    const at = (version: "2026-04-27" | "2026-12-01") => contractOf(document, version)
    expect(addedToResponse(at("2026-04-27"), at("2026-12-01"), "createOrder")).to.deep.equal(["paper", "baker.hat"])
    expect(addedToResponse(at("2026-12-01"), at("2026-12-01"), "createOrder")).to.deep.equal([])
  })
})
