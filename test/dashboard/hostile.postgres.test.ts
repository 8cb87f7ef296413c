import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { Authenticator, register } from "../support/browser/authenticator.ts"
import { command, loginPath, signIn, visit } from "../support/dashboard/dashboard.ts"
import { newMerchant, payOne } from "../support/merchants/merchant.ts"

describe("The dashboard under attack", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  it("has no page, and no error of its own, for addresses that a database cannot take", async () => {
    const { account } = await newMerchant(vintem)
    const browser = await signIn(vintem, "odd@example.com", "owner")
    const odd = ["%00", "pi_%00", "%E0%A4%A", "%ED%A0%80", "..%2f..%2fetc", "pi_'%22--", "x".repeat(5000), "%F0%9F%92%A9"]
    for (const text of odd) {
      for (const path of [
        `/${account}/test/payments/${text}`,
        `/${text}/test/payments`,
        `/${account}/${text}/payments`,
        `/${text}`,
      ])
        expect((await browser.get(path)).status, path.slice(0, 80)).to.be.oneOf([400, 404])
      const page = await browser.get(`/${account}/test/payments?before=${text}`)
      expect(page.status, `before=${text.slice(0, 20)}`).to.be.oneOf([400, 404])
      expect((await browser.get(`/sign-in/${text}`)).status, `sign-in/${text.slice(0, 20)}`).to.be.oneOf([400, 404, 410])
    }
  })

  it("takes only a status that payments have for a filter", async () => {
    const merchant = await newMerchant(vintem)
    const paid = await payOne(merchant)
    const browser = await signIn(vintem, "filter@example.com", "viewer")
    for (const status of ["constructor", "__proto__", "toString", "'", "succeeded&status=canceled"]) {
      const page = await browser.get(`/${merchant.account}/test/payments?status=${status}`)
      expect([page.status, page.html.includes(paid.id)], status).to.deep.equal([200, true])
    }
  })

  it("refuses forms with odd bytes, and logs no error of its own for them", async () => {
    const { account } = await newMerchant(vintem)
    const browser = await signIn(vintem, "bytes@example.com", "owner")
    await browser.get(`/${account}/test/payments`)
    expect((await browser.post("/sign-out", { csrf: "é".repeat(64) })).status).to.equal(403)
    const form = (await browser.get(`/${account}/test/customers/new`)).html
    const [, form_token] = /name="form_token" value="([^"]+)"/.exec(form)!
    const created = await browser.post(`/${account}/test/customers/new`, {
      form_token: form_token!,
      name: "A\0na",
      email: "ana@example.com",
    })
    expect(created.status).to.equal(303)
    expect((await browser.get(created.location!)).html).to.include("Ana")
  })

  it("takes no passkey whose id is none, such as one that a database cannot take", async () => {
    const origin = vintem.server.dashboardOrigin!
    const [stranger, user] = [visit(vintem), await signIn(vintem, "passkey@example.com", "viewer")]
    expect((await register(user, new Authenticator(), { origin })).status).to.equal(200)
    await user.get("/passkeys")
    for (const path of ["/sign-in/passkey", "/prove"])
      for (const id of ["\0", "A\0", "\ud800", "", "A".repeat(2001), 1, null, ["A"]]) {
        const browser = path === "/prove" ? user : stranger
        const options = JSON.parse((await browser.post(`${path}/challenge`)).html)
        const honest = JSON.parse(new Authenticator().get(options, { origin }))
        const page = await browser.post(path, { answer: JSON.stringify({ ...honest, id, rawId: id }) })
        expect(page.status, `${path} ${JSON.stringify(id).slice(0, 20)}`).to.equal(403)
      }
  })

  it("writes nothing for a sign-in link that somebody guesses", async () => {
    const guesses = await vintem.server.modes.test.database.transaction(async () => {
      const stranger = visit(vintem)
      const opened = ["A".repeat(32), "a", "%27"].map((token) => stranger.get(`/sign-in/${token}`))
      return Promise.all([...opened, stranger.post(`/sign-in/${"A".repeat(32)}`)])
    })
    expect(guesses.map(({ status, headers }) => [status, headers["set-cookie"]])).to.deep.equal(Array(4).fill([410, undefined]))
  })

  it("signs in once with a link whose button is pressed many times at once", async () => {
    await command(vintem, ["users", "add", "race@example.com", "--role", "owner"])
    const path = await loginPath(vintem, "race@example.com")
    const pages = await Promise.all(Array.from({ length: 8 }, () => visit(vintem).post(path)))
    expect(pages.filter(({ status }) => status === 303)).to.have.length(1)
    expect(pages.filter(({ status }) => status === 410)).to.have.length(7)
  })

  it("takes no session from a cookie that somebody made up, repeated or cut", async () => {
    const browser = await signIn(vintem, "cookie@example.com", "viewer")
    const good = browser.cookie.split("=")[1]!
    for (const value of ["", "A".repeat(40), good.slice(1), `${good}A`, good.toLowerCase(), "%00", "__proto__"]) {
      const stranger = visit(vintem)
      stranger.cookie = `vintem=${value}`
      expect((await stranger.get("/")).location, value).to.equal("/sign-in")
    }
  })
})
