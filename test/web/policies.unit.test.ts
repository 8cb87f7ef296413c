import { expect } from "chai"
import { pageHeaders } from "../../src/web/frame/page.ts"
import { pagePolicy } from "../../src/web/pay/page.ts"

const SHOP = "https://loja.example"
const POLICIES: Record<string, (origins: string[]) => string> = {
  "a hosted page": (ancestors) => pagePolicy({ ancestors }),
  "the card's fields": (origins) => pageHeaders(origins, "https://api.example/v1/tokens")["Content-Security-Policy"]!,
}

describe("The policy of who may frame", () => {
  for (const [name, policyFor] of Object.entries(POLICIES)) {
    it(`${name} has no directive and no wildcard of an origin's making`, () => {
      for (const odd of ["https://a;script-src *", "https://*.example", "https://a,b.example", "https://a'b.example"]) {
        expect(policyFor([odd, SHOP]), odd).to.match(/frame-ancestors https:\/\/loja\.example$/)
        expect(policyFor([odd]), odd).to.match(/frame-ancestors 'none'$/)
      }
    })
  }
})
