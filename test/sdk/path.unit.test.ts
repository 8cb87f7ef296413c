import { expect } from "chai"
import { path } from "./runtime.ts"

describe("An id in a path of the SDK", () => {
  it("is encoded", () => {
    expect(path`/v1/customers/${"a/b?c"}/x/${"ç"}`).to.equal("/v1/customers/a%2Fb%3Fc/x/%C3%A7")
  })

  it("is refused when it would lead elsewhere", () => {
    for (const id of ["", ".", "..", undefined, null, 5]) expect(() => path`/v1/customers/${id as string}`).to.throw("An id in")
  })
})
