import { expect } from "chai"
import { pageHeaders } from "../../src/web/frame/page.ts"
import { pagePolicy } from "../../src/web/pay/page.ts"
import { threedsPolicy } from "../../src/web/threeds/page.ts"

const SHOP = "https://loja.example"
const POLICIES: Record<string, (origins: string[]) => string> = {
  "a hosted page": (ancestors) => pagePolicy({ ancestors }),
  "the page of 3-D Secure": (ancestors) => threedsPolicy(undefined, ancestors),
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

describe("The policy of the page of 3-D Secure", () => {
  it("allows what the acquirer's script needs, and says of everything else that it is forbidden", () => {
    const sources = {
      "script-src": ["https://mpi.example"],
      "connect-src": ["https://mpi.example", "https://*.library.example"],
      "frame-src": ["https:"],
      "form-action": ["https:"],
      "style-src": ["'unsafe-inline'"],
      "img-src": [],
    }
    expect(threedsPolicy({ sources }, [SHOP]).split("; ")).to.deep.equal([
      "default-src 'none'",
      "script-src 'self' https://mpi.example",
      "style-src 'self' 'unsafe-inline'",
      "connect-src 'self' https://mpi.example https://*.library.example",
      "img-src 'self' data:",
      "frame-src https:",
      "form-action https:",
      "base-uri 'none'",
      `frame-ancestors ${SHOP}`,
    ])
  })

  it("allows only files of its own once no script is left to run", () => {
    expect(threedsPolicy(undefined, []).split("; ")).to.deep.equal([
      "default-src 'none'",
      ...["script-src", "style-src", "connect-src"].map((directive) => `${directive} 'self'`),
      "img-src 'self' data:",
      ...["frame-src", "form-action", "base-uri", "frame-ancestors"].map((directive) => `${directive} 'none'`),
    ])
  })
})
