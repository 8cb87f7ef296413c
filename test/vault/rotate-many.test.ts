import { expect } from "chai"
import { rotateKeys, SEALED_TABLES } from "../../src/modes/wiring.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { insertIntegration, ringOf } from "../support/bytes/sealed.ts"
import { sql } from "../support/databases/sql.ts"

const secretOf = (id: string) => sql<{ sealed_secret: string }>(`SELECT sealed_secret FROM integrations WHERE id = '${id}'`)

describe("A rotation of many values", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  after(() => vintem.close())

  it("goes on after more values than it reads at once, none of which it can open", async () => {
    const { database, ring } = vintem.server.modes.test
    const insert = (ids: string[], context: string) =>
      database.transaction(async (tx) => {
        for (const id of ids)
          await tx.run(insertIntegration, { id, account: vintem.account, sealed: await ring.seal(tx, "secret", context) })
      })
    const [first] = await ringOf(vintem.server.modes.test)
    const unreadableIds = Array.from({ length: 1100 }, (_, n) => `int_${10_000 + n}`)
    await insert(unreadableIds, "another row")
    const { id: second } = await database.transaction((tx) => ring.addKey(tx))
    await insert(["int_last"], "int_last")
    const { id: third } = await database.transaction((tx) => ring.addKey(tx))

    const shown: { table: string; rows: number; rewrapped: number }[] = []
    const [rotated] = await rotateKeys([{ database, ring, onProgress: (each) => void shown.push(each) }])
    const { key, retired, rewrapped, unreadable } = rotated!
    expect([key, retired, unreadable.length]).to.deep.equal([third, [second], 1100])
    expect(rewrapped).to.deep.equal({ ...Object.fromEntries(SEALED_TABLES.map(({ table }) => [table.name, 0])), integrations: 1 })
    // The second pass finds that nothing is left to do.
    expect(shown.filter(({ table }) => table === "integrations").map(({ rows, rewrapped }) => [rows, rewrapped])).to.deep.equal([
      [1000, 0],
      [1101, 1],
      [1000, 0],
      [1101, 0],
    ])
    expect(await ringOf(vintem.server.modes.test)).to.deep.equal([first, third])
    const { sealed_secret } = (await database.one(secretOf("int_last"), {}))!
    expect(await ring.open(database, sealed_secret, "int_last")).to.equal("secret")
  })
})
