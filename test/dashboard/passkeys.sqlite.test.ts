import { expect } from "chai"
import { deleteOldChallenges } from "../../src/accounts/users/challenges.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { Authenticator, prove, register, signInByPasskey } from "../support/browser/authenticator.ts"
import { command, loginPath, signIn, type Visitor, visit } from "../support/dashboard/dashboard.ts"
import { sql } from "../support/databases/sql.ts"

describe("A passkey", () => {
  let vintem: Running
  let origin: string
  before(async () => {
    vintem = await startVintem()
    origin = vintem.server.dashboardOrigin!
  })
  after(() => vintem.close())

  const database = () => vintem.server.modes.test.database
  const change = (text: string) => database().transaction((tx) => tx.run(sql<void>(text), {}))
  /** The proofs of all sessions become too old. */
  const ageProofs = () => change("UPDATE sessions SET proved_ms = proved_ms - 300000")
  const page = `/prove?to=/passkeys`
  const isIn = async (visitor: Visitor) => (await visitor.get("/passkeys")).status === 200
  /** Somebody who has registered a passkey after their first link. */
  const newcomer = async (email: string, role = "owner") => {
    const browser = await signIn(vintem, email, role)
    const key = new Authenticator()
    const registered = await register(browser, key, { origin })
    expect(registered.status, registered.html).to.equal(200)
    return { browser, key }
  }

  it("is asked for after the first link, registered there, and signs its user in from then on", async () => {
    await command(vintem, ["users", "add", "ana@example.com", "--role", "owner"])
    const browser = visit(vintem)
    expect((await browser.post(await loginPath(vintem, "ana@example.com"))).location).to.equal("/passkeys/new")
    const before = browser.cookie
    const key = new Authenticator()
    expect(JSON.parse((await register(browser, key, { origin })).html)).to.deep.equal({ to: "/" })
    expect(browser.cookie, "a new session").to.not.equal(before)
    expect((await browser.get("/passkeys")).html).to.include("Laptop")
    const other = visit(vintem)
    const page = await signInByPasskey(other, key, { origin })
    expect([page.status, JSON.parse(page.html)]).to.deep.equal([200, { to: "/" }])
    expect((await other.get("/passkeys")).html).to.include("ana@example.com")
    expect((await other.post(await loginPath(vintem, "ana@example.com"))).location, "the next link").to.equal("/")
  })

  it("proves again who its user is, for five minutes, in a new session", async () => {
    const { browser, key } = await newcomer("again@example.com")
    expect((await browser.get(page)).location).to.equal("/passkeys")
    await ageProofs()
    expect((await browser.get(page)).html).to.include("Confirm with a passkey")
    const old = browser.cookie
    expect(JSON.parse((await prove(browser, key, { origin }, "/passkeys")).html)).to.deep.equal({ to: "/passkeys" })
    expect((await browser.get(page)).location).to.equal("/passkeys")
    const thief = visit(vintem)
    thief.cookie = old
    expect(await isIn(thief), "the session before the proof").to.equal(false)
  })

  it("cannot be added by whoever has a session's cookie: a further one needs a proof, and the first one a session that a link opened", async () => {
    const { browser, key } = await newcomer("stolen@example.com")
    await ageProofs()
    expect((await browser.get("/passkeys/new")).location).to.equal("/prove?to=%2Fpasskeys%2Fnew")
    expect((await register(browser, new Authenticator(), { origin })).status).to.equal(403)
    const byLink = visit(vintem)
    await byLink.post(await loginPath(vintem, "stolen@example.com"))
    expect((await register(byLink, new Authenticator(), { origin })).status).to.equal(403)
    await prove(browser, key, { origin })
    expect((await register(browser, new Authenticator(), { origin })).status).to.equal(200)
  })

  it("cannot be added by a session that a link opened more than ten minutes ago, whose cookie others may have read", async () => {
    const late = await signIn(vintem, "late@example.com", "viewer")
    expect((await late.get("/passkeys/new")).status).to.equal(200)
    await change("UPDATE sessions SET created_ms = created_ms - 600000")
    expect((await late.get("/passkeys/new")).location).to.equal("/prove?to=%2Fpasskeys%2Fnew")
    expect((await register(late, new Authenticator(), { origin })).status).to.equal(403)
    expect((await late.get("/prove?to=%2Fpasskeys%2Fnew")).html).not.to.include('href="/passkeys/new')
  })

  it("signs nobody in with an answer that was sent before, or to a challenge of another browser, kind or time", async () => {
    const { browser, key } = await newcomer("replay@example.com")
    const stranger = visit(vintem)
    const ask = async (visitor: Visitor, path: string) => JSON.parse((await visitor.post(path)).html)
    const send = async (visitor: Visitor, answer: string) => (await visitor.post("/sign-in/passkey", { answer })).status
    const used = key.get(await ask(stranger, "/sign-in/passkey/challenge"), { origin })
    const { cookie } = stranger
    expect(await send(stranger, used)).to.equal(200)
    stranger.cookie = cookie
    expect(await send(stranger, used), "replayed").to.equal(403)
    const others = await ask(visit(vintem), "/sign-in/passkey/challenge")
    await ask(stranger, "/sign-in/passkey/challenge")
    expect(await send(stranger, key.get(others, { origin })), "of another browser").to.equal(403)
    await browser.get("/passkeys")
    const proof = await ask(browser, "/prove/challenge")
    await ask(stranger, "/sign-in/passkey/challenge")
    expect(await send(stranger, key.get(proof, { origin })), "of a proof").to.equal(403)
    const late = await ask(stranger, "/sign-in/passkey/challenge")
    await change("UPDATE sign_in_challenges SET expires_at_ms = expires_at_ms - 300000")
    expect(await send(stranger, key.get(late, { origin })), "too late").to.equal(403)
    expect(await isIn(stranger)).to.equal(false)
  })

  it("signs nobody in without user verification, for another origin, by a counter that went back, or with a broken answer", async () => {
    const { key } = await newcomer("odd@example.com")
    const stranger = visit(vintem)
    const tries = {
      "no verification": { origin, verified: false },
      "other origin": { origin: "https://evil.example" },
      "counter that stands": { origin, counter: key.counter },
      "counter that went back": { origin, counter: 0 },
      "other user": { origin, userHandle: Buffer.from("usr_other").toString("base64url") },
      "other kind": { origin, type: "webauthn.create" },
    }
    for (const [name, answering] of Object.entries(tries))
      expect((await signInByPasskey(stranger, key, answering)).status, name).to.equal(403)
    for (const answer of ["", "{}", "null", "[]", '{"id":1,"response":{"clientDataJSON":"e30"}}', "x".repeat(70_000)]) {
      await stranger.post("/sign-in/passkey/challenge")
      expect((await stranger.post("/sign-in/passkey", { answer })).status, answer.slice(0, 20)).to.equal(403)
    }
    expect(await isIn(stranger)).to.equal(false)
    expect((await signInByPasskey(stranger, key, { origin })).status, "and then the honest one").to.equal(200)
  })

  it("leads on to the page that was asked for first, and to no other site", async () => {
    const { key } = await newcomer("deep@example.com")
    const stranger = visit(vintem)
    const asked = `/${vintem.account}/test/payments?status=succeeded&q=49%2C90`
    const { location } = await stranger.get(asked)
    expect(location).to.equal(`/sign-in?${new URLSearchParams({ to: asked })}`)
    expect((await stranger.get(location!)).html).to.include(`name="to" value="${asked.replaceAll("&", "&amp;")}"`)
    expect(JSON.parse((await signInByPasskey(stranger, key, { origin }, asked)).html)).to.deep.equal({ to: asked })
    for (const to of ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:1", ""]) {
      const answer = await signInByPasskey(visit(vintem), key, { origin }, to)
      expect([answer.status, JSON.parse(answer.html)], to).to.deep.equal([200, { to: "/" }])
    }
  })

  it("proves nothing by the answer to a challenge of another kind in the same session", async () => {
    const { browser, key } = await newcomer("kinds@example.com")
    await browser.get("/passkeys/new")
    const { challenge } = JSON.parse((await browser.post("/passkeys/challenge")).html)
    const answer = key.get({ challenge, rpId: new URL(origin).hostname }, { origin })
    expect((await browser.post("/prove", { answer })).status).to.equal(403)
    expect((await prove(browser, key, { origin })).status, "and then the honest one").to.equal(200)
  })

  it("signs in one of two authenticators that have counted to the same number, such as a copy", async () => {
    const { key } = await newcomer("copied@example.com")
    const counter = key.counter + 1
    const answers = await Promise.all(Array.from({ length: 4 }, () => signInByPasskey(visit(vintem), key, { origin, counter })))
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 403, 403, 403])
  })

  it("is not that of somebody who was removed, and proves nothing in another user's session", async () => {
    const { key } = await newcomer("gone@example.com")
    const { browser } = await newcomer("stays@example.com")
    await ageProofs()
    expect((await prove(browser, key, { origin })).status).to.equal(403)
    expect((await browser.get(page)).status).to.equal(200)
    await command(vintem, ["users", "remove", "gone@example.com"])
    expect((await signInByPasskey(visit(vintem), key, { origin })).status).to.equal(403)
    await command(vintem, ["users", "add", "gone@example.com", "--role", "viewer"])
    expect((await signInByPasskey(visit(vintem), key, { origin })).status, "the address came back").to.equal(403)
  })

  it("takes a sign-in only from a page of the dashboard", async () => {
    const { key } = await newcomer("origin@example.com")
    const stranger = visit(vintem)
    for (const headers of [{ origin: "https://evil.example" }, { origin: "null" }, { origin: "" }]) {
      expect((await stranger.post("/sign-in/passkey/challenge", {}, headers)).status).to.equal(403)
      expect((await stranger.post("/sign-in/passkey", {}, headers)).status).to.equal(403)
    }
    const challenge = JSON.parse((await stranger.post("/sign-in/passkey/challenge")).html)
    const answer = key.get(challenge, { origin })
    expect((await stranger.post("/sign-in/passkey", { answer }, { origin: "https://evil.example" })).status).to.equal(403)
  })

  it("can be renamed and removed by its user only, removing after a proof, and says what follows the last one", async () => {
    const { browser, key } = await newcomer("tidy@example.com")
    const { browser: other } = await newcomer("nosy@example.com")
    const id = /\/passkeys\/(psk_\w+)\/remove/.exec((await browser.get("/passkeys")).html)![1]!
    await other.get("/passkeys")
    for (const what of ["rename", "remove"])
      expect((await other.post(`/passkeys/${id}/${what}`, { name: "Mine" })).status, what).to.equal(404)
    expect((await browser.post(`/passkeys/${id}/rename`, { name: '<b>"Phone"' })).location).to.equal("/passkeys")
    expect((await browser.get("/passkeys")).html).to.include("&lt;b&gt;&quot;Phone&quot;")
    expect((await browser.get(`/passkeys/${id}/remove`)).html).to.include("This is your last passkey")
    await ageProofs()
    expect((await browser.post(`/passkeys/${id}/remove`)).location).to.match(/^\/prove/)
    await prove(browser, key, { origin })
    const elsewhere = visit(vintem)
    expect((await signInByPasskey(elsewhere, key, { origin })).status).to.equal(200)
    await browser.get(`/passkeys/${id}/remove`)
    expect((await browser.post(`/passkeys/${id}/remove`)).location).to.equal("/passkeys")
    expect(await isIn(elsewhere), "a session on the device that was lost").to.equal(false)
    expect((await browser.get("/passkeys")).html).to.include("You have no passkey")
    expect((await signInByPasskey(visit(vintem), key, { origin })).status).to.equal(403)
  })

  it("is in the audit log when it is registered, used to prove, renamed and removed; no page and no log has its keys", async () => {
    const entries = await command<{ action: string; target: string }[]>(vintem, ["audit", "list"])
    const actions = new Set(entries.map(({ action }) => action))
    for (const action of ["passkey.add", "passkey.rename", "passkey.remove", "dashboard.prove"])
      expect(actions, action).to.include(action)
    expect(entries.find(({ action }) => action === "passkey.add")!.target).to.match(/^psk_/)
  })

  it("leaves no old challenge in the database", async () => {
    await visit(vintem).post("/sign-in/passkey/challenge")
    await change("UPDATE sign_in_challenges SET expires_at_ms = expires_at_ms - 600000")
    await database().transaction((tx) => deleteOldChallenges(tx, 500))
    expect(await database().all(sql("SELECT digest FROM sign_in_challenges"), {})).to.deep.equal([])
  })
})
