import { setImmediate as nextTurn } from "node:timers/promises"
import Sqlite from "better-sqlite3"
import { expect } from "chai"
import { transactionPerIteration } from "../../src/db/shared/transaction-per-iteration.ts"

describe("Statements of one iteration of the event loop", () => {
  it("are undone where their commit fails, which is said once, and the next iterations write again", async () => {
    const connection = new Sqlite(":memory:")
    // A commit that fails as on a full disk: after all statements have succeeded.
    connection.exec(`CREATE TABLE counts (name TEXT PRIMARY KEY, kind TEXT REFERENCES kinds DEFERRABLE INITIALLY DEFERRED);
      CREATE TABLE kinds (name TEXT PRIMARY KEY); INSERT INTO kinds VALUES ('known')`)
    connection.pragma("foreign_keys = ON")
    const said: string[] = []
    const enter = transactionPerIteration(connection, ({ message }) => said.push(message))
    const write = async (name: string, kind: string) => {
      enter()
      connection.prepare("INSERT INTO counts VALUES (?, ?)").run(name, kind)
      await nextTurn()
    }
    await write("a", "known")
    await write("b", "unknown")
    await write("c", "unknown")
    expect(said).to.deep.equal(["FOREIGN KEY constraint failed"])
    await write("d", "known")
    await write("e", "unknown")
    expect(said).to.have.length(2)
    expect(connection.inTransaction).to.equal(false)
    expect(connection.prepare("SELECT name FROM counts ORDER BY name").pluck().all()).to.deep.equal(["a", "d"])
    connection.close()
  })
})
