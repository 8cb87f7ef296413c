// A disk that is full, in two ways that need no root and no mount:
// - SQLite's own limit of pages (max_page_count), set on the connection that writes: it raises the very SQLITE_FULL of a full disk
//   in the middle of a transaction, which ends it, and can be lifted again.
// - `ulimit -f` around a real process: the kernel refuses the writes beyond it, wherever in the commit they are.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { expect } from "chai"
import pino from "pino"
import { connect } from "../../src/db/connect.ts"
import { statement } from "../../src/db/statement.ts"
import { freshDatabases } from "../support/databases.ts"
import { newMerchant } from "../support/merchant.ts"
import { expectStatus } from "../support/payments.ts"
import { sql } from "../support/sql.ts"
import { startVintem } from "../support/vintem.ts"

const insert = statement<void>((k, p) => k("settings").insert({ name: p.name, value: p.value }))
const list = statement<{ name: string }>((k, p) => k("settings").where("name", "like", p.like).orderBy("name").select("name"))
const countPages = sql<{ page_count: number }>("PRAGMA page_count")
const fill = (pages: number) => sql<object>(`PRAGMA max_page_count = ${pages}`)
const NO_LIMIT = 4_294_967_294

describe("On a full disk", () => {
  it("a unit that finds it full fails all that share its commit, nothing of them is written, and with room it goes on", async () => {
    const databases = await freshDatabases()
    const database = connect(databases.env.TEST_DATABASE_URL!, false)
    try {
      const pages = (await database.one(countPages, {}))!.page_count
      await database.transaction((tx) => tx.one(fill(pages), {}))
      const told: string[] = []
      const begun: string[] = []
      const put = (name: string, bytes: number) =>
        database.transaction(async (tx) => {
          begun.push(name)
          tx.afterCommit(() => told.push(name))
          await tx.run(insert, { name, value: "x".repeat(bytes) })
        })
      const results = await Promise.allSettled([put("full-1", 1), put("full-2", 200_000), put("full-3", 1), put("full-4", 1)])
      for (const result of results) expect(result).to.have.nested.property("reason.code", "SQLITE_FULL")
      expect(begun, "units that went on outside of any transaction").to.deep.equal(["full-1", "full-2"])
      expect(told).to.deep.equal([])
      expect(await database.all(list, { like: "full-%" })).to.deep.equal([])

      await database.transaction((tx) => tx.one(fill(NO_LIMIT), {}))
      await put("full-2", 200_000)
      expect(await database.all(list, { like: "full-%" })).to.deep.equal([{ name: "full-2" }])
      expect(told).to.deep.equal(["full-2"])
    } finally {
      await database.close()
      await databases.remove()
    }
  })

  it("requests are refused until there is room, and then what was answered as created is all that there is", async () => {
    const vintem = await startVintem({}, { log: pino({ level: "silent" }), role: "api" })
    try {
      const merchant = await newMerchant(vintem)
      const { database } = vintem.server.modes.test
      const create = (index: number) =>
        fetch(`${vintem.url}/v1/customers`, {
          method: "POST",
          headers: { authorization: `Bearer ${merchant.key}`, "content-type": "application/json" },
          body: JSON.stringify({ email: `c${index}@example.com`, name: "x".repeat(200) }),
        })
      const { page_count } = (await database.one(countPages, {}))!
      await database.transaction((tx) => tx.one(fill(page_count + 4), {}))
      const answers: Response[] = []
      for (let round = 0; answers.every(({ ok }) => ok); round++) {
        expect(round, "the disk was never full").to.be.below(100)
        answers.push(...(await Promise.all(Array.from({ length: 10 }, (_, index) => create(round * 10 + index)))))
      }
      await database.transaction((tx) => tx.one(fill(NO_LIMIT), {}))
      answers.push(await create(0))
      expect(answers.at(-1)?.status).to.equal(201)
      const created: string[] = []
      for (const answer of answers) {
        expect([201, 500]).to.include(answer.status)
        expect(answer.headers.get("service-should-retry")).to.equal(answer.ok ? null : "true")
        if (answer.ok) created.push(((await answer.json()) as { id: string }).id)
      }
      const there: string[] = []
      for (let after = ""; ; after = `&starting_after=${there.at(-1)}`) {
        const page = expectStatus(await merchant.request("GET", `/v1/customers?limit=100${after}`), 200)
        there.push(...page.data.map(({ id }: { id: string }) => id))
        if (!page.has_more) break
      }
      expect(there.sort()).to.deep.equal(created.sort())
    } finally {
      await vintem.close()
    }
  })

  it("a process that the kernel lets write no more answers so, and keeps what it answered as done", async () => {
    const databases = await freshDatabases()
    const url = databases.env.TEST_DATABASE_URL!
    try {
      // In blocks of 512 bytes, as POSIX has it, or of 1024, as bash has it: the file that grows is SQLite's log.
      const child = spawn("sh", ["-c", 'ulimit -f 2000 && exec "$@"', "sh", process.execPath, "test/support/fill.ts", url], {
        stdio: ["ignore", "pipe", "inherit"],
      })
      let output = ""
      child.stdout.on("data", (chunk) => (output += chunk))
      const [status] = await once(child, "close")
      const { done, failed, codes } = JSON.parse(output) as { done: string[]; failed: string[]; codes: string[] }
      expect(status).to.equal(0)
      expect(failed).not.to.deep.equal([])
      for (const code of codes) expect(code).to.match(/^SQLITE_(IOERR|FULL)/)
      const database = connect(url, false)
      const there = (await database.all(list, { like: "filled-%" })).map(({ name }) => name)
      await database.close()
      expect(there).to.deep.equal(done.sort())
    } finally {
      await databases.remove()
    }
  })
})
