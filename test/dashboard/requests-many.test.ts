import { expect } from "chai"
import { insertRequests } from "../../src/requests/store.ts"
import type { RequestRecord } from "../../src/requests/table.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { aRecord } from "../support/databases/requests.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"

const DAY_MS = 86_400_000
/** More than two pages search. */
const MANY = 45_000
const BATCH = 5000

describe("A long log of requests in the dashboard", () => {
  let vintem: Running
  let merchant: Merchant
  let viewer: Visitor
  let base: string
  /** In the order of their writing. */
  let old: RequestRecord[]

  before(async () => {
    vintem = await startVintem({}, { role: "dashboard" })
    viewer = await signIn(vintem, "ana@example.com", "viewer")
    merchant = await newMerchant(vintem)
    base = `/${merchant.account}/test/requests`
    const noon = Date.parse("2026-03-10T15:00:00Z")
    const lastOfDay = Date.parse("2026-03-11T02:59:59Z")
    old = [
      requestAt(noon - DAY_MS),
      requestAt(noon, { status: 500, operation: "createRefund" }),
      requestAt(lastOfDay + 2000),
      // It took twenty seconds, so it was written after one of the next day.
      requestAt(lastOfDay, { ms: 20_000 }),
      requestAt(noon + DAY_MS),
    ]
    const later = Array.from({ length: MANY }, (_, i) => requestAt(noon + 30 * DAY_MS + i * 1000))
    const { database } = vintem.server.modes.test
    await insertRequests(database, old)
    for (let i = 0; i < MANY; i += BATCH) await insertRequests(database, later.slice(i, i + BATCH))
  })
  after(() => vintem.close())

  const requestAt = (at_ms: number, details: Partial<RequestRecord> = {}) =>
    aRecord({ at_ms, account: merchant.account, ...details })
  const linksIn = (html: string) => [...html.matchAll(/href="[^"]*\/requests\/(req_\w+)"/g)].map(([, id]) => id!)
  const nextIn = (html: string) => /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&")

  it("shows all requests of a past day on one page, however many came later", async () => {
    const { html } = await viewer.get(`${base}?from=2026-03-10&to=2026-03-10`)
    expect(linksIn(html)).to.deep.equal([old[3]!.id, old[1]!.id])
    expect(nextIn(html)).to.equal(undefined)
    expect(linksIn((await viewer.get(`${base}?to=2026-03-09`)).html)).to.deep.equal([old[0]!.id])
  })

  it("combines the days with other filters", async () => {
    const days = "from=2026-03-09&to=2026-03-11"
    for (const filter of ["status=5xx", "status=500", "operation=createRefund"])
      expect(linksIn((await viewer.get(`${base}?${days}&${filter}`)).html), filter).to.deep.equal([old[1]!.id])
    expect((await viewer.get(`${base}?${days}&status=4xx`)).html).to.contain("No requests match")
  })

  it("leads to a rare request behind many that do not match, in a few pages", async () => {
    const pages: string[][] = []
    for (let path: string | undefined = `${base}?status=5xx`; path; ) {
      const { html } = await viewer.get(path)
      pages.push(linksIn(html))
      path = nextIn(html)
      if (path && pages.at(-1)!.length === 0) expect(html).to.contain("Search further back")
    }
    expect(pages).to.deep.equal([[], [], [old[1]!.id]])
  })
})
