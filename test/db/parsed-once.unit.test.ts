import Sqlite from "better-sqlite3"
import { expect } from "chai"
import { queries } from "../../src/db/drivers/sqlite.ts"
import { requestTables } from "../../src/db/request-tables.ts"
import { listRequests } from "../../src/requests/store.ts"
import { statements } from "../support/databases/every-statement.ts"

const ACCOUNT = "acct_1"
const TABLE = `${requestTables("sqlite")};
  INSERT INTO api_requests (id, at_ms, account, method, path, status, ms, replayed)
  VALUES ('req_1', 1, '${ACCOUNT}', 'GET', '/v1/customers', 200, 1, false)`

describe("A statement on SQLite", () => {
  let connection: Sqlite.Database
  before(() => {
    connection = new Sqlite(":memory:")
    connection.exec(TABLE)
  })
  after(() => connection.close())

  it("is parsed once, however often it runs and however its limit changes", async () => {
    const parsed = await timesParsed(async () => {
      for (let limit = 1; limit <= 10; limit++) {
        const rows = await listRequests(queries(connection), { account: ACCOUNT }, { limit })
        expect(rows).to.have.lengthOf(1)
      }
    })
    expect(parsed).to.equal(1)
  })

  it("would be parsed at each run if its parameters stood in it without a sign", async () => {
    const query = connection.prepare("SELECT * FROM api_requests WHERE account = ? AND seq < ? ORDER BY seq DESC LIMIT ?")
    const parsed = await timesParsed(() => {
      for (let limit = 1; limit <= 10; limit++) expect(query.all(ACCOUNT, 9, limit)).to.have.lengthOf(1)
    })
    expect(parsed).to.equal(10)
  })

  it("has a sign before each of its parameters, and no other question mark", () => {
    expect(statements.length).to.be.greaterThan(80)
    for (const statement of statements) {
      const { sql, bind } = statement.compiled("sqlite")
      const anything = new Proxy({}, { get: () => 1 })
      expect(sql.match(/\?/g) ?? [], sql).to.have.lengthOf(bind(anything).length)
      expect(sql).not.to.match(/(?<!\+)\?/)
    }
  })
})

/** How often the driver has made a function that turns rows into objects: once for each time that SQLite has parsed a statement. */
async function timesParsed(run: () => Promise<void> | void): Promise<number> {
  let count = 0
  const original = globalThis.Function
  globalThis.Function = new Proxy(original, {
    apply: (target, self, args) => {
      count++
      return Reflect.apply(target, self, args)
    },
  })
  try {
    await run()
  } finally {
    globalThis.Function = original
  }
  return count
}
