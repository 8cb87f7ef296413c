import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { administer } from "../support/databases/postgres.ts"
import { sql } from "../support/databases/sql.ts"
import { newMerchant, payOne } from "../support/merchants/merchant.ts"

/** Roles belong to the whole server, where other tests run too. */
const ROLE = `vintem_service_${randomBytes(6).toString("hex")}`

function documentedStatements(): string {
  const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")
  const role = /```sql\n(.*?)```/s.exec(read("docs/audit-log.md"))![1]!
  return (role + read("deploy/postgres/grants.sql")).replaceAll("vintem_service", ROLE)
}

describe("A service whose role in Postgres owns nothing", () => {
  let databases: Databases
  let vintem: Running
  before(async () => {
    databases = await freshDatabases()
    const url = new URL(databases.env.TEST_DATABASE_URL!)
    await administer(url.href, documentedStatements())
    Object.assign(url, { username: ROLE, password: "a secret of your own" })
    vintem = await startVintem({ TEST_DATABASE_URL: url.href }, { databases })
  })
  after(async () => {
    await vintem.close()
    await administer(databases.env.TEST_DATABASE_URL!, `DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`)
    await databases.remove()
  })

  it("takes payments, and runs commands that write to the audit log", async () => {
    expect((await payOne(await newMerchant(vintem))).status).to.equal("succeeded")
    await vintem.server.tick()
    const added = await vintem.cli("origins", "add", "--mode", "test", "--account", vintem.account, "https://loja.example")
    expect(added.stderr).to.equal("")
    const { json } = await vintem.cli("audit", "list", "--json")
    expect(json.map(({ action }: { action: string }) => action)).to.deep.equal(["origin.add"])
  })

  it("rotates its encryption keys, and goes on with them", async () => {
    const [rotated] = (await vintem.cli("encryption", "rotate", "--json")).json
    expect([rotated.retired.length, rotated.unreadable]).to.deep.equal([1, []])
    expect((await payOne(await newMerchant(vintem))).status).to.equal("succeeded")
  })

  it("cannot change the audit log, nor remove what protects it", async () => {
    const attempts = [
      "DELETE FROM audit_log",
      "UPDATE audit_log SET actor = 'somebody else'",
      "TRUNCATE audit_log",
      "ALTER TABLE audit_log DISABLE TRIGGER ALL",
      "DROP TRIGGER audit_log_append_only ON audit_log",
      "DROP TABLE audit_log",
      "CREATE OR REPLACE FUNCTION refuse_change_of_audit_log() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
      "SET session_replication_role = replica",
    ]
    for (const attempt of attempts) {
      const refusal = await vintem.server.modes.test.database.transaction((tx) => tx.run(sql(attempt), {})).catch(String)
      expect(refusal, attempt).to.match(/permission denied|must be owner/)
    }
  })
})
