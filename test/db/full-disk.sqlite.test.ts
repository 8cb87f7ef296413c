// Simulates a full disk in two ways that need neither root nor a mount:
// - SQLite's page limit (max_page_count) on the write connection. It raises the same SQLITE_FULL as a full disk, in the
//   middle of a transaction, and can be lifted again.
// - `ulimit -f` around a real process. The kernel refuses writes beyond the limit, at any point of the commit.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { expect } from "chai"
import pino from "pino"
import { text } from "../../src/db/columns.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { settings } from "../../src/db/tables.ts"
import { startVintem } from "../support/app/vintem.ts"
import { freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { testOnly } from "../support/databases/statement.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"

const insert = testOnly(settings.insert(["name", "value"]))
const list = testOnly(
  settings.statement([{ like: text() }], (rows, p) => rows.whereRaw("name LIKE ?", [p.like]).orderBy("name").select("name")),
)
const countPages = sql<{ page_count: number }>("PRAGMA page_count")
const fill = (pages: number) => sql<object>(`PRAGMA max_page_count = ${pages}`)
const NO_LIMIT = 4_294_967_294

describe("On a full disk", () => {
  it("every transaction that shares the commit fails and writes nothing, and works again once there is room", async () => {
    const databases = await freshDatabases()
    const database = connect(databases.env.TEST_DATABASE_URL!, false)
    try {
      const pages = (await database.one(countPages, {}))!.page_count
      await database.transaction((tx) => tx.one(fill(pages), {}))
      const notified: string[] = []
      const begun: string[] = []
      const put = (name: string, bytes: number) =>
        database.transaction(async (tx) => {
          begun.push(name)
          tx.afterCommit(() => notified.push(name))
          await tx.run(insert, { name, value: "x".repeat(bytes) })
        })
      const results = await Promise.allSettled([put("full-1", 1), put("full-2", 200_000), put("full-3", 1), put("full-4", 1)])
      for (const result of results) expect(result).to.have.nested.property("reason.code", "SQLITE_FULL")
      expect(begun, "transactions that started after the failure").to.deep.equal(["full-1", "full-2"])
      expect(notified).to.deep.equal([])
      expect(await database.all(list, { like: "full-%" })).to.deep.equal([])

      await database.transaction((tx) => tx.one(fill(NO_LIMIT), {}))
      await put("full-2", 200_000)
      expect(await database.all(list, { like: "full-%" })).to.deep.equal([{ name: "full-2" }])
      expect(notified).to.deep.equal(["full-2"])
    } finally {
      await database.close()
      await databases.remove()
    }
  })

  it("requests are refused until there is room, and only the acknowledged customers exist", async () => {
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
      const responses: Response[] = []
      for (let round = 0; responses.every(({ ok }) => ok); round++) {
        expect(round, "the disk was never full").to.be.below(100)
        responses.push(...(await Promise.all(Array.from({ length: 10 }, (_, index) => create(round * 10 + index)))))
      }
      await database.transaction((tx) => tx.one(fill(NO_LIMIT), {}))
      responses.push(await create(0))
      expect(responses.at(-1)?.status).to.equal(201)
      const created: string[] = []
      for (const response of responses) {
        expect([201, 503]).to.include(response.status)
        expect(response.headers.get("service-should-retry")).to.equal(response.ok ? null : "true")
        if (response.ok) created.push(((await response.json()) as { id: string }).id)
      }
      const stored: string[] = []
      for (let after = ""; ; after = `&starting_after=${stored.at(-1)}`) {
        const page = expectStatus(await merchant.request("GET", `/v1/customers?limit=100${after}`), 200)
        stored.push(...page.data.map(({ id }: { id: string }) => id))
        if (!page.has_more) break
      }
      expect(stored.sort()).to.deep.equal(created.sort())
    } finally {
      await vintem.close()
    }
  })

  it("a process that cannot write reports it, and keeps everything that it acknowledged", async () => {
    const databases = await freshDatabases()
    const url = databases.env.TEST_DATABASE_URL!
    try {
      // The unit is 512 bytes in POSIX and 1024 bytes in bash. The file that reaches the limit is SQLite's write-ahead log.
      const child = spawn(
        "sh",
        ["-c", 'ulimit -f 2000 && exec "$@"', "sh", process.execPath, "test/support/databases/fill.ts", url],
        {
          stdio: ["ignore", "pipe", "inherit"],
        },
      )
      let output = ""
      child.stdout.on("data", (chunk) => (output += chunk))
      const [status] = await once(child, "close")
      const { done, failed, codes } = JSON.parse(output) as { done: string[]; failed: string[]; codes: string[] }
      expect(status).to.equal(0)
      expect(failed).not.to.deep.equal([])
      for (const code of codes) expect(code).to.match(/^SQLITE_(IOERR|FULL)/)
      const database = connect(url, false)
      const stored = (await database.all(list, { like: "filled-%" })).map(({ name }) => name)
      await database.close()
      expect(stored).to.deep.equal(done.sort())
    } finally {
      await databases.remove()
    }
  })
})
