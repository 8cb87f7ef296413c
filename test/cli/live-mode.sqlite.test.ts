import { randomBytes } from "node:crypto"
import { expect } from "chai"
import { pino } from "pino"
import { type CommandResult, type Running, runCommand, startVintem } from "../support/app/vintem.ts"
import { expectStatus } from "../support/merchants/payments.ts"

function expectOneLine({ status, stderr }: CommandResult, ...named: string[]): void {
  expect(status, stderr).to.equal(1)
  expect(stderr).to.match(/^vintem: [^\n]+\n$/)
  for (const name of named) expect(stderr).to.contain(name)
}

describe("Live mode with a key of its own", () => {
  const liveKey = randomBytes(32).toString("base64")
  let vintem: Running
  const warnings: { level: number; live_insecure_ok?: string[] }[] = []
  before(async () => {
    const log = pino({ level: "warn" }, { write: (line: string) => void warnings.push(JSON.parse(line)) })
    vintem = await startVintem({ LIVE_ENCRYPTION_KEY: liveKey }, { live: true, log })
  })
  after(() => vintem.close())

  it("warns in the log of the protection that it does without", () => {
    expect(warnings.map(({ live_insecure_ok }) => live_insecure_ok)).to.deep.equal([["http"]])
  })

  it("takes requests, as test mode does with the other key", async () => {
    const { key } = await vintem.newKey({ mode: "live" })
    expectStatus(await vintem.request("GET", "/v1/customers", undefined, { key }), 200)
    expectStatus(await vintem.request("GET", "/v1/customers"), 200)
    expect((await vintem.cli("keys", "list", "--json")).json.map(({ mode }: { mode: string }) => mode)).to.include.members([
      "test",
      "live",
    ])
  })

  it("cannot be opened with the key of test mode", async () => {
    expectOneLine(await runCommand(["keys", "list"], vintem.databases.env), "LIVE_ENCRYPTION_KEY", "does not open")
  })

  it("stops each command with one line that names the variable, where the configuration is not safe", async () => {
    const env = { ...vintem.databases.env, LIVE_ENCRYPTION_KEY: liveKey, LIVE_INSECURE_OK: "" }
    for (const command of ["serve", "migrate", "keys list"]) {
      expectOneLine(await runCommand(command.split(" "), env), "BASE_URL", "LIVE_INSECURE_OK=http")
    }
    const exposed = { ...env, BASE_URL: "https://pay.example", FRAME_ORIGIN: "https://frame.example" }
    const overNetwork = { ...exposed, LIVE_DATABASE_URL: "postgres://db.example/live" }
    expectOneLine(await runCommand(["serve"], overNetwork), "LIVE_DATABASE_URL", "LIVE_INSECURE_OK=postgres-tls")
    expectOneLine(await runCommand(["serve"], { ...exposed, LIVE_INSECURE_OK: "tls" }), "LIVE_INSECURE_OK")
  })
})
