// The document does not come from the database, so SQLite is enough.
import { expect } from "chai"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { expectStatus } from "../support/merchants/payments.ts"

describe("The API description", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const read = (headers: Record<string, string> = {}) =>
    vintem.request("GET", "/v1/openapi.json", undefined, { key: null, headers })

  it("is sent again only if it has changed", async () => {
    const { etag, "cache-control": caching } = (await read()).headers
    expect(etag).to.match(/^"[\w-]{43}"$/)
    expect(caching).to.equal("public, no-cache")
    for (const known of [etag!, `W/${etag}`, `"older", ${etag}`, "*"]) {
      const { status, text, headers } = await read({ "if-none-match": known })
      expect([status, text, headers.etag], known).to.deep.equal([304, "", etag])
    }
    // fetch adds this to a request whose caller sets If-None-Match.
    expect((await read({ "if-none-match": etag!, "cache-control": "no-cache" })).status).to.equal(304)
    for (const older of ['"older"', etag!.replaceAll('"', ""), ""]) {
      expect(expectStatus(await read({ "if-none-match": older }), 200).openapi, older).to.equal("3.0.3")
    }
  })

  it("is that of a new key, or of the version that is asked for, each with its own ETag", async () => {
    const at = (query: string) => vintem.request("GET", `/v1/openapi.json${query}`, undefined, { key: null })
    const shown = await Promise.all(["", "?version=2026-04-25", "?version=2026-04-27", "?version=2026-12-01"].map(at))
    expect(shown.map(({ body }) => body.info.version)).to.deep.equal(["2026-04-27", "2026-04-25", "2026-04-27", "2026-12-01"])
    expect(new Set(shown.map(({ headers }) => headers.etag))).to.have.property("size", 3)
    const { error } = expectStatus(await at("?version=2026-04-26"), 400)
    expect(error).to.deep.include({ code: "parameter_invalid", param: "version" })
  })

  it("has another ETag on a service with another address", async () => {
    const other = await startVintem()
    try {
      const { headers } = await other.request("GET", "/v1/openapi.json", undefined, { key: null })
      expect(headers.etag).not.to.equal((await read()).headers.etag)
    } finally {
      await other.close()
    }
  })

  it("can be read by a page of any origin, without credentials", async () => {
    for (const origin of ["https://editor.example", "http://localhost:8080", "null"]) {
      const { headers } = await read({ origin })
      expect(headers["access-control-allow-origin"]).to.equal(origin)
      expect(headers["access-control-expose-headers"]).to.contain("ETag")
      expect(headers).not.to.have.property("access-control-allow-credentials")
    }
    const { headers } = await read()
    expect(headers).not.to.have.property("access-control-allow-origin")
    expect(headers.vary, "for caches").to.match(/\bOrigin\b/)
  })
})
