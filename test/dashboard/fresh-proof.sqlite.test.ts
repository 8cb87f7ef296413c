import { readFileSync } from "node:fs"
import Router from "@koa/router"
import { expect } from "chai"
import { addAccountPages } from "../../src/web/dashboard/account-pages.ts"
import type { DeclaredChange } from "../../src/web/dashboard/pages/page-routes.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { pathFor } from "../support/dashboard/routes.ts"
import { sql } from "../support/databases/sql.ts"

const ASKS = { never: "", live: "in live mode", both_modes: "in both modes, if there is live mode", always: "always" }

describe("A change in the dashboard", () => {
  let vintem: Running
  let owner: Visitor
  let changes: DeclaredChange[]
  before(async () => {
    vintem = await startVintem({}, { live: true })
    owner = await signIn(vintem, "owner@example.com", "owner")
    changes = addAccountPages(new Router(), {} as never)
  })
  after(() => vintem.close())

  const prove = (ago: number) =>
    vintem.server.modes.live!.database.transaction((tx) =>
      tx.run(sql<void>(`UPDATE sessions SET proved_ms = seen_ms - ${ago}`), {}),
    )

  /** The changes whose page or form leads to the proof of identity. */
  async function asking(mode: "test" | "live"): Promise<string[]> {
    const asked: string[] = []
    // For the token of the forms.
    await owner.get(`/${vintem.account}/test/payments`)
    for (const { path } of changes) {
      const at = `/${vintem.account}/${mode}${pathFor(path, {})}`
      const pages = [await owner.get(at), await owner.post(at)]
      const leads = pages.map(({ location }) => location === `/prove?${new URLSearchParams({ to: at })}`)
      expect(leads[1], path).to.equal(leads[0])
      if (leads[0]) asked.push(path)
    }
    return asked
  }

  it("asks for a proof of the last five minutes exactly where docs/operations/dashboard.md says so", () => {
    const docs = readFileSync(new URL("../../docs/operations/dashboard.md", import.meta.url), "utf8")
    const section = docs.split("### What asks you to confirm your identity\n")[1]!.split("\n#")[0]!
    const rows = Array.from(section.matchAll(/^\| [^|]+ \| `(\/[^`]+)` \| ([^|]+) \|$/gm), ([, path, asks]) => `${path} ${asks}`)
    const declared = changes.filter(({ proof }) => proof !== "never").map(({ path, proof }) => `${path} ${ASKS[proof]}`)
    expect(rows.toSorted()).to.deep.equal(declared.toSorted())
    expect(declared).to.have.length.above(20)
  })

  it("of live money, of what receives or changes payers' data, and of who has access needs one, on its page and its form", async () => {
    await prove(300_000)
    const of = (...proofs: DeclaredChange["proof"][]) =>
      changes.filter(({ proof }) => proofs.includes(proof)).map(({ path }) => path)
    expect(await asking("live")).to.deep.equal(of("live", "both_modes", "always"))
    expect(await asking("test")).to.deep.equal(of("both_modes", "always"))
    await prove(0)
    for (const mode of ["live", "test"] as const) expect(await asking(mode), mode).to.deep.equal([])
  })
})
