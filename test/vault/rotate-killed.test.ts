import { once } from "node:events"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { expect } from "chai"
import { newId } from "../../src/base/ids.ts"
import { startCommand } from "../support/app/commands.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { findSealed, insertIntegration, openSealed, ringOf } from "../support/bytes/sealed.ts"

const SHORT_LIFE = pathToFileURL(resolve(import.meta.dirname, "../support/app/short-life.ts")).href

describe("A rotation that is killed", function () {
  this.timeout(120_000)
  const ROWS = 400
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
    const { database, ring } = vintem.server.modes.test
    await database.transaction(async (tx) => {
      for (let n = 0; n < ROWS; n++) {
        const id = newId("int")
        await tx.run(insertIntegration, { id, account: vintem.account, sealed: await ring.seal(tx, id, id) })
      }
    })
  })
  after(() => vintem.close())

  const mode = () => vintem.server.modes.test

  /** Kills it before the statement with this number. Returns how it ended. */
  async function rotateFor(statements: number): Promise<string | null> {
    const shortLife = { NODE_OPTIONS: `--import ${SHORT_LIFE}`, VINTEM_SOURCES: "1", VINTEM_TEST_STATEMENTS: String(statements) }
    const env = { ...vintem.databases.env, ...shortLife }
    const [, signal] = (await once(startCommand(["encryption", "rotate"], env), "exit")) as [number | null, string | null]
    return signal
  }

  it("leaves everything readable, and the next one finishes it", async () => {
    const [first] = await ringOf(mode())
    let killed = 0
    // Each row takes a statement. After the last one there are few more, and it may have ended before the last of these numbers.
    for (const statements of [20, 40, 100 + Math.random() * (ROWS - 100), ROWS + Math.random() * 100]) {
      if ((await rotateFor(Math.floor(statements))) === "SIGKILL") killed++
      const sealed = await findSealed(mode())
      expect(sealed).to.have.lengthOf(ROWS)
      for (const each of sealed) expect(await openSealed(mode(), each), `after ${statements} statements`).to.equal(each.row.id)
    }
    expect(killed).to.be.at.least(3)
    const [test] = (await vintem.cli("encryption", "rotate", "--json")).json
    expect(await ringOf(mode()))
      .to.deep.equal([test.key])
      .and.not.deep.equal([first])
    for (const each of await findSealed(mode())) expect(each.key).to.equal(test.key)
  })
})
