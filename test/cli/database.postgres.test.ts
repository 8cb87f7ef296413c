import { randomBytes } from "node:crypto"
import { expect } from "chai"
import { runCommand } from "../support/app/vintem.ts"
import { type Databases, emptyDatabase, freshDatabases } from "../support/databases/databases.ts"
import { administer, freePort } from "../support/databases/postgres.ts"

/** Roles belong to the whole server, where other tests run too. */
const ROLE = `vintem_service_${randomBytes(6).toString("hex")}`

describe("A command that cannot use its database says why, and what to do:", () => {
  let databases: Databases
  before(async () => {
    databases = await freshDatabases()
    await administer(databases.env.TEST_DATABASE_URL!, `CREATE ROLE ${ROLE} LOGIN PASSWORD 'right'`)
  })
  after(async () => {
    await administer(databases.env.TEST_DATABASE_URL!, `DROP ROLE ${ROLE}`)
    await databases.remove()
  })

  async function refusal(changes: Partial<URL>, command = "accounts list"): Promise<string> {
    const url = Object.assign(new URL(databases.env.TEST_DATABASE_URL!), changes)
    const { status, stderr } = await runCommand(command.split(" "), { ...databases.env, TEST_DATABASE_URL: url.href })
    expect(status, stderr).to.equal(1)
    expect(stderr).to.match(/^vintem: The test database [^\n]+\n$/)
    return stderr
  }

  it("its role has no rights yet", async () => {
    expect(await refusal({ username: ROLE, password: "right" })).to.contain("run deploy/postgres/grants.sql")
  })

  it("the password is wrong, which is not shown", async () => {
    const message = await refusal({ username: ROLE, password: "wrong" })
    expect(message).to.contain(`password authentication failed for user "${ROLE}"`).and.contain("Look at TEST_DATABASE_URL")
    expect(message).to.not.contain("wrong")
  })

  it("its role cannot migrate it", async () => {
    const empty = await emptyDatabase()
    try {
      const { pathname } = new URL(empty.url)
      const message = await refusal({ pathname, username: ROLE, password: "right" }, "migrate")
      expect(message).to.contain("permission denied").and.contain("as the role that owns it")
    } finally {
      await empty.remove()
    }
  })

  it("nothing listens", async () => {
    expect(await refusal({ port: String(await freePort()) }))
      .to.contain("ECONNREFUSED")
      .and.not.contain("migrate")
  })

  it("it was never migrated", async () => {
    const empty = await emptyDatabase()
    try {
      expect(await refusal({ pathname: new URL(empty.url).pathname })).to.contain("run 'vintem migrate'")
    } finally {
      await empty.remove()
    }
  })
})
