import { expect } from "chai"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import type { Json } from "../support/contract/json.ts"
import { contract } from "../support/contract/openapi.ts"

describe("The contract that the docs page shows", () => {
  let vintem: Vintem
  let shown: Json
  before(async () => {
    vintem = await startVintem()
    shown = await (await fetch(`${vintem.url}/v1/docs/openapi-2026-12-01.json`)).json()
  })
  after(() => vintem.close())

  const ofConfirm = () => shown.paths["/v1/payment_intents/{id}/confirm"].post

  it("says at each error response which codes it can have, and what they mean", () => {
    const { description } = shown.components.responses.CannotConfirm
    expect(description).to.contain("- `payment_intent_expired`: The payment intent's time to pay ran out.")
    expect(description).not.to.contain("subscription_canceled")
    for (const [name, response] of Object.entries<Json>(contract.components.responses)) {
      for (const code of response["x-error-codes"] ?? []) {
        expect(shown.components.responses[name].description).to.contain(`- \`${code}\`: `)
      }
    }
  })

  it("lists the known values of what may gain values, and what they mean", () => {
    const { PaymentIntentStatus, ErrorCode } = shown.components.schemas
    expect(PaymentIntentStatus.enum).to.include("requires_action")
    expect(PaymentIntentStatus["x-enumDescriptions"].requires_action).to.contain("The payer has to act.")
    expect(Object.keys(ErrorCode["x-enumDescriptions"])).to.have.members(ErrorCode.enum)
  })

  it("says which scope a restricted key needs", () => {
    expect(ofConfirm().description).to.contain("Scope of a restricted key: `payment_intents:write`.")
    expect(shown.info.description).to.contain("- `payment_intents:write`: Create, confirm and cancel payment intents.")
  })

  it("has the same operations and examples as the contract", () => {
    expect(Object.keys(shown.paths)).to.deep.equal(Object.keys(contract.paths))
    const valuesOf = (examples: Json) => Object.entries<Json>(examples).map(([name, { value }]) => [name, value])
    expect(valuesOf(shown.components.examples)).to.deep.equal(valuesOf(contract.components.examples))
  })
})

describe("The pages of the documentation", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const get = (path: string, headers: Record<string, string> = {}) => fetch(vintem.url + path, { headers })

  it("may run scripts and styles of the service only; the reference may also insert styles", async () => {
    for (const path of ["/v1/docs", "/v1/docs/guides/first-payment"]) {
      const policy = (await get(path)).headers.get("content-security-policy")
      expect(policy, path).to.equal(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
          "form-action 'none'; frame-ancestors 'none'",
      )
    }
    const policy = (await get("/v1/docs/reference")).headers.get("content-security-policy")
    expect(policy).to.contain("script-src 'self';").and.contain("style-src 'self' 'unsafe-inline'")
  })

  it("are where a browser lands that opens the address of the service, or theirs with a slash", async () => {
    const browser = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }
    for (const path of ["/", "/v1/docs/"]) {
      const shown = await fetch(vintem.url + path, { headers: browser, redirect: "manual" })
      expect([shown.status, shown.headers.get("location"), shown.headers.get("vary")], path).to.deep.equal([
        ...[302, "/v1/docs"],
        "Accept",
      ])
      expect((await get(path, browser)).url).to.equal(`${vintem.url}/v1/docs`)
      for (const headers of [{}, { Accept: "application/json" }, { Accept: "*/*" }] as Record<string, string>[]) {
        const refused = await get(path, headers)
        expect([refused.status, ((await refused.json()) as Json).error.code], path).to.deep.equal([404, "route_not_found"])
      }
    }
    for (const path of ["/v1/docs/reference/", "/v1/", "//", "/v1/payment_intents/"]) {
      expect((await get(path, browser)).status, path).to.equal(404)
    }
  })

  it("are compressed, and not sent again to a browser that has them", async () => {
    const paths = ["", "/guides/first-payment", "/reference", "/openapi-2026-04-27.json", "/search.json", "/docs.css", "/docs.js"]
    for (const path of paths.map((each) => `/v1/docs${each}`)) {
      const { headers } = await get(path, { "Accept-Encoding": "br" })
      expect(headers.get("content-encoding"), path).to.equal("br")
      const again = await get(path, { "If-None-Match": headers.get("etag")!, "Cache-Control": "max-age=0" })
      expect(again.status, path).to.equal(304)
    }
  })

  it("name the content of their files in their addresses, so that browsers keep the files and never show old ones", async () => {
    const page = await (await get("/v1/docs/reference")).text()
    const files = [...page.matchAll(/(?:src|href)="(\/v1\/docs\/[\w.]+\?v=[^"]+)"/g)].map(([, file]) => file!)
    expect(files.map((file) => file.split("?")[0])).to.include.members([
      "/v1/docs/docs.css",
      "/v1/docs/docs.js",
      "/v1/docs/scalar.js",
    ])
    for (const file of files) {
      const response = await get(file)
      expect([response.status, response.headers.get("cache-control")], file).to.deep.equal([
        200,
        "public, max-age=31536000, immutable",
      ])
    }
    for (const file of ["/v1/docs/docs.css", "/v1/docs/docs.css?v=older"])
      expect((await get(file)).headers.get("cache-control"), file).to.equal("public, max-age=3600")
    for (const page of ["/v1/docs", "/v1/docs/guides/first-payment", "/v1/docs/search.json"])
      expect((await get(page)).headers.get("cache-control"), page).to.equal("no-cache")
  })

  it("do not exist under other names", async () => {
    const guides = ["guides/nothing", "guides/", "guides/first-payment.md", "guides/constructor", "guides", "guides/pt"]
    const languages = [
      "es",
      "es/guides/pix",
      "pt/",
      "pt/guides",
      "pt/guides/nothing",
      "pt/docs.css",
      "PT",
      "constructor/guides/pix",
    ]
    for (const path of [...guides, ...languages, "constructor"]) {
      const response = await get(`/v1/docs/${path}`)
      expect([response.status, ((await response.json()) as Json).error.code], path).to.deep.equal([404, "route_not_found"])
    }
  })

  for (const language of ["en", "pt"])
    it(`lead to pages, headings, operations and schemas that exist (${language})`, async () => {
      const reader = { "Accept-Language": language }
      const entries = (await (await get("/v1/docs/search.json", reader)).json()) as { path: string }[]
      expect(entries).to.have.length.above(200)
      const pages = new Map<string, string>()
      for (const path of ["/v1/docs", ...entries.map(({ path }) => path.split("#")[0]!)]) {
        if (!pages.has(path)) pages.set(path, await (await get(path, reader)).text())
      }
      const links = [...pages].flatMap(([page, html]) =>
        [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, link]) => new URL(link!, vintem.url + page)),
      )
      const dead = []
      for (const { origin, pathname, hash } of [...links, ...entries.map(({ path }) => new URL(path, vintem.url))]) {
        if (origin !== vintem.url) continue
        const exists = hash ? anchorExists(pages.get(pathname) ?? "", pathname, hash.slice(1)) : (await get(pathname)).ok
        if (!exists) dead.push(pathname + hash)
      }
      expect([...new Set(dead)]).to.deep.equal([])
    })

  const shown = async (path: string, headers: Record<string, string> = {}) => {
    const response = await get(path, headers)
    const [, language] = (await response.text()).match(/^<!doctype html>\n<html lang="([\w-]+)">/) ?? []
    return { language, vary: response.headers.get("vary"), cookie: response.headers.get("set-cookie") }
  }
  const PLACES = ["", "/guides/refunds", "/reference"]

  for (const place of PLACES) {
    it(`are in the language that the browser asks for, until the reader chooses one (/v1/docs${place})`, async () => {
      const path = `/v1/docs${place}`
      for (const [asked, language] of [
        ["pt-BR,pt;q=0.9,en;q=0.8", "pt-BR"],
        ["en-US,en;q=0.9,pt;q=0.8", "en"],
        ["de", "en"],
      ]) {
        const page = await shown(path, { "Accept-Language": asked! })
        expect(page).to.deep.include({ language, cookie: null })
        expect(page.vary).to.include("Accept-Language, Cookie")
      }
      expect((await shown(path)).language).to.equal("en")
      const chosen = await shown(path.replace("docs", "docs/en"), { "Accept-Language": "pt-BR" })
      expect(chosen.language).to.equal("en")
      expect(chosen.cookie).to.match(/^vintem_language=en; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
      const later = await shown(path, { "Accept-Language": "pt-BR", Cookie: chosen.cookie!.split(";")[0]! })
      expect(later.language).to.equal("en")
    })
  }

  it("name the same page in each language, and as a link for the reader", async () => {
    for (const place of PLACES) {
      const html = await (await get(`/v1/docs/pt${place}`)).text()
      const alternates = [...html.matchAll(/<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)">/g)].map((match) =>
        match.slice(1),
      )
      expect(alternates).to.deep.equal([
        ["en", `/v1/docs/en${place}`],
        ["pt-BR", `/v1/docs/pt${place}`],
        ["x-default", `/v1/docs${place}`],
      ])
      expect(html).to.include(`<a class="language" href="/v1/docs/en${place}" hreflang="en" lang="en">`)
    }
  })

  it("do not take what the search reads for a choice of the reader", async () => {
    const response = await get("/v1/docs/pt/search.json")
    expect([response.status, response.headers.get("set-cookie")]).to.deep.equal([200, null])
  })

  /** Anchors of the reference are Scalar's: the tag and the operation, or the schema. */
  const anchorExists = (html: string, page: string, anchor: string) => {
    if (page !== "/v1/docs/reference") return html.includes(`id="${anchor}"`)
    const [, schema] = anchor.match(/^model\/(\w+)$/) ?? []
    if (schema) return schema in contract.components.schemas
    const [, tag, method, path] = decodeURIComponent(anchor).match(/^tag\/([a-z-]+)\/([A-Z]+)(\/.*)$/) ?? []
    return contract.paths[path!]?.[method!.toLowerCase()]?.tags[0].toLowerCase().replaceAll(" ", "-") === tag
  }
})
