// The same on both databases: test mode is on SQLite here, and live mode on Postgres.
import { randomBytes } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "chai"
import { type CommandResult, type Environment, type Running, runCommand, startVintem } from "../support/app/vintem.ts"
import { findSealed, openSealed } from "../support/bytes/sealed.ts"
import { expectStatus, newCustomer, newToken } from "../support/merchants/payments.ts"

const newKey = () => randomBytes(32).toString("base64")

describe("vintem encryption rewrap", function () {
  this.timeout(120_000)
  let vintem: Running
  let env: Environment
  before(async () => {
    vintem = await startVintem({}, { live: true })
    env = vintem.databases.env
  })
  after(() => vintem.close())

  const fileOf = (key: string) => {
    const file = join(vintem.databases.directory, `${randomBytes(8).toString("hex")}.key`)
    writeFileSync(file, `${key}\n`, { mode: 0o600 })
    return file
  }
  /** Replaces the key by which this environment opens the databases. */
  const rewrap = (changed: Environment, oldKey: string, file = fileOf(oldKey)) =>
    runCommand(["encryption", "rewrap", "--old-key-file", file, "--json"], { ...env, ...changed }, oldKey)
  const list = (changed: Environment): Promise<CommandResult> => runCommand(["keys", "list"], { ...env, ...changed })
  const replace = async (changed: Environment) => {
    const oldKey = env.ENCRYPTION_KEY!
    const result = await rewrap(changed, oldKey)
    env = { ...env, ...changed }
    return { ...result, oldKey }
  }

  it("replaces ENCRYPTION_KEY while a server runs, and the old key opens nothing any more", async () => {
    const { id: customer } = await newCustomer(vintem)
    const saveCard = async () => vintem.request("POST", "/v1/payment_methods", { customer, token: (await newToken(vintem)).id })
    expectStatus(await saveCard(), 201)
    const { json, oldKey } = await replace({ ENCRYPTION_KEY: newKey() })
    expect(json).to.deep.equal([
      { mode: "test", keys: 2 },
      { mode: "live", keys: 2 },
    ])
    expectStatus(await saveCard(), 201)
    expect((await list({})).status).to.equal(0)
    const refused = await list({ ENCRYPTION_KEY: oldKey })
    expect(refused.stderr).to.match(/^vintem: ENCRYPTION_KEY does not open this database: .*\n$/)
    for (const sealed of await findSealed(vintem.server.modes.test)) await openSealed(vintem.server.modes.test, sealed)
  })

  it("does nothing where it is repeated", async () => {
    const { oldKey } = await replace({ ENCRYPTION_KEY: newKey() })
    expect((await rewrap({}, oldKey)).json.map(({ keys }: { keys: number }) => keys)).to.deep.equal([0, 0])
  })

  it("takes the old key from stdin", async () => {
    const oldKey = env.ENCRYPTION_KEY!
    const changed = { ENCRYPTION_KEY: newKey() }
    const { json } = await rewrap(changed, oldKey, "-")
    expect(json.map(({ keys }: { keys: number }) => keys)).to.deep.equal([2, 2])
    env = { ...env, ...changed }
  })

  it("gives live mode a key of its own", async () => {
    const { json } = await replace({ LIVE_ENCRYPTION_KEY: newKey() })
    expect(json.map(({ keys }: { keys: number }) => keys)).to.deep.equal([0, 2])
  })

  it("changes nothing where neither key opens a database", async () => {
    const { status, stderr, stdout } = await rewrap({ ENCRYPTION_KEY: newKey() }, newKey())
    expect([status, stdout]).to.deep.equal([1, ""])
    expect(stderr).to.equal("vintem: Neither the old key nor the new one opens the test database.\n")
    const { json } = await runCommand(["audit", "list", "--limit", "1", "--mode", "test", "--json"], env)
    expect(json[0]).to.include({ action: "encryption.rewrap", outcome: "refused: wrong_key" })
  })

  it("names a file that it cannot use, and none of its content", async () => {
    const { status, stderr } = await rewrap({}, "c2VjcmV0")
    expect(status).to.equal(1)
    expect(stderr)
      .to.match(/^vintem: The content of --old-key-file must be 32 bytes in base64.*\n$/)
      .and.not.contain("c2VjcmV0")
  })

  it("keeps a process that still has the old key from adding a key that no other process could open", async () => {
    const { database, ring } = vintem.server.modes.test
    const refused = await database.transaction((tx) => ring.addKey(tx)).catch((error: Error) => error.message)
    expect(refused).to.contain("ENCRYPTION_KEY does not open this database")
  })
})
