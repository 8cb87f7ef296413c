// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import { runCommand } from "../../support/app/vintem.ts"
import { type AuthenticatingAccount, startAuthenticatingAccount } from "./live-account.ts"

describe("vintem acquirer check, at Cielo", function () {
  this.timeout(120_000)
  let live: AuthenticatingAccount
  before(async () => {
    live = await startAuthenticatingAccount()
  })
  after(() => live?.close())

  const check = async (more: Record<string, string> = {}) => {
    const { databases, cielo, merchant } = live
    const addresses = { CIELO_API_URL: cielo.url, CIELO_QUERY_URL: cielo.queryUrl, CIELO_MPI_URL: cielo.mpi.url }
    const env = { ...databases.env, ...addresses, ...more }
    const { status, stdout, stderr } = await runCommand(["acquirer", "check", "--account", merchant.account, "--json"], env)
    const found: { name: string; result: string }[] = JSON.parse(stdout)
    return { status, stderr, found: Object.fromEntries(found.map(({ name, result }) => [name, result])) }
  }

  it("proves the key and the credentials for 3-D Secure, and sells nothing", async () => {
    const { status, stderr, found } = await check()
    expect(status, stderr).to.equal(0)
    expect(found).to.deep.equal({ merchant_key: "right", mpi: "right", threeds_origin: "right" })
    expect(await live.cielo.control.ledger()).to.deep.equal([])
  })

  it("exits with 1 where the service has no origin for the page of 3-D Secure", async () => {
    const https = { BASE_URL: "https://pay.example", FRAME_ORIGIN: "https://frame.example", LIVE_INSECURE_OK: "postgres-tls" }
    const { status, stderr, found } = await check(https)
    expect([status, found.threeds_origin]).to.deep.equal([1, "wrong"])
    expect(stderr).to.contain("threeds_origin")
    expect((await check({ ...https, THREEDS_ORIGIN: "https://threeds.example" })).status).to.equal(0)
  })

  it("exits with 1, and says what Cielo refuses", async () => {
    await live.setAcquirer({ ...live.cielo.merchant, merchant_key: "W".repeat(40) })
    const { status, stderr, found } = await check()
    expect([status, found]).to.deep.equal([1, { merchant_key: "wrong", mpi: "right", threeds_origin: "right" }])
    expect(stderr).to.contain("does not work as it is set: merchant_key").and.not.contain("WWW")
  })
})
