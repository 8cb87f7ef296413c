import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "chai"
import { ConfigError, readConfig } from "../../src/config/config.ts"
import { liveDatabasesOf } from "../../src/config/databases.ts"

const LIVE = {
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  LIVE_DATABASE_URL: "postgres://127.0.0.1/main",
  LIVE_INSECURE_OK: "http",
}
const EAST = { LIVE_DATABASE_URL_EAST: "postgres://127.0.0.1/east" }

function expectRefused(env: Record<string, string>, ...named: string[]): void {
  expect(() => readConfig(env), JSON.stringify(env))
    .to.throw(ConfigError)
    .with.property("message")
    .that.matches(/^[^\n]+$/)
  for (const text of named) expect(() => readConfig(env)).to.throw(ConfigError, text)
  expect(() => readConfig(env)).to.not.throw(/hunter2/)
}

describe("The databases of live mode", () => {
  let directory: string
  before(() => {
    directory = mkdtempSync(join(tmpdir(), "vintem-databases-"))
  })
  after(() => rmSync(directory, { recursive: true }))

  const names = (env: Record<string, string>) => liveDatabasesOf(readConfig(env)).map(({ name }) => name)

  it("are none, one, or several with names", () => {
    expect(names({})).to.deep.equal([])
    expect(names(LIVE)).to.deep.equal(["main"])
    expect(names({ ...LIVE, LIVE_DATABASE_URL_N2: "postgres://127.0.0.1/n2", ...EAST })).to.deep.equal(["main", "east", "n2"])
    expect(names({ ...LIVE, LIVE_DATABASE_URL_EAST: "" })).to.deep.equal(["main"])
  })

  it("can have their URLs in files that only their owner and group can open", () => {
    const file = join(directory, "east")
    writeFileSync(file, `${EAST.LIVE_DATABASE_URL_EAST}\n`)
    chmodSync(file, 0o640)
    const env = { ...LIVE, LIVE_DATABASE_URL_EAST_FILE: file }
    expect(readConfig(env).furtherDatabases).to.deep.equal({ east: EAST.LIVE_DATABASE_URL_EAST })
    expectRefused({ ...env, ...EAST }, "LIVE_DATABASE_URL_EAST_FILE", "not both")
    chmodSync(file, 0o644)
    expectRefused(env, "LIVE_DATABASE_URL_EAST_FILE", "chmod o=")
    writeFileSync(file, "sqlite:hunter2")
    chmodSync(file, 0o600)
    expectRefused(env, "LIVE_DATABASE_URL_EAST_FILE", "postgres://")
  })

  for (const name of ["FILE", "MAIN", "MAIN_FILE", "EAST_2", "2", "east", "", "_FILE", "ÖST"]) {
    it(`have no name such as '${name}'`, () => {
      const variable = `LIVE_DATABASE_URL_${name}`
      expectRefused({ ...LIVE, [variable]: "postgres://vintem:hunter2@127.0.0.1/east" }, variable)
    })
  }

  it("are each on Postgres, private, and another one than that of test mode", () => {
    const east = (url: string) => ({ ...LIVE, LIVE_DATABASE_URL_EAST: url })
    expectRefused(east("sqlite:hunter2"), "LIVE_DATABASE_URL_EAST", "Postgres only")
    expectRefused(east("postgres://vintem:hunter2@db.example/east"), "LIVE_DATABASE_URL_EAST", "LIVE_INSECURE_OK=postgres-tls")
    const url = "postgres://vintem:hunter2@127.0.0.1/east"
    expectRefused({ ...east(url), TEST_DATABASE_URL: url }, "LIVE_DATABASE_URL_EAST", "TEST_DATABASE_URL")
    expectRefused({ ...east(url), LIVE_DATABASE_URL: url }, "LIVE_DATABASE_URL_EAST", "two databases")
    expectRefused({ ...east(url), LIVE_DATABASE_URL_WEST: url }, "LIVE_DATABASE_URL_EAST", "LIVE_DATABASE_URL_WEST")
  })

  it("are none without the database main", () => {
    expectRefused(EAST, "LIVE_DATABASE_URL", "main")
  })

  it("get new accounts in LIVE_DEFAULT_DATABASE, which must be one of them", () => {
    expect(readConfig({ ...LIVE, ...EAST, LIVE_DEFAULT_DATABASE: "east" }).liveDefaultDatabase).to.equal("east")
    expect(readConfig({ ...LIVE, LIVE_DEFAULT_DATABASE: "" }).liveDefaultDatabase).to.equal("main")
    expectRefused({ ...LIVE, LIVE_DEFAULT_DATABASE: "east" }, "LIVE_DATABASE_URL_EAST")
    expectRefused({ ...LIVE, ...EAST, LIVE_DEFAULT_DATABASE: "EAST" }, "LIVE_DEFAULT_DATABASE", "small letters")
    expectRefused({ ...LIVE, ...EAST, LIVE_DEFAULT_DATABASE: "file" }, "LIVE_DEFAULT_DATABASE")
  })
})
