import { expect } from "chai"
import { fillPath } from "../../src/sdk/runtime/path.ts"
import { errors } from "./runtime.ts"

describe("An id in a path of the SDK", () => {
  it("is encoded", () => {
    expect(fillPath("/v1/customers/{id}/x/{other}", ["a/b?c", "ç"])).to.equal("/v1/customers/a%2Fb%3Fc/x/%C3%A7")
  })

  it("is not shown if it is no id: parameters may be secret", () => {
    const message = "is invalid: object. Pass the id that the service returned, before the parameters."
    expect(() => fillPath("/v1/customers/{id}", [{ number: "4242424242424242" } as never])).to.throw(message)
  })

  it("is refused if it cannot be encoded", () => {
    const refused = () => fillPath("/v1/customers/{id}", ["cus_\ud800"])
    expect(refused).to.throw(errors.VintemError, 'An id in /v1/customers/{id} is invalid: "cus_\\ud800"')
  })

  it("is refused if it would change the path", () => {
    for (const id of ["", ".", "..", undefined, null, 5]) {
      expect(() => fillPath("/v1/customers/{id}", [id as string])).to.throw("An id in /v1/customers/{id}")
    }
  })
})
