// The payer pages are the same on both databases, so SQLite is enough.
import { createHash } from "node:crypto"
import { expect } from "chai"
import { DateTime } from "luxon"
import { createLink, findHosted, type HostedLink } from "../../src/payments/links/links.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { readHtml } from "../support/bytes/html.ts"
import { readPdf } from "../support/bytes/pdf.ts"
import { scanQrCodeSvg } from "../support/bytes/pictures.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer, newIntent, newToken } from "../support/merchants/payments.ts"
import {
  confirm,
  confirmWith,
  help,
  newOpenIntent,
  newPayer,
  payWith,
  pressButton,
  retrieve,
} from "../support/merchants/rails.ts"

const MARKUP = `</title></p></textarea><script>alert(1)</script><img src="x" onerror='alert(2)'> &lt;b&gt;`
const SHOP = "https://shop.example"

describe("The payer pages", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { live: true })
    merchant = await merchantNamed("Padaria & Filhos")
  })
  after(() => vintem.close())

  async function merchantNamed(name: string): Promise<Merchant> {
    const account = await vintem.newAccount(name)
    const { key } = await vintem.newKey({ account })
    return { account, key, request: (method, path, body) => vintem.request(method, path, body, { key }) }
  }

  /** Returns the page's URL for a payment intent that waits for its payer. */
  function pageOf({ next_action: { qr_code_url, pdf_url, url } }: Awaited<ReturnType<typeof payWith>>): string {
    return url ?? (qr_code_url ?? pdf_url).replace(/\/[^/]*$/, "")
  }

  async function read(url: string, status = 200) {
    const response = await fetch(url)
    const html = await response.text()
    expect(response.status, html).to.equal(status)
    return { ...readHtml(html), html, policy: response.headers.get("content-security-policy")! }
  }

  /** Returns the URLs of the link's pictures and files that a page loads or links to. */
  const linksIn = (html: string) =>
    [...html.matchAll(/(?:src|href)="(\/pay\/\w{22}\/[^"]*)"/g)].map(([, path]) => vintem.url + path)

  describe("markup in text from the merchant or the payer", () => {
    /** Returns every payer page. The merchant, the payer and the payment all use the name. */
    async function everyPage(name: string) {
      const payee = await merchantNamed(name)
      const street = { line1: name, number: name, line2: name, district: name, city: name }
      const address = { ...street, state: "SP", postal_code: "01310-100" }
      const { id: customer } = await newPayer(payee, { name, address })
      const details = { customer, description: name, statement_descriptor: name.slice(-22) }
      const pages: [string, string][] = []
      for (const method of ["pix", "boleto"]) {
        const intent = await payWith(payee, method, details)
        pages.push([`${method}, waiting`, (await read(pageOf(intent))).html])
        await help(payee, intent.id, "succeed")
        pages.push([`${method}, paid`, (await read(pageOf(intent))).html])
        const canceled = await payWith(payee, method, details)
        await help(payee, canceled.id, "expire")
        pages.push([`${method}, ended`, (await read(pageOf(canceled), 410)).html])
      }
      const { id } = await newOpenIntent(payee, details)
      const return_url = `${SHOP}/?a=${encodeURIComponent(name)}`
      const challenge = await confirmWith(payee, id, CARDS.threeDs, { return_url })
      pages.push(["3DS, waiting", (await read(pageOf(challenge))).html])
      pages.push(["3DS, no button", await (await pressButton(pageOf(challenge), name)).text()])
      await pressButton(pageOf(challenge), "fail")
      pages.push(["3DS, failed", (await read(pageOf(challenge))).html])
      return pages.map(([title, html]) => ({
        title,
        ...readHtml(html.replace(/\/pay\/\w{22}/g, "/pay/link").replace(/data-(seconds|back)="[^"]*"|href="https:[^"]*"/g, "")),
      }))
    }

    it("is shown as written and adds no markup to any page", async () => {
      const [plain, marked] = [await everyPage("Padaria"), await everyPage(MARKUP)]
      for (const [i, { title, tags, text }] of marked.entries()) {
        expect(tags, title).to.deep.equal(plain[i]!.tags)
        expect(plain[i]!.text, title).to.contain("Padaria")
        expect(text, title).to.contain(MARKUP)
      }
    })
  })

  it("a PIX page shows the payee, the amount, the expiry in São Paulo time, the code to copy and its QR code", async () => {
    const intent = await payWith(merchant, "pix", { amount: 123456 })
    const { expires_at, qr_code_data } = intent.next_action
    const { text, tags, html } = await read(pageOf(intent))
    const until = DateTime.fromSeconds(expires_at, { zone: "America/Sao_Paulo" }).toFormat("dd/MM/yyyy, HH:mm")
    expect(text).to.contain(`Pague até ${until}, horário de Brasília`)
    expect(text).to.contain("Pagar Padaria & Filhos com PIX").and.to.contain("R$\u00a01.234,56")
    expect(text.split("\n")).to.include(qr_code_data)
    expect(tags[1]).to.equal('<html lang="pt-BR">')
    const [picture, ...others] = linksIn(html)
    expect([picture, others]).to.deep.equal([`${pageOf(intent)}/qr.svg`, []])
    const svg = await fetch(picture!)
    expect(svg.headers.get("content-type")).to.match(/^image\/svg\+xml/)
    expect(scanQrCodeSvg(await svg.text())).to.equal(qr_code_data)
  })

  it("a boleto page shows the payee, the amount, the due date, the line code, the bar code and the PDF", async () => {
    const intent = await payWith(merchant, "boleto", { amount: 123456 })
    const { expires_at, line_code } = intent.next_action
    const { text, html } = await read(pageOf(intent))
    const day = DateTime.fromSeconds(expires_at, { zone: "America/Sao_Paulo" }).toFormat("dd/MM/yyyy")
    expect(text).to.contain(`Vencimento em ${day}`)
    expect(text).to.contain("Boleto de Padaria & Filhos").and.to.contain("R$\u00a01.234,56")
    const line = text.split("\n").find((each) => /^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/.test(each))
    expect(line?.replace(/\D/g, "")).to.equal(line_code)
    const shown = await Promise.all(linksIn(html).map((url) => fetch(url)))
    expect(shown.map(({ headers }) => headers.get("content-type"))).to.deep.equal(["image/png", "application/pdf"])
  })

  it("a boleto's PDF opens in the browser with the payment's amount, due date, line code and payer", async () => {
    const address = { line1: "Rua XV de Novembro", city: "Curitiba", state: "Paraná", postal_code: "80020310" }
    const { id: customer } = await newPayer(merchant, { name: "João Ninguém", address })
    const details = { amount: 4990, description: "margin 40 %", statement_descriptor: "PADARIA" }
    const intent = await payWith(merchant, "boleto", { ...details, customer })
    const { expires_at, line_code, pdf_url } = intent.next_action
    const response = await fetch(pdf_url)
    expect(response.headers.get("content-disposition")).to.equal('inline; filename="boleto.pdf"')
    const { words, under } = readPdf(Buffer.from(await response.arrayBuffer()))
    const texts = words.map(({ text }) => text)
    const date = (seconds: number) => DateTime.fromSeconds(seconds, { zone: "America/Sao_Paulo" }).toFormat("dd/MM/yyyy")
    expect(under("Vencimento")).to.deep.equal(Array(2).fill(date(expires_at)))
    expect(under("(=) Valor do documento")).to.deep.equal(["R$ 49,90"])
    const day = 86_400
    expect([date(expires_at - 3 * day), date(Date.now() / 1000)]).to.include(under("Data do documento")[0])
    expect(texts.map((text) => text.replace(/[. ]/g, "")).filter((text) => text === line_code)).to.have.lengthOf(2)
    expect(under("Pagador")).to.deep.equal(Array(2).fill("João Ninguém – CPF 529.982.247-25"))
    expect(texts).to.include.members(["Rua XV de Novembro", "Curitiba – PR – CEP 80020-310"])
    expect(texts).to.include("Não receber após o vencimento.")
    expect(texts).to.include("TESTE – SEM VALOR")
    expect(under("Demonstrativo")).to.deep.equal(["PADARIA"])
    expect(texts.join()).not.to.contain("margin")
  })

  it("a boleto's PDF shows the payer's whole address", async () => {
    const { next_action } = await payWith(merchant, "boleto")
    const { words } = readPdf(Buffer.from(await (await fetch(next_action.pdf_url)).arrayBuffer()))
    expect(words.map(({ text }) => text)).to.include.members([
      "Rua das Laranjeiras, 100, apto 42 – Centro",
      "São Paulo – SP – CEP 01310-100",
    ])
  })

  it("a 3DS page shows the amount in the payment's currency", async () => {
    for (const [currency, shown] of [
      ["brl", "R$\u00a01.234,56"],
      ["usd", "US$\u00a01.234,56"],
      ["eur", "€\u00a01.234,56"],
    ]) {
      const { id } = await newIntent(merchant, { amount: 123456, currency })
      const { text } = await read(pageOf(await confirmWith(merchant, id, CARDS.threeDs)))
      expect(text.split("\n")).to.include(shown)
    }
  })

  for (const method of ["pix", "boleto"]) {
    it(`${method}: once paid, the page confirms the payment and shows nothing to pay with`, async () => {
      const intent = await payWith(merchant, method, { amount: 123456 })
      await help(merchant, intent.id, "succeed")
      const { text, html } = await read(pageOf(intent))
      expect(text).to.contain("Padaria & Filhos recebeu R$\u00a01.234,56.")
      expect([text.match(/\d{5}\.\d{5}|br\.gov\.bcb\.pix/g), linksIn(html)]).to.deep.equal([null, []])
    })

    it(`${method}: once canceled, the page is 410, warns not to pay, and shows no code, line, image or PDF`, async () => {
      const intent = await payWith(merchant, method)
      const pictures = linksIn((await read(pageOf(intent))).html)
      const { qr_code_url, pdf_url, barcode_url } = intent.next_action
      expectStatus(await merchant.request("POST", `/v1/payment_intents/${intent.id}/cancel`), 200)
      const { text, html } = await read(pageOf(intent), 410)
      expect(text).to.contain("Não pague este código")
      expect([text.match(/\d{5}\.\d{5}|br\.gov\.bcb\.pix/g), linksIn(html)]).to.deep.equal([null, []])
      for (const url of [qr_code_url, pdf_url, barcode_url, ...pictures].filter(Boolean)) await read(url, 410)
    })

    it(`${method}: the page accepts no POST`, async () => {
      const intent = await payWith(merchant, method)
      expect((await pressButton(pageOf(intent), "authorize")).status).to.equal(404)
      expect((await retrieve(merchant, intent.id)).status).to.equal("requires_action")
    })
  }

  it("every page and file forbids referrers, caching and indexing", async () => {
    const pages = await Promise.all(
      ["pix", "boleto", CARDS.threeDs].map(async (method) => pageOf(await payWith(merchant, method))),
    )
    const files = (await Promise.all(pages.map((url) => read(url)))).flatMap(({ html }) => linksIn(html))
    const challenge = pages[2]
    for (const url of [...pages, ...files, `${vintem.url}/pay/nothing`]) {
      const { headers } = await fetch(url)
      const values = ["cache-control", "referrer-policy", "x-content-type-options", "x-robots-tag"].map((name) =>
        headers.get(name),
      )
      expect(values, url).to.deep.equal(["no-store", "no-referrer", "nosniff", "noindex"])
      const [policy, ancestors] = headers.get("content-security-policy")!.split("; frame-ancestors ")
      expect(policy, url).to.match(
        /^default-src 'none'; img-src 'self' data:; script-src 'self'; connect-src 'self'; style-src 'sha256-\S+'; form-action 'self'; base-uri 'none'$/,
      )
      expect(ancestors, url).to.equal(url === challenge ? vintem.url : "'none'")
    }
  })

  it("a page loads nothing from other hosts, and its policy allows only its own style and script files of its origin", async () => {
    for (const method of ["pix", "boleto", CARDS.threeDs]) {
      const { html, policy } = await read(pageOf(await payWith(merchant, method)))
      const style = /<style>(.*)<\/style>/s.exec(html)![1]!
      expect(policy).to.contain(`style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`)
      expect(html).not.to.match(/(?:src|href|action)="(?!\/pay\/|data:,")/)
      expect(html).not.to.match(/url\(|@import|<script(?! src="\/pay\/pay\.js" defer><)| on\w+=/)
    }
  })

  describe("3DS", () => {
    async function challenge(return_url?: string) {
      const { id } = await newOpenIntent(merchant)
      const intent = await confirmWith(merchant, id, CARDS.threeDs, return_url ? { return_url } : {})
      return { id, url: pageOf(intent) }
    }

    it("an unknown action leaves the payer on the page, whose buttons still work", async () => {
      const { url } = await challenge(`${SHOP}/thanks`)
      const response = await pressButton(url, "maybe")
      expect(response.status).to.equal(400)
      expect(response.headers.get("content-security-policy")).to.contain("form-action 'self' https:;")
      expect(await response.text()).to.contain('<button name="action" value="authorize">')
    })

    it("only a short form submission counts", async () => {
      const { id, url } = await challenge()
      const long = new URLSearchParams({ action: "authorize", padding: "x".repeat(2000) })
      expect((await fetch(url, { method: "POST", body: long })).status).to.equal(400)
      const headers = { "content-type": "text/plain" }
      expect((await fetch(url, { method: "POST", body: "action=authorize", headers })).status).to.equal(400)
      expect((await retrieve(merchant, id)).status).to.equal("requires_action")
    })

    it("a return_url cannot add anything to the page's policy", async () => {
      // A full-width semicolon or comma becomes an ASCII one when the host is parsed.
      const names = "shop.example;sandbox shop.example,x shop.example；sandbox shop.example，x *.example a'b"
      const hosts = [...names.split(" "), "shop.example%3Bsandbox", "shop.example%2Cx", "shop.example%20x"]
      const { id: intent } = await newOpenIntent(merchant)
      const { id: payment_method } = await newToken(merchant, CARDS.threeDs)
      for (const host of hosts) {
        const confirmed = await confirm(merchant, intent, payment_method, { return_url: `https://${host}/thanks` })
        expect(expectStatus(confirmed, 400).error, host).to.include({ code: "parameter_invalid", param: "return_url" })
        const stored = {
          kind: "challenge",
          amount: 4990,
          currency: "brl",
          payee: "Loja",
          statementDescriptor: null,
          return_url: `https://${host}/`,
        } as const
        const owner = { account: merchant.account, payment_intent: intent, attempt: "att_1", now: 0 }
        const link = await vintem.server.modes.test.database.transaction((tx) => createLink(tx, owner, stored))
        const { headers } = await pressButton(`${vintem.url}/pay/${link}`, "maybe")
        const [policy, ancestors] = headers.get("content-security-policy")!.split("; frame-ancestors ")
        expect(policy, host).to.match(/; form-action 'self'( https:)?; base-uri 'none'$/)
        expect(ancestors, host).to.be.oneOf([vintem.url, "'none'"])
      }
      expectStatus(await confirm(merchant, intent, payment_method, { return_url: "https://loja-são.example:8443/" }), 200)
    })
  })

  it("a live link works too, and its boleto has no test warning", async () => {
    const live = await newMerchant(vintem, "live")
    const { id: customer } = await newCustomer(live)
    const { id } = await newIntent(live, { customer })
    const { next_action } = await payWith(merchant, "boleto")
    const [, , testLink] = new URL(next_action.pdf_url).pathname.split("/")
    const { paper } = (await findHosted(vintem.server.modes.test.database, testLink!)) as HostedLink<"boleto">
    const hosted = { kind: "boleto", paper: { ...paper, test: false }, expires_at: next_action.expires_at } as const
    const owner = { account: live.account, payment_intent: id, attempt: "att_1", now: 0 }
    const link = await vintem.server.modes.live!.database.transaction((tx) => createLink(tx, owner, hosted))
    const response = await fetch(`${vintem.url}/pay/${link}/boleto.pdf`)
    expect(response.status).to.equal(200)
    const { words, under } = readPdf(Buffer.from(await response.arrayBuffer()))
    expect(under("(=) Valor do documento")).to.deep.equal(["R$ 49,90"])
    expect(words.map(({ text }) => text)).not.to.include("TESTE – SEM VALOR")
  })
})
