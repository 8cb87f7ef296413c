import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { Authenticator, register, signInByPasskey } from "../support/browser/authenticator.ts"
import { command, loginPath, signIn, type Visitor, visit } from "../support/dashboard/dashboard.ts"
import { sql } from "../support/databases/sql.ts"

type User = { id: string; email: string; role: string; account: string | null }

describe("The users of the dashboard", () => {
  let vintem: Running
  let origin: string
  /** An owner of every account, and one of a single account, each signed in with a passkey. */
  let ana: Visitor
  let bea: Visitor
  let own: string
  let other: string
  before(async () => {
    vintem = await startVintem()
    origin = vintem.server.dashboardOrigin!
    own = vintem.account
    other = await vintem.newAccount("Other")
    ana = await owner("ana@example.com")
    bea = await owner("bea@example.com", own)
  })
  after(() => vintem.close())

  const owner = async (email: string, account?: string) => {
    const browser = await signIn(vintem, email, "owner", account)
    expect((await register(browser, new Authenticator(), { origin })).status).to.equal(200)
    return browser
  }
  const users = () => command<User[]>(vintem, ["users", "list"])
  const user = async (email: string, account?: string | null) =>
    (await users()).find((each) => each.email === email && (account === undefined || each.account === account))
  const pathOf = (rest: string, account = own) => `/${account}/test/users${rest}`
  /** Fills in the form of a page, and sends it. */
  const send = async (browser: Visitor, path: string, fields: Record<string, string> = {}, headers?: Record<string, string>) => {
    const { html } = await browser.get(path)
    return browser.post(path, { form_token: /name="form_token" value="(\w+)"/.exec(html)?.[1] ?? "", ...fields }, headers)
  }
  const linkIn = (html: string) => new URL(/http:\/\/localhost:\d+\/sign-in\/\w+/.exec(html)![0]).pathname
  const add = (email: string, role = "viewer") => send(bea, pathOf("/add"), { email, role })
  const newUser = async (email: string, role = "viewer") => {
    await add(email, role)
    return (await user(email))!
  }
  const change = (text: string) => vintem.server.modes.test.database.transaction((tx) => tx.run(sql<void>(text), {}))

  it("are added by an owner, who gets a one-time link to hand over, once", async () => {
    const path = pathOf("/add")
    const { html } = await bea.get(path)
    const form = { form_token: /name="form_token" value="(\w+)"/.exec(html)![1]!, email: "Cara@example.com", role: "operator" }
    const page = await bea.post(path, form)
    expect(await user("cara@example.com")).to.include({ role: "operator", account: own })
    const cara = visit(vintem)
    expect((await cara.post(linkIn(page.html))).location).to.equal("/passkeys/new")
    expect((await cara.get(pathOf("").replace("users", "payments"))).status).to.equal(200)
    const twice = await bea.post(path, form)
    expect([twice.status, twice.location]).to.deep.equal([303, pathOf("")])
    const known = await add("cara@example.com")
    expect([known.status, known.html.includes("already exists")]).to.deep.equal([400, true])
    expect((await add("no address")).html).to.include("is not an e-mail address")
    expect((await bea.get(pathOf(""))).html).to.include("cara@example.com")
  })

  it("are managed by owners only, and only after a proof of the last five minutes", async () => {
    const { id } = await newUser("dora@example.com")
    for (const role of ["viewer", "operator"]) {
      const browser = await signIn(vintem, `${role}@example.com`, role, own)
      expect((await browser.get(pathOf("").replace("users", "payments"))).html).to.not.include("/users")
      for (const path of ["", "/add", `/${id}/role`, `/${id}/link`, `/${id}/remove`]) {
        expect((await browser.get(pathOf(path))).status, path).to.equal(403)
        if (path) expect((await browser.post(pathOf(path))).status, path).to.equal(403)
      }
    }
    const unproved = await signIn(vintem, "unproved@example.com", "owner", own)
    expect((await unproved.get(pathOf(""))).html).to.include("dora@example.com")
    for (const path of ["/add", `/${id}/remove`]) {
      expect((await unproved.get(pathOf(path))).location).to.match(/^\/prove\?to=/)
      expect((await unproved.post(pathOf(path), { email: "x@example.com", role: "owner" })).location).to.match(/^\/prove/)
    }
    expect((await unproved.get("/prove?to=/")).html).to.include("You have no passkey yet. Register one first")
    expect(await user("x@example.com")).to.equal(undefined)
  })

  it("of another account, or of every account, are out of reach for the owner of one", async () => {
    await command(vintem, ["users", "add", "far@example.com", "--role", "viewer", "--account", other])
    for (const email of ["far@example.com", "ana@example.com"]) {
      const { id } = (await user(email))!
      for (const path of [`/${id}/role`, `/${id}/link`, `/${id}/remove`]) {
        expect((await bea.get(pathOf(path))).status).to.equal(404)
        expect((await send(bea, pathOf(path), { role: "viewer" })).status).to.equal(404)
      }
    }
    const page = await bea.get(pathOf("?of=every"))
    expect([page.html.includes("far@"), page.html.includes("ana@")]).to.deep.equal([false, false])
    await send(bea, pathOf("/add"), { email: "wide@example.com", role: "owner", account: "every" })
    expect(await user("wide@example.com")).to.include({ account: own })
    expect((await bea.get(pathOf("", other))).status).to.equal(404)
    expect((await ana.get(pathOf("", other))).html).to.include("far@example.com")
    expect((await ana.get(pathOf("?of=every", other))).html).to.include("ana@example.com")
  })

  it("of another account, or of every account, are nobody to the owner of one, who adds their e-mail like any other", async () => {
    await command(vintem, ["users", "add", "shy@example.com", "--role", "owner", "--account", other])
    await command(vintem, ["users", "add", "wise@example.com", "--role", "owner"])
    const answerTo = async (email: string) => {
      const { status, html } = await add(email)
      const secrets = [/\/sign-in\/\w+/g, /value="[\w-]+"/g, /content="[\w-]+"/g]
      return { status, html: secrets.reduce((text, secret) => text.replaceAll(secret, ""), html.replaceAll(email, "")) }
    }
    const unknown = await answerTo("never@example.com")
    expect(unknown.status).to.equal(200)
    for (const [email, account] of [
      ["shy@example.com", other],
      ["wise@example.com", null],
    ] as const) {
      const before = await user(email, account)
      expect(await answerTo(email), email).to.deep.equal(unknown)
      expect(await user(email, own)).to.include({ role: "viewer" })
      expect(await user(email, account), "of the other account").to.deep.equal(before)
      const again = await add(email)
      expect([again.status, again.html.includes(`${email} already exists`)]).to.deep.equal([400, true])
    }
  })

  it("with the same e-mail in two accounts sign in to their own one only, and lose access one by one", async () => {
    const name = "Padaria & Filhos"
    const shop = await vintem.newAccount(name)
    const [here, there] = [new Authenticator(), new Authenticator()]
    const ines = await signIn(vintem, "ines@example.com", "viewer", shop)
    expect((await register(ines, there, { origin })).status).to.equal(200)
    const path = linkIn((await add("ines@example.com")).html)
    expect((await visit(vintem).get(path)).html)
      .to.include("Sign in as ines@example.com, for ")
      .and.not.include("Padaria")
    const link = await loginPath(vintem, "ines@example.com", shop)
    expect((await visit(vintem).get(link)).html).to.include("Sign in as ines@example.com, for Padaria &amp; Filhos")
    const other = visit(vintem)
    await other.post(path)
    expect((await register(other, here, { origin })).status).to.equal(200)
    const payments = (account: string) => `/${account}/test/payments`
    const reach = async (browser: Visitor) => [
      (await browser.get(payments(own))).status,
      (await browser.get(payments(shop))).status,
    ]
    const byPasskey = async (key: Authenticator) => {
      const browser = visit(vintem)
      const { status } = await signInByPasskey(browser, key, { origin })
      return status === 200 ? reach(browser) : status
    }
    expect([await reach(other), await byPasskey(here)], "of the own account").to.deep.equal([
      [200, 404],
      [200, 404],
    ])
    expect([await reach(ines), await byPasskey(there)], "of the shop").to.deep.equal([
      [404, 200],
      [404, 200],
    ])
    const { id } = (await user("ines@example.com", own))!
    expect((await send(bea, pathOf(`/${id}/remove`))).location).to.equal(pathOf(""))
    expect([(await other.get(payments(own))).status, await byPasskey(here)], "removed").to.deep.equal([303, 403])
    expect([await reach(ines), await byPasskey(there)], "of the shop, still").to.deep.equal([
      [404, 200],
      [404, 200],
    ])
  })

  it("with the same e-mail are named by their account on the command line, which refuses to guess", async () => {
    const shop = await vintem.newAccount("Loja Exemplo")
    for (const account of [[], ["--account", own], ["--account", shop]])
      await command(vintem, ["users", "add", "lia@example.com", "--role", "viewer", ...account])
    for (const args of [
      ["users", "remove", "lia@example.com"],
      ["dashboard", "login", "--user", "lia@example.com"],
    ]) {
      const { status, stderr } = await vintem.cli(...args)
      expect(status, args.join(" ")).to.equal(1)
      expect(stderr).to.include("3 users have the e-mail lia@example.com. Choose one with:")
      expect(stderr)
        .to.match(new RegExp(`--account ${shop} +Loja Exemplo`))
        .and.match(/--account none +every account/)
    }
    const left = async () => (await users()).filter(({ email }) => email === "lia@example.com").map(({ account }) => account)
    expect(await left()).to.have.members([null, own, shop])
    expect(await command(vintem, ["users", "remove", "lia@example.com", "--account", "none"])).to.include({ account: null })
    expect(await command(vintem, ["users", "remove", "lia@example.com", "--account", own])).to.include({ account: own })
    const gone = await vintem.cli("dashboard", "login", "--user", "lia@example.com", "--account", own)
    expect([gone.status, gone.stderr.includes(`No such user: 'lia@example.com' in ${own}`)]).to.deep.equal([1, true])
    const lia = visit(vintem)
    await lia.post(await loginPath(vintem, "lia@example.com"))
    expect((await lia.get("/")).location, "the only one left, without an account").to.include(shop)
    expect(await left()).to.deep.equal([shop])
  })

  it("have another role from their next request on", async () => {
    await command(vintem, ["users", "add", "eva@example.com", "--role", "viewer", "--account", own])
    const { id } = (await user("eva@example.com"))!
    expect((await send(bea, pathOf(`/${id}/role`), { role: "king" })).status).to.equal(400)
    expect((await send(bea, pathOf(`/${id}/role`), { role: "operator" })).location).to.equal(pathOf(""))
    expect(await user("eva@example.com")).to.include({ role: "operator" })
  })

  it("lose access at once when they are removed", async () => {
    const page = await add("fay@example.com")
    const fay = visit(vintem)
    await fay.post(linkIn(page.html))
    const { id } = (await user("fay@example.com"))!
    expect((await fay.get("/passkeys")).status).to.equal(200)
    expect((await send(bea, pathOf(`/${id}/remove`))).location).to.equal(pathOf(""))
    expect((await fay.get("/passkeys")).location).to.equal("/sign-in?to=%2Fpasskeys")
    expect((await bea.get(pathOf(`/${id}/role`))).status).to.equal(404)
  })

  it("who lost their passkeys get a link that can register a new one", async () => {
    const lost = new Authenticator()
    const page = await add("gil@example.com")
    const before = visit(vintem)
    await before.post(linkIn(page.html))
    expect((await register(before, lost, { origin })).status).to.equal(200)
    const { id } = (await user("gil@example.com"))!
    const kept = await send(bea, pathOf(`/${id}/link`))
    const gil = visit(vintem)
    expect((await gil.post(linkIn(kept.html))).location, "with the passkey").to.equal("/")
    expect((await before.get("/passkeys")).status).to.equal(200)
    const unused = linkIn((await send(bea, pathOf(`/${id}/link`))).html)
    const fresh = await send(bea, pathOf(`/${id}/link`), { forget: "yes" })
    expect((await before.get("/passkeys")).status, "the session on the device that was lost").to.equal(303)
    expect((await visit(vintem).post(unused)).status, "an earlier link").to.equal(410)
    expect((await gil.post(linkIn(fresh.html))).location).to.equal("/passkeys/new")
    expect((await signInByPasskey(visit(vintem), lost, { origin })).status).to.equal(403)
    expect((await register(gil, new Authenticator(), { origin })).status).to.equal(200)
  })

  it("always have an owner: the last one is neither removed nor given another role, also not by two at once", async () => {
    await change("UPDATE users SET removed_at_ms = 1 WHERE email NOT IN ('ana@example.com', 'bea@example.com')")
    const [anaId, beaId] = [(await user("ana@example.com"))!.id, (await user("bea@example.com"))!.id]
    for (const path of [`/${anaId}/role`, `/${anaId}/remove`]) {
      const page = await send(ana, pathOf(path), { role: "viewer" })
      expect([page.status, page.html.includes("This is the last owner")], path).to.deep.equal([400, true])
    }
    const eli = await owner("eli@example.com")
    const eliId = (await user("eli@example.com"))!.id
    const pages = await Promise.all([send(ana, pathOf(`/${eliId}/remove`)), send(eli, pathOf(`/${anaId}/remove`))])
    const owners = (await users()).filter(({ role, account }) => role === "owner" && account === null)
    expect(owners, JSON.stringify(pages.map(({ status }) => status))).to.have.length(1)
    const left = owners[0]!.email === "ana@example.com" ? ana : eli
    expect((await send(left, pathOf(`/${beaId}/remove`))).location, "of an account that others can manage").to.equal(pathOf(""))
  })

  it("and what owners do with them are in the audit log, refusals too", async () => {
    const entries = await command<{ action: string; outcome: string; actor: string }[]>(vintem, ["audit", "list"])
    const lines = new Set(
      entries.filter(({ actor }) => actor.startsWith("user:")).map((each) => `${each.action} ${each.outcome}`),
    )
    for (const line of [
      "user.add done",
      "user.add refused: user_exists",
      "user.change_role done",
      "user.change_role refused: last_owner",
      "user.remove done",
      "user.remove refused: last_owner",
      "dashboard.login_link done",
      "passkey.remove done",
    ])
      expect(lines, line).to.include(line)
  })
})
