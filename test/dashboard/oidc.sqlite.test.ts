import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "chai"
import { readConfig } from "../../src/config/config.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { barriers } from "../support/browser/axe.ts"
import { launchChromium } from "../support/browser/chromium.ts"
import { command, loginPath, type Page, signIn, type Visitor, visit } from "../support/dashboard/dashboard.ts"
import { CLIENT, comeBack, type Issuer, passIssuer, startIssuer } from "../support/dashboard/issuer.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { freePort } from "../support/databases/postgres.ts"
import { sql } from "../support/databases/sql.ts"

describe("Signing in by OpenID Connect", () => {
  let vintem: Running
  let issuer: Issuer
  let databases: Databases
  let origin: string
  before(async () => {
    const port = await freePort()
    origin = `http://localhost:${port}`
    issuer = await startIssuer(origin)
    databases = await freshDatabases({})
    const secretFile = join(databases.directory, "oidc-secret")
    writeFileSync(secretFile, `${CLIENT.secret}\n`)
    chmodSync(secretFile, 0o600)
    const oidc = { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET_FILE: secretFile }
    vintem = await startVintem({ DASHBOARD_PORT: String(port), ...oidc }, { databases })
    await command(vintem, ["users", "add", "ana@example.com", "--role", "owner"])
  })
  after(async () => {
    await vintem.close()
    await issuer.close()
    await databases.remove()
  })
  beforeEach(() => {
    issuer.asksAgain = true
    issuer.changeClaims = undefined
    issuer.signsWithOtherKey = false
    issuer.person = { sub: "ana", email: "ana@example.com", email_verified: true }
  })

  const change = (text: string) => vintem.server.modes.test.database.transaction((tx) => tx.run(sql<void>(text), {}))
  const ageProofs = () => change("UPDATE sessions SET proved_ms = proved_ms - 300000")
  /** Goes to the issuer and back. */
  const pass = async (visitor: Visitor, path = "/sign-in/oidc", jar?: Map<string, string>): Promise<Page> =>
    comeBack(visitor, await passIssuer((await visitor.get(path)).location!, jar))

  it("opens a session for the user with the e-mail that the issuer has verified, and counts as proof", async () => {
    const visitor = visit(vintem)
    expect((await visitor.get("/sign-in")).html).to.include(`Sign in with ${new URL(issuer.url).host}`)
    const page = await pass(visitor)
    expect([page.status, page.headers.refresh]).to.deep.equal([200, "0; url=/"])
    expect((await visitor.get("/passkeys")).html).to.include("ana@example.com")
    expect((await visitor.get("/prove?to=/passkeys")).location).to.equal("/passkeys")
  })

  it("proves who somebody is only as long ago as they signed in at the issuer", async () => {
    issuer.asksAgain = false
    const visitor = visit(vintem)
    expect((await pass(visitor)).status).to.equal(200)
    expect((await visitor.get("/passkeys")).html).to.include("ana@example.com")
    expect((await visitor.get("/prove?to=/passkeys")).html).to.include("Confirm with")
  })

  it("is refused to an e-mail that nobody has, or that the issuer has not verified", async () => {
    for (const [person, text] of [
      [{ sub: "bea", email: "bea@example.com", email_verified: true }, "Ask an owner to add you"],
      [{ sub: "eve", email: "ana@example.com", email_verified: false }, "is not verified"],
      [{ sub: "mal", email: "ana@example.com", email_verified: "true" as never }, "is not verified"],
    ] as const) {
      issuer.person = person
      const visitor = visit(vintem)
      const page = await pass(visitor)
      expect([page.status, page.html.includes(text)], person.sub).to.deep.equal([403, true])
      expect((await visitor.get("/passkeys")).location).to.equal("/sign-in?to=%2Fpasskeys")
    }
  })

  it("is refused to an e-mail that only looks like a user's: beyond A to Z, upper and lower case are not the same", async () => {
    await command(vintem, ["users", "add", "kate@example.com", "--role", "owner"])
    for (const [email, status] of [
      ["\u212Aate@example.com", 403],
      ["KATE@Example.com", 200],
    ] as const) {
      issuer.person = { sub: email, email, email_verified: true }
      const visitor = visit(vintem)
      expect((await pass(visitor)).status, email).to.equal(status)
      expect((await visitor.get("/passkeys")).status, email).to.equal(status === 200 ? 200 : 303)
    }
  })

  it("is refused where the issuer's key did not sign who signs in", async () => {
    issuer.signsWithOtherKey = true
    const visitor = visit(vintem)
    const page = await pass(visitor)
    expect([page.status, page.html.includes("did not go through")]).to.deep.equal([400, true])
    expect((await visitor.get("/passkeys")).location).to.equal("/sign-in?to=%2Fpasskeys")
  })

  it("is refused, and proves nothing, where the issuer does not say when the person signed in, or more than 12 hours ago", async () => {
    const now = Math.floor(Date.now() / 1000)
    const without = ({ auth_time: _, ...claims }: Record<string, unknown>) => claims
    const ago = (seconds: number) => (claims: Record<string, unknown>) => ({ ...claims, auth_time: now - seconds })
    for (const [changeClaims, status] of [
      [without, 403],
      [ago(12 * 3600 + 60), 403],
      [ago(12 * 3600 - 60), 200],
    ] as const) {
      issuer.changeClaims = changeClaims
      const visitor = visit(vintem)
      const page = await pass(visitor)
      expect([page.status, page.html.includes("Your sign-in is too old")]).to.deep.equal([status, status === 403])
      expect((await visitor.get("/passkeys")).status).to.equal(status === 200 ? 200 : 303)
      if (status === 403) continue
      issuer.changeClaims = without
      const proof = await pass(visitor, "/sign-in/oidc?to=/passkeys")
      expect([proof.status, proof.html.includes("The confirmation is too old")]).to.deep.equal([403, true])
    }
  })

  it("takes an answer only once, and only in the browser that began", async () => {
    const visitor = visit(vintem)
    const back = await passIssuer((await visitor.get("/sign-in/oidc")).location!)
    const stranger = visit(vintem)
    expect((await comeBack(stranger, back)).status, "without its cookie").to.equal(400)
    await stranger.get("/sign-in/oidc")
    expect((await comeBack(stranger, back)).status, "with the cookie of another sign-in").to.equal(400)
    const { cookie } = visitor
    expect((await comeBack(visitor, back)).status).to.equal(200)
    visitor.cookie = cookie
    expect((await comeBack(visitor, back)).status, "again").to.equal(400)
    const forged = back.replace(/state=[^&]+/, `state=${"A".repeat(43)}`)
    const other = visit(vintem)
    await other.get("/sign-in/oidc")
    expect((await comeBack(other, forged)).status, "with another state").to.equal(400)
    const third = visit(vintem)
    const state = new URL((await third.get("/sign-in/oidc")).location!).searchParams.get("state")!
    const mixed = back.replace(/state=[^&]+/, `state=${state}`)
    expect((await comeBack(third, mixed)).status, "with the code of another sign-in").to.equal(400)
  })

  it("is refused where the person cancels at the issuer", async () => {
    const visitor = visit(vintem)
    const state = new URL((await visitor.get("/sign-in/oidc")).location!).searchParams.get("state")!
    const query = new URLSearchParams({ error: "access_denied", state, iss: issuer.url })
    const page = await comeBack(visitor, `/sign-in/oidc/callback?${query}`)
    expect([page.status, page.html.includes("did not go through")]).to.deep.equal([400, true])
  })

  it("proves again who somebody is only where the issuer has asked them again, and only for the same user", async () => {
    const visitor = visit(vintem)
    const jar = new Map<string, string>()
    await pass(visitor, "/sign-in/oidc", jar)
    await ageProofs()
    expect((await visitor.get("/prove?to=/passkeys")).html).to.include("Confirm with")
    const asked = new URL((await visitor.get("/sign-in/oidc?to=/passkeys")).location!)
    expect([asked.searchParams.get("prompt"), asked.searchParams.get("max_age")]).to.deep.equal(["login", "0"])
    issuer.person = { sub: "bea", email: "bea@example.com", email_verified: true }
    await command(vintem, ["users", "add", "bea@example.com", "--role", "owner"])
    expect((await pass(visitor, "/sign-in/oidc?to=/passkeys")).html).to.include("You confirmed as another user")
    issuer.person = { sub: "ana", email: "ana@example.com", email_verified: true }
    issuer.asksAgain = false
    const lazy = await pass(visitor, "/sign-in/oidc?to=/passkeys")
    expect([lazy.status, lazy.html.includes("did not ask you to sign in again")]).to.deep.equal([403, true])
    issuer.asksAgain = true
    const page = await pass(visitor, "/sign-in/oidc?to=/passkeys", jar)
    expect(page.headers.refresh).to.equal("0; url=/passkeys")
    expect((await visitor.get("/prove?to=/passkeys")).location).to.equal("/passkeys")
  })

  it("works in a browser, which keeps its cookies of this site from the issuer's redirect", async () => {
    const browser = await launchChromium()
    try {
      const page = await browser.newPage()
      await page.goto(`${origin}/sign-in`)
      await page.getByRole("link", { name: "Sign in with 127.0.0.1" }).click()
      await page.waitForURL(/\/home$/)
      await page.goto(`${origin}/passkeys`)
      expect(await page.textContent("main")).to.include("ana@example.com")
      await ageProofs()
      await page.goto(`${origin}/prove?to=/passkeys`)
      await page.getByRole("link", { name: "Confirm with" }).click()
      await page.waitForURL(`${origin}/passkeys`)

      const account = await vintem.newAccount("Loja Exemplo")
      await command(vintem, ["users", "add", "ana@example.com", "--role", "owner", "--account", account])
      await page.context().clearCookies()
      await page.goto(`${origin}/sign-in`)
      await page.getByRole("link", { name: "Sign in with 127.0.0.1" }).click()
      expect(await page.textContent("h1")).to.equal("Choose an account")
      expect(await barriers(page)).to.deep.equal([])
      await page.getByRole("button", { name: "Loja Exemplo" }).click()
      await page.waitForURL(new RegExp(`/${account}/.*/home$`))
      await command(vintem, ["users", "remove", "ana@example.com", "--account", account])
    } finally {
      await browser.close()
    }
  })

  it("asks somebody with users in several accounts which account they want, once, in the browser that began", async () => {
    const shops = { one: await vintem.newAccount("Loja Exemplo"), other: await vintem.newAccount("Padaria") }
    const mia = "mia@example.com"
    const ids: Record<string, string> = {}
    for (const [name, email, account] of [
      ["one", mia, shops.one],
      ["other", mia, shops.other],
      ["stranger", "nil@example.com", shops.one],
    ] as const)
      ids[name] = (await command<{ id: string }>(vintem, ["users", "add", email, "--role", "viewer", "--account", account])).id
    issuer.person = { sub: "mia", email: mia, email_verified: true }
    const CHOOSE = "/sign-in/oidc/choose"
    const isRefused = async (visitor: Visitor, form: Record<string, string>, headers = {}) => {
      const page = await visitor.post(CHOOSE, form, headers)
      expect([page.status, page.headers["set-cookie"] ?? ""].join(" "))
        .to.match(/^40[03]/)
        .and.not.include("vintem=")
      expect((await visitor.get("/passkeys")).location).to.equal("/sign-in?to=%2Fpasskeys")
    }
    const ask = async (path = "/sign-in/oidc") => {
      const visitor = visit(vintem)
      const page = await pass(visitor, path)
      expect([page.status, /vintem=/.test(visitor.cookie)]).to.deep.equal([200, false])
      return { visitor, page, choice: /name="choice" value="(\w+)"/.exec(page.html)![1]! }
    }

    const { visitor, page, choice } = await ask("/sign-in/oidc?to=/passkeys")
    expect(page.html).to.include("Choose an account").and.include(mia).and.not.include("nil@example.com")
    expect(Array.from(page.html.matchAll(/name="user" value="(\w+)">([^<]*\w)/g), ([, id, name]) => [id, name])).to.deep.equal([
      [ids.one, "Loja Exemplo"],
      [ids.other, "Padaria"],
    ])
    const { visitor: stranger } = await ask()
    await isRefused(stranger, { choice, user: ids.one! })
    await isRefused(visit(vintem), { choice, user: ids.one! })
    await isRefused(visitor, { choice, user: ids.one! }, { origin: "https://elsewhere.example" })
    const { cookie } = visitor
    const chosen = await visitor.post(CHOOSE, { choice, user: ids.other! })
    expect([chosen.status, chosen.location]).to.deep.equal([303, "/passkeys"])
    expect((await visitor.get("/")).location).to.include(shops.other)
    expect((await visitor.get(`/${shops.one}/test/payments`)).status).to.equal(404)
    expect((await visitor.get("/prove?to=/passkeys")).location, "proved by the issuer").to.equal("/passkeys")
    visitor.cookie = cookie
    await isRefused(visitor, { choice, user: ids.other! })

    for (const user of [ids.stranger!, "usr_none", ""]) {
      const asked = await ask()
      await isRefused(asked.visitor, { choice: asked.choice, user })
    }
    const late = await ask()
    await change("UPDATE sign_in_challenges SET expires_at_ms = expires_at_ms - 300000")
    await isRefused(late.visitor, { choice: late.choice, user: ids.one! })
    const removed = await ask()
    await command(vintem, ["users", "remove", mia, "--account", shops.one])
    await isRefused(removed.visitor, { choice: removed.choice, user: ids.one! })
    expect((await pass(visit(vintem))).headers.refresh, "with one user left, nothing is asked").to.equal("0; url=/")
  })

  it("proves the user of the session, also where the person has users in several accounts", async () => {
    const account = await vintem.newAccount("Farmácia")
    await command(vintem, ["users", "add", "ana@example.com", "--role", "owner", "--account", account])
    const visitor = visit(vintem)
    await visitor.post(await loginPath(vintem, "ana@example.com", account))
    const page = await pass(visitor, "/sign-in/oidc?to=/passkeys")
    expect(page.headers.refresh).to.equal("0; url=/passkeys")
    expect((await visitor.get("/prove?to=/passkeys")).location).to.equal("/passkeys")
    expect((await visitor.get("/")).location).to.include(account)
    await command(vintem, ["users", "remove", "ana@example.com", "--account", account])
  })

  it("says so where the issuer does not answer, and leaves the other ways open", async () => {
    const secret = join(databases.directory, "oidc-secret")
    const down = `http://127.0.0.1:${await freePort()}`
    const env = { OIDC_ISSUER: down, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET_FILE: secret }
    const other = await startVintem(env, { databases })
    const visitor = visit(other)
    expect((await visitor.get("/sign-in")).status).to.equal(200)
    const page = await visitor.get("/sign-in/oidc")
    expect([page.status, page.html.includes("does not answer")]).to.deep.equal([503, true])
    expect((await (await signIn(other, "cara@example.com", "viewer")).get("/passkeys")).status).to.equal(200)
    await other.server.close()
  })

  it("needs all of its variables, and a secret that others cannot read", () => {
    const secret = join(databases.directory, "oidc-secret")
    const all = { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET_FILE: secret }
    expect(() => readConfig({ ...all, OIDC_CLIENT_ID: "" })).to.throw("OIDC_CLIENT_ID has no value")
    expect(() => readConfig({ ...all, OIDC_ISSUER: "http://issuer.example" })).to.throw("OIDC_ISSUER must be an https:// URL")
    chmodSync(secret, 0o604)
    expect(() => readConfig(all)).to.throw("OIDC_CLIENT_SECRET_FILE must be a file that other users cannot open")
    chmodSync(secret, 0o600)
  })
})
