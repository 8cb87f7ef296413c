import { expect } from "chai"
import pino from "pino"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { findCanaries } from "../support/bytes/canary.ts"
import { command, type Page, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { copyableIn, formToken, submit, submitTwice } from "../support/dashboard/form.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"

describe("The dashboard's acquirer", () => {
  let databases: Databases
  let vintem: Running
  let merchant: Merchant
  let owner: Visitor
  const logged: string[] = []
  const seen: Page[] = []
  before(async () => {
    databases = await freshDatabases({ live: true })
    const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) })
    vintem = await startVintem({}, { databases, log })
    merchant = await newMerchant(vintem, "live")
    owner = await signIn(vintem, "owner@example.com", "owner")
    await prove(Date.now())
  })
  after(() => databases.remove())

  const MERCHANT_KEY = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"
  const MERCHANT_ID = "0a1b2c3d-0000-4000-8000-0123456789ab"
  const CREDENTIALS = { "member.merchant_id": MERCHANT_ID, "member.merchant_key": MERCHANT_KEY }
  const MPI_SECRET = "D/secretOfTheMpiThatMustNotBeShown+1234="
  const MPI = {
    "member.mpi.client_id": "dba3a8db-client",
    "member.mpi.client_secret": MPI_SECRET,
    "member.mpi.establishment_code": "1006993069",
    "member.mpi.merchant_name": "Loja São João",
    "member.mpi.mcc": "5912",
  }
  const CHANGES = ["/cielo/set", "/cielo/methods", "/cielo/drain", "/cielo/undrain", "/cielo/remove"]
  const path = (rest = "", mode = "live") => `/${merchant.account}/${mode}/settings/acquirer${rest}`
  const prove = (ms: number) =>
    vintem.server.modes.live!.database.transaction((tx) => tx.run(sql<void>(`UPDATE sessions SET proved_ms = ${ms}`), {}))
  const shown = async () => {
    const { status, stdout } = await vintem.cli("acquirer", "show", "--account", merchant.account, "--json")
    return status === 0 ? JSON.parse(stdout) : []
  }
  const open = async (rest = "") => {
    const page = await owner.get(path(rest))
    seen.push(page)
    return page
  }
  const set = async (more: Record<string, string> = {}) => {
    const page = await submit(owner, path("/cielo/set"), { ...CREDENTIALS, ...more })
    seen.push(page)
    return page
  }
  const alertOf = ({ html }: Page) => /role="alert">([^<]+)</.exec(html)?.[1]

  it("is the mock in test mode, which cannot be changed", async () => {
    const page = await owner.get(path("", "test"))
    expect(page.html).to.include("the mock acquirer answers").and.include(`/${merchant.account}/test/test-tools/cards`)
    for (const rest of CHANGES) expect((await owner.get(path(rest, "test"))).status).to.equal(404)
  })

  it("is one that the service has", async () => {
    for (const rest of CHANGES) expect((await owner.get(path(rest.replace("cielo", "other")))).status).to.equal(404)
  })

  it("is added, replaced and removed by an owner, and its key is never shown", async () => {
    expect((await open()).html)
      .to.include("they are all refused")
      .and.include("Add Cielo")
    expect((await set()).location).to.equal(path())
    const methods = ["card", "pix", "boleto"]
    expect((await shown())[0]).to.deep.include({ name: "cielo", merchant_id: MERCHANT_ID, methods, funds: "acquirer" })
    const page = await open()
    expect(page.html).to.include(MERCHANT_ID).and.include("Stored encrypted").and.not.include("Add Cielo")
    expect((await open("/cielo/set")).html)
      .to.include("then use the credentials below")
      .and.include(`value="${MERCHANT_ID}"`)
    const other = "11111111-0000-4000-8000-0123456789ab"
    await set({ "member.merchant_id": other, "member.boleto_provider": "BancoDoBrasil3" })
    expect((await shown())[0]).to.include({ merchant_id: other, boleto_provider: "BancoDoBrasil3" })
    expect((await open("/cielo/remove")).html).to.include("are refused until another acquirer has them: Card, PIX, Boleto.")
    await submit(owner, path("/cielo/remove"))
    expect(await shown()).to.deep.equal([])
    const actions = await command<{ action: string; target: string }[]>(vintem, ["audit", "list", "--mode", "live"])
    const own = actions.filter(({ action }) => action.startsWith("acquirer."))
    expect(own.map(({ action }) => action)).to.deep.equal(["acquirer.remove", "acquirer.set", "acquirer.set"])
    expect(own.every(({ target }) => target.startsWith("cred_"))).to.equal(true)
  })

  it("is told to notify at an address that stays the same, also if it was removed in between", async () => {
    await set()
    const address = copyableIn(await open())
    expect(address).to.match(new RegExp(`^${vintem.url}/acquirers/cielo/${merchant.account}/[0-9A-Za-z]{32}/notifications$`))
    const notify = (to: string) =>
      vintem.request("POST", to.slice(vintem.url.length), { PaymentId: MERCHANT_ID, ChangeType: 1 }, { key: null })
    expect((await notify(address)).status).to.equal(200)
    await set({ "member.merchant_id": "11111111-0000-4000-8000-0123456789ab" })
    expect(copyableIn(await open())).to.equal(address)
    await submit(owner, path("/cielo/remove"))
    await set()
    expect(copyableIn(await open())).to.equal(address)
    expect((await notify(address)).status).to.equal(200)
    expect((await notify(address.replace(/.\/notifications/, "/notifications"))).status).to.equal(404)
  })

  it("says whether 3-D Secure is set, and sets, keeps, changes and removes it", async () => {
    await set()
    expect((await open()).html).to.match(/<dt>3-D Secure<\/dt><dd>Not set/)
    expect((await set({ "group.mpi": "set", ...MPI })).location).to.equal(path())
    expect((await open()).html)
      .to.include("3-D Secure: Client ID")
      .and.include("dba3a8db-client")
      .and.include("1006993069")
    await set()
    const { mpi } = (await shown())[0]
    expect(mpi).to.include({ client_id: "dba3a8db-client", mcc: "5912" }).and.not.have.property("client_secret")
    await set({ "group.mpi": "set", "member.mpi.mcc": "5411", "member.mpi.client_secret": MPI_SECRET })
    expect((await shown())[0].mpi).to.include({ client_id: "dba3a8db-client", mcc: "5411" })
    await set({ "group.mpi": "remove" })
    expect((await shown())[0]).to.include({ mpi: null })
  })

  it("loses nothing that was typed for 3-D Secure, and keeps none of another merchant", async () => {
    await set()
    expect(alertOf(await set(MPI))).to.include("but did not choose to set them")
    await set({ "group.mpi": "set", ...MPI })
    const typed = await set({ "member.mpi.mcc": "5411" })
    expect(alertOf(typed)).to.include("but did not choose to set them")
    expect(typed.html).to.include(`value="5411"`)
    const other = { "member.merchant_id": "11111111-0000-4000-8000-0123456789ab" }
    expect(alertOf(await set(other))).to.include("belongs to the merchant that is set now")
    expect((await shown())[0].mpi).to.include({ mcc: "5912" })
    await set({ "group.mpi": "remove" })
  })

  it("is set once by a form that is sent twice, and removed once", async () => {
    for (const rest of ["/cielo/set", "/cielo/remove"]) {
      const pages = await submitTwice(owner, path(rest), CREDENTIALS)
      expect(pages.map(({ status, location }) => [status, location])).to.deep.equal(Array(2).fill([303, path()]))
      expect(await shown()).to.have.length(rest === "/cielo/set" ? 1 : 0)
    }
  })

  it("is refused where the credentials cannot be right, with the label of the field and what was typed, but for secrets", async () => {
    const wrongs: [string, Record<string, string>][] = [
      ["Merchant ID", { "member.merchant_id": "12" }],
      ["Merchant ID", { "member.merchant_id": "" }],
      ["Merchant key", { "member.merchant_key": "short" }],
      ["Bank that issues boletos", { "member.boleto_provider": "Other" }],
      ["3-D Secure: Merchant category code (MCC)", { "group.mpi": "set", ...MPI, "member.mpi.mcc": "5" }],
      ["3-D Secure: Client secret", { "group.mpi": "set", ...MPI, "member.mpi.client_secret": "" }],
    ]
    for (const [label, wrong] of wrongs) {
      const page = await set(wrong)
      expect([page.status, alertOf(page)?.startsWith(`Check “${label}”.`)], `${label}: ${alertOf(page)}`).to.deep.equal([
        400,
        true,
      ])
      for (const [name, value] of Object.entries({ ...CREDENTIALS, ...wrong }))
        if (!/secret|key|boleto|^group/.test(name)) expect(page.html, name).to.include(`value="${value}"`)
    }
    const { html } = await owner.post(path("/cielo/set"), { form_token: "A".repeat(22) }, { "accept-language": "pt-BR" })
    expect(alertOf({ html } as Page)).to.equal("Confira o campo “Merchant ID”: está vazio ou não tem a forma esperada.")
    expect(await shown()).to.deep.equal([])
  })

  it("asks for the passkey again, and is for owners only, and so is the address of its notifications", async () => {
    await set()
    await prove(Date.now() - 600_000)
    const { form_token } = { form_token: formToken(await owner.get(`/${merchant.account}/test/settings/origins/add`)) }
    for (const rest of CHANGES) {
      const to = `/prove?${new URLSearchParams({ to: path(rest) })}`
      expect((await owner.get(path(rest))).location).to.equal(to)
      expect((await owner.post(path(rest), { ...CREDENTIALS, form_token })).location).to.equal(to)
    }
    const operator = await signIn(vintem, "operator@example.com", "operator")
    await prove(Date.now())
    const page = await operator.get(path())
    expect(page.html).to.include(MERCHANT_ID).and.not.include("/acquirer/cielo").and.not.include("/notifications")
    for (const rest of CHANGES) expect((await operator.get(path(rest))).status).to.equal(403)
    const stranger = await signIn(vintem, "stranger@example.com", "owner", (await newMerchant(vintem)).account)
    expect((await stranger.get(path())).status).to.equal(404)
  })

  // Last, as SQLite's files can be read only once the server has closed.
  it("has a key that is on no page, in no line of the log and nowhere in clear", async () => {
    await vintem.close()
    const texts = { log: logged.join(), pages: seen.map(({ html }) => html).join() }
    expect(await findCanaries([MERCHANT_KEY, MPI_SECRET], databases, texts)).to.deep.equal([])
  })
})
