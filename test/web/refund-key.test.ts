import { expect } from "chai"
import { load, send } from "../checkout/payer.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { signIn } from "../support/dashboard/dashboard.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { help, newPayer, payWith } from "../support/merchants/rails.ts"
import { advance, DAY } from "../support/merchants/subscriptions.ts"

const CPF = "52998224725"

describe("The page on which the payer of a boleto gives a PIX key", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    replaceAcquirer(vintem, merchant, (bank) => ({ ...bank, refund: async () => ({ result: "by_hand" }) }))
  })
  after(() => vintem.close())

  const mails = async (of = "refund_by_hand"): Promise<Json[]> =>
    (await vintem.cli("mail", "list", "--mode", "test", "--account", merchant.account, "--json")).json.filter(
      ({ kind }: Json) => kind === of,
    )
  const attention = async (): Promise<Json> =>
    (await vintem.cli("attention", "list", "--mode", "test", "--account", merchant.account, "--json")).json[0]

  /** A refund that has to be made by hand, and the address of the page in the payer's mail. */
  async function refunded(payer: object = {}): Promise<{ refund: string; url: string; mail: string }> {
    const { id: customer } = await newPayer(merchant, payer)
    const boleto = await payWith(merchant, "boleto", { customer })
    expectStatus(await help(merchant, boleto.id, "succeed"), 200)
    const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: boleto.id }), 201)
    expect(refund.status).to.equal("pending")
    const mail = await until(async () => (await mails()).find(({ cause, status }) => cause === refund.id && status !== "pending"))
    const { text } = (await vintem.cli("mail", "show", mail.id, "--json")).json
    const url = /https?:\S+\/pay\/refund\/\S+/.exec(text)![0]
    return { refund: refund.id, url, mail: text }
  }

  it("is mailed, takes only the key of the payer's document, twice as once, and the attention list then shows it", async () => {
    const { refund, url, mail } = await refunded()
    expect(mail).to.include("Receba R$ 49,90 por PIX").and.not.include("Não quero mais receber")
    expect((await attention()).message).to.not.include("PIX key")
    const page = await load(url)
    expect([page.status, page.html.includes("Get your refund of R$")]).to.deep.equal([200, true])
    for (const wrong of ["", "11144477735", "joana@example.com", "52998224726"]) {
      const refused = await send(page, { key: wrong })
      expect([refused.status, (await refused.text()).includes("This is not the key")], wrong).to.deep.equal([400, true])
    }
    expect((await attention()).message).to.not.include("PIX key")
    const sent = await Promise.all(["529.982.247-25", CPF].map((key) => send(page, { key })))
    expect(sent.map(({ status, headers }) => [status, new URL(headers.get("location")!, url).href])).to.deep.equal([
      [303, url],
      [303, url],
    ])
    const after = (await load(url)).html
    expect(after).to.include("We have your key").and.include("***.982.247-**").and.not.include(CPF)
    const item = await attention()
    expect(item.message).to.include(`vintem refunds settle ${refund}`).and.include(`The payer's PIX key: ${CPF}.`)
    expect(item).to.not.have.property("pixKey")
    const rows = await vintem.server.modes.test.database.all(
      sql<Json>(`SELECT * FROM refund_keys WHERE refund = '${refund}'`),
      {},
    )
    expect(rows).to.have.length(1)
    expect(JSON.stringify(rows)).to.not.include(CPF)
  })

  it("is shown with its key to those who may settle the refund, and to no viewer", async () => {
    const { url } = await refunded()
    expect((await send(await load(url), { key: CPF })).status).to.equal(303)
    const [operator, viewer] = [
      await signIn(vintem, "op@example.com", "operator"),
      await signIn(vintem, "v@example.com", "viewer"),
    ]
    const path = `/${merchant.account}/test/attention`
    expect((await operator.get(path)).html).to.include(CPF)
    expect((await viewer.get(path)).html)
      .to.include("Refund by hand")
      .and.not.include(CPF)
  })

  it("closes when the refund is settled, and after 30 days, and nobody guesses it", async () => {
    const { refund, url } = await refunded()
    const page = await load(url)
    expect((await load(`${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`)).status).to.equal(404)
    expect((await vintem.cli("refunds", "settle", refund)).status).to.equal(0)
    const closed = await load(url)
    expect([closed.status, closed.html.includes("Nothing more to fill in"), closed.html.includes("<form")]).to.deep.equal([
      ...[410, true, false],
    ])
    expect((await send(page, { key: CPF })).status).to.equal(303)
    expect(
      await vintem.server.modes.test.database.all(sql(`SELECT 1 FROM refund_keys WHERE refund = '${refund}'`), {}),
    ).to.deep.equal([])
    const other = await refunded({ email: "late@example.com" })
    await advance(merchant, { seconds: 30 * DAY })
    expect((await load(other.url)).status).to.equal(410)
  })

  it("is where the mail of the refund says that the money goes, and nowhere without a key", async () => {
    const said = async ({ refund }: { refund: string }) => {
      expect((await vintem.cli("refunds", "settle", refund)).status).to.equal(0)
      const made = await until(async () => (await mails("refund_made")).find(({ cause }) => cause === refund))
      await until(async () => (await mails("refund_made")).every(({ status }) => status !== "pending"))
      return (await vintem.cli("mail", "show", made.id, "--json")).json.text
    }
    const given = await refunded()
    expect((await send(await load(given.url), { key: CPF })).status).to.equal(303)
    expect(await said(given))
      .to.contain("para a chave que você informou")
      .and.not.contain("conta de onde saiu")
    const ungiven = await refunded({ email: "without-key@example.com" })
    expect(await said(ungiven))
      .to.contain("A devolução foi feita pela loja")
      .and.not.contain("chave")
  })

  it("speaks the payer's language, and the payer of a card gets none", async () => {
    const { url } = await refunded()
    expect((await load(url, "pt-BR")).html)
      .to.include("Receba o reembolso de R$")
      .and.include('lang="pt-BR"')
    expect((await load(url, "es")).html).to.include("Reciba el reembolso")
    const card = await payOne(merchant)
    const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: card.id }), 201)
    expect(refund.status).to.equal("pending")
    expect((await mails()).filter(({ cause }) => cause === refund.id)).to.deep.equal([])
  })
})
