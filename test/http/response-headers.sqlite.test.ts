import { expect } from "chai"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { contract } from "../support/contract/openapi.ts"
import { sendBytes } from "../support/network/raw-http.ts"

type Operation = { security?: unknown[] }

describe("Headers that protect a response", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const operations = Object.entries<Record<string, Operation>>(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}/g, "x"),
      open: operation.security?.length === 0,
    })),
  )

  it("forbid caches, frames and guesses of its type, for every operation and error", async () => {
    const keyed = operations.filter(({ open }) => !open)
    const requests = keyed.flatMap((each) => [vintem.key, null].map((key) => ({ ...each, key })))
    for (const { method, path, key } of [...requests, { method: "GET", path: "/nowhere", key: null }]) {
      const { headers } = await vintem.request(method, path, method === "POST" ? {} : undefined, { key })
      const name = `${method} ${path}`
      expect(headers["cache-control"], name).to.equal("no-store")
      expect(headers["content-security-policy"], name).to.equal("default-src 'none'; frame-ancestors 'none'")
      expect(headers["x-content-type-options"], name).to.equal("nosniff")
    }
    const unparsed = await sendBytes(vintem.url, "no HTTP\r\n\r\n")
    for (const header of ["Cache-Control: no-store", "X-Content-Type-Options: nosniff"])
      expect(unparsed).to.contain(`\r\n${header}\r\n`)
  })

  it("forbid frames and guesses for everything that needs no key too", async () => {
    for (const path of [...operations.filter(({ open }) => open).map(({ path }) => path), "/v1/docs/scalar.js", "/pay/x"]) {
      const { headers } = await fetch(vintem.url + path)
      expect(headers.get("x-content-type-options"), path).to.equal("nosniff")
      expect(headers.get("content-security-policy"), path).to.contain("frame-ancestors 'none'")
    }
  })

  it("let a copy of the contract be kept, as its ETag shows whether it is current", async () => {
    const { headers } = await fetch(`${vintem.url}/v1/openapi.json`)
    expect(headers.get("cache-control")).to.equal("public, no-cache")
    expect(headers.get("etag")).to.be.a("string")
  })

  it("do not say what the service runs on", async () => {
    const { headers } = await fetch(`${vintem.url}/healthz`)
    for (const name of ["server", "x-powered-by", "via"]) expect(headers.get(name), name).to.equal(null)
  })
})
