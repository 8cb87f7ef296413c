import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { Authenticator, register, signInByPasskey } from "../support/browser/authenticator.ts"
import { signIn, visit } from "../support/dashboard/dashboard.ts"

describe("A limit by address", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({ RATE_LIMIT_ADDRESS: "20", TRUST_PROXY: "true" })
  })
  after(() => vintem.close())

  const from = (address: string) => ({ "x-forwarded-for": address })

  it("refuses an address that guesses, before anything is looked up", async () => {
    const guesser = visit(vintem)
    const headers = from("203.0.113.1")
    const statuses: number[] = []
    for (let i = 0; i < 20; i++) statuses.push((await guesser.get(`/sign-in/${"A".repeat(32)}`, headers)).status)
    expect(new Set(statuses)).to.deep.equal(new Set([410]))
    const { database } = vintem.server.modes.test
    // Nothing is read: a database that is held up changes nothing.
    const refused = await database.transaction(() => guesser.get("/", { ...headers, cookie: `vintem=${"A".repeat(40)}` }))
    expect([refused.status, refused.headers["retry-after"]]).to.deep.equal([429, "60"])
    expect((await guesser.get("/sign-in", from("203.0.113.2"))).status, "another address").to.equal(200)
  })

  it("counts guessed cookies, forms and passkeys too, and nothing of somebody who is signed in", async () => {
    const key = new Authenticator()
    const origin = vintem.server.dashboardOrigin!
    const guesses = {
      "203.0.113.3": (headers: object) => visit(vintem).get("/", { ...headers, cookie: `vintem=${"B".repeat(40)}` }),
      "203.0.113.4": (headers: object) => visit(vintem).post("/sign-in/passkey", { answer: "{}" }, headers as never),
      "203.0.113.5": (headers: object) => visit(vintem).get("/sign-in/oidc/callback?state=x", headers as never),
    }
    for (const [address, guess] of Object.entries(guesses)) {
      for (let i = 0; i < 20; i++) expect((await guess(from(address))).status, address).to.not.equal(429)
      expect((await guess(from(address))).status, address).to.equal(429)
    }
    const browser = await signIn(vintem, "ana@example.com", "viewer")
    for (let i = 0; i < 30; i++) expect((await browser.get("/nothing", from("203.0.113.6"))).status).to.equal(404)
    expect((await register(browser, key, { origin })).status).to.equal(200)
    expect((await signInByPasskey(visit(vintem), key, { origin })).status).to.equal(200)
  })

  it("lets an address begin 120 sign-ins in a minute", async () => {
    const headers = from("203.0.113.7")
    const statuses = []
    for (let i = 0; i < 121; i++) statuses.push((await visit(vintem).post("/sign-in/passkey/challenge", {}, headers)).status)
    expect(statuses.filter((status) => status === 200)).to.have.length(120)
    expect(statuses.at(-1)).to.equal(429)
  })
})
