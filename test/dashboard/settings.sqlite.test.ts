import { expect } from "chai"
import { PNG } from "pngjs"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { readHtml } from "../support/bytes/html.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { openForm, submit } from "../support/dashboard/form.ts"
import { sql } from "../support/databases/sql.ts"
import { newMerchant } from "../support/merchants/merchant.ts"

const MARKUP = `"><img src=x onerror=alert(1)>'&`

function picture(width: number, height: number): Buffer {
  const png = new PNG({ width, height })
  for (let i = 0; i < width * height; i++) png.data.set([31, 95, 74, 255], i * 4)
  return PNG.sync.write(png)
}

const file = (content: Buffer) => new Blob([new Uint8Array(content)], { type: "image/png" })

describe("The dashboard's settings", () => {
  let vintem: Running
  let owner: Visitor
  before(async () => {
    vintem = await startVintem({}, { live: true })
    owner = await signIn(vintem, "owner@example.com", "owner")
  })
  after(() => vintem.close())

  const at = (path = "", account = vintem.account) => `/${account}/test/settings${path}`
  /** As if the owner had used a passkey. */
  const prove = () =>
    vintem.server.modes.live!.database.transaction((tx) => tx.run(sql<void>("UPDATE sessions SET proved_ms = seen_ms"), {}))
  const shown = (account = vintem.account) => command<Record<string, unknown>>(vintem, ["accounts", "show", "--account", account])
  const inLive = async (account: string) => {
    const { database } = vintem.server.modes.live!
    const rows = await database.all(
      sql<{ account: string; display_name: string }>("SELECT account, display_name FROM account_settings"),
      {},
    )
    return rows.find((row) => row.account === account)?.display_name
  }

  it("need a proof of who changes them, where there is live mode, as they hold there too", async () => {
    await owner.get(at())
    for (const path of ["/edit", "/logo/upload", "/logo/remove"]) {
      expect((await owner.get(at(path))).location, path).to.match(/^\/prove\?/)
      expect((await owner.post(at(path), { display_name: "X" })).location, path).to.match(/^\/prove\?/)
    }
    expect((await shown()).display_name).to.equal(null)
    await prove()
    expect((await owner.get(at("/edit"))).status).to.equal(200)
  })

  it("are changed in both modes, only in what the form changed, and once for a form that is sent twice", async () => {
    await prove()
    const [one, other] = await Promise.all([openForm(owner, at("/edit")), openForm(owner, at("/edit"))])
    const filled = { display_name: "Padaria São João", document: "11.222.333/0001-81" }
    const sent = await Promise.all([one.send(filled), one.send(filled), other.send({ address: "Rua A, 1 – Recife" })])
    expect(sent.map(({ status, location }) => [status, location])).to.deep.equal(Array(3).fill([303, at()]))
    expect(await shown()).to.include({
      display_name: "Padaria São João",
      document: "11222333000181",
      address: "Rua A, 1 – Recife",
    })
    expect(await inLive(vintem.account)).to.equal("Padaria São João")
    const { text } = readHtml((await owner.get(at())).html)
    expect(text).to.include("CNPJ 11.222.333/0001-81").and.not.include("Test mode and live mode differ")
    await submit(owner, at("/edit"), { document: "" })
    expect((await shown()).document).to.equal(null)
    const entries = await command<{ action: string; mode: string }[]>(vintem, ["audit", "list", "--account", vintem.account])
    const updates = entries.filter(({ action }) => action === "account.update")
    for (const mode of ["test", "live"]) expect(updates.filter((entry) => entry.mode === mode)).to.have.length(3)
  })

  it("have the contact, the color and the installments, and say why a color is refused", async () => {
    await prove()
    const filled = {
      support_email: "ajuda@padaria.example",
      color: "#0a5c36",
      max_installments: "6",
      installment_minimum: "12,50",
    }
    await submit(owner, at("/edit"), filled)
    const changed = { support_email: "ajuda@padaria.example", color: "#0a5c36" }
    expect(await shown()).to.deep.include({ ...changed, installments: { max: 6, minimum_amount: 1250 } })
    const refused = await submit(owner, at("/edit"), { color: "#ffff00" })
    expect([refused.status, refused.html.includes("at least 4.5:1")]).to.deep.equal([400, true])
    for (const fields of [{ max_installments: "0" }, { installment_minimum: "" }, { support_phone: "12" }] as Record<
      string,
      string
    >[])
      expect((await submit(owner, at("/edit"), fields)).status).to.equal(400)
    const emptied = { support_email: "", color: "", max_installments: "12", installment_minimum: "5" }
    await submit(owner, at("/edit"), emptied)
    expect(await shown()).to.deep.include({ color: null, installments: { max: 12, minimum_amount: 500 } })
  })

  it("say whether pay pages offer debit, which they do not at first", async () => {
    await prove()
    expect((await shown()).offers_debit).to.equal(false)
    for (const [offers_debit, said] of [
      ["yes", "The payer may choose debit on pay pages"],
      ["no", "Not offered on pay pages"],
    ] as const) {
      await submit(owner, at("/edit"), { offers_debit })
      expect((await shown()).offers_debit).to.equal(offers_debit === "yes")
      expect(readHtml((await owner.get(at())).html).text).to.include(said)
    }
  })

  it("say when payers are authenticated by 3-D Secure", async () => {
    await prove()
    const given = { three_d_secure_from: "250", three_d_secure_brands: "Visa, elo", three_d_secure_data: "yes" }
    await submit(owner, at("/edit"), given)
    expect((await shown()).three_d_secure).to.deep.equal({ minimum_amount: 25_000, brands: ["visa", "elo"], data_only: true })
    const { text } = readHtml((await owner.get(at())).html)
    expect(text).to.include("visa, elo").and.include("The issuer is told about them")
    for (const [name, value] of [
      ["three_d_secure_brands", "jcb"],
      ["three_d_secure_from", "0"],
      ["three_d_secure_from", "much"],
    ] as const)
      expect((await submit(owner, at("/edit"), { [name]: value })).status).to.equal(400)
    await submit(owner, at("/edit"), { three_d_secure_from: "", three_d_secure_brands: "", three_d_secure_data: "no" })
    expect((await shown()).three_d_secure).to.deep.equal({ minimum_amount: null, brands: [], data_only: false })
  })

  it("say where the modes differ, as after a process that died between the two", async () => {
    await prove()
    await submit(owner, at("/edit"), { display_name: "Nova Padaria" })
    const { database } = vintem.server.modes.live!
    await database.transaction((tx) => tx.run(sql<void>("UPDATE account_settings SET display_name = 'Old'"), {}))
    for (const mode of ["test", "live"])
      expect((await owner.get(`/${vintem.account}/${mode}/settings`)).html).to.include("Test mode and live mode differ")
    await submit(owner, `/${vintem.account}/live/settings/edit`, { display_name: "Padaria" })
    expect([(await shown()).display_name, await inLive(vintem.account)]).to.deep.equal(["Padaria", "Padaria"])
  })

  it("are the same in both modes again once they are saved, without an edit, with the logo", async () => {
    await prove()
    const { account } = await newMerchant(vintem)
    const live = `/${account}/live/settings`
    await submit(owner, at("/edit", account), { display_name: "Padaria", address: "Rua A, 1" })
    await submit(owner, at("/logo/upload", account), { logo: file(picture(80, 40)) })
    const { database } = vintem.server.modes.live!
    const change = (text: string) => database.transaction((tx) => tx.run(sql<void>(text), {}))
    await change(`UPDATE account_settings SET display_name = 'Live', address = NULL WHERE account = '${account}'`)
    await change(`DELETE FROM account_logos WHERE account = '${account}'`)
    await submit(owner, at("/edit", account))
    expect((await owner.get(live)).html)
      .to.not.include("modes differ")
      .and.not.include("mode differ")
    const { text } = readHtml((await owner.get(live)).html)
    expect(text).to.include("Padaria").and.include("Rua A, 1").and.include("80 × 40 pixels")
  })

  it("are live before they are in test mode, so a process that dies between the two has changed live mode", async () => {
    await prove()
    const { account } = await newMerchant(vintem)
    await submit(owner, at("/edit", account), { display_name: "Before" })
    const { send } = await openForm(owner, at("/edit", account))
    const { database } = vintem.server.modes.test
    const change = (text: string) => database.transaction((tx) => tx.run(sql<void>(text), {}))
    await change("ALTER TABLE account_logos RENAME TO away")
    const logo = await openForm(owner, at("/logo/upload", account))
    expect((await logo.send({ logo: file(picture(64, 32)) })).status).to.equal(500)
    await change("ALTER TABLE away RENAME TO account_logos")
    for (const mode of ["test", "live"])
      expect((await owner.get(`/${account}/${mode}/settings`)).html).to.include("Test mode and live mode differ")
    expect((await owner.get(`/${account}/live/settings`)).html).to.include("64 × 32 pixels")
    await send({ address: "Rua B, 2" })
    await submit(owner, `/${account}/live/settings/edit`)
    const { text } = readHtml((await owner.get(at("", account))).html)
    expect(text).to.include("Before").and.include("Rua B, 2").and.include("64 × 32 pixels").and.not.include("differ")
  })

  it("are refused where the command line refuses them, with what was typed", async () => {
    await prove()
    const before = await shown()
    for (const fields of [{ document: "11.222.333/0001-82" }, { display_name: "x".repeat(256) }] as Record<string, string>[]) {
      const page = await submit(owner, at("/edit"), { address: "Fica aqui", ...fields })
      expect([page.status, page.html.includes("Fica aqui")]).to.deep.equal([400, true])
    }
    expect(await shown()).to.deep.equal(before)
  })

  it("have a logo, which is uploaded, shown, replaced and removed", async () => {
    await prove()
    expect((await owner.get(at("/logo"))).status).to.equal(404)
    expect((await submit(owner, at("/logo/upload"), { logo: file(picture(80, 40)) })).status).to.equal(303)
    const image = await owner.get(at("/logo"))
    expect(image.headers).to.include({ "content-type": "image/png", "x-content-type-options": "nosniff" })
    expect((await owner.get(at())).html)
      .to.include("80 × 40 pixels")
      .and.include(`src="${at("/logo")}?`)
    expect((await shown()).logo).to.include({ width: 80, height: 40 })
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`)
    const damaged = picture(80, 40).subarray(0, 100)
    for (const wrong of [svg, damaged, picture(16, 16), Buffer.alloc(0), Buffer.alloc(150_000)])
      expect((await submit(owner, at("/logo/upload"), { logo: file(wrong) })).status).to.equal(400)
    expect((await submit(owner, at("/logo/upload"), { logo: file(Buffer.alloc(300_000)) })).status).to.equal(403)
    expect((await submit(owner, at("/logo/upload"), { logo: "no file" })).status).to.equal(400)
    expect((await shown()).logo).to.include({ width: 80, height: 40 })
    await submit(owner, at("/logo/remove"))
    expect([(await owner.get(at("/logo"))).status, (await shown()).logo]).to.deep.equal([404, null])
  })

  it("are changed by owners only, and nobody sees those of another account", async () => {
    const operator = await signIn(vintem, "operator@example.com", "operator")
    const viewer = await signIn(vintem, "viewer@example.com", "viewer")
    const other = await newMerchant(vintem)
    const stranger = await signIn(vintem, "stranger@example.com", "owner", other.account)
    await prove()
    for (const visitor of [operator, viewer]) {
      expect((await visitor.get(at())).html).to.not.include("/settings/edit")
      for (const path of ["/edit", "/logo/upload", "/logo/remove"])
        expect([(await visitor.get(at(path))).status, (await visitor.post(at(path))).status]).to.deep.equal([403, 403])
    }
    for (const path of ["", "/edit", "/logo", "/logo/upload"]) expect((await stranger.get(at(path))).status).to.equal(404)
    await stranger.get(at("", other.account))
    expect((await stranger.post(at("/edit"), { display_name: "X" })).status).to.equal(404)
  })

  it("show markup as text, as payers would see it", async () => {
    await prove()
    await submit(owner, at("/edit"), { display_name: MARKUP, address: MARKUP })
    for (const path of ["", "/edit"]) {
      const { html } = await owner.get(at(path))
      expect(html).to.include("&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;").and.not.include("<img src=x")
    }
  })
})
