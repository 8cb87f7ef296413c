import { expect } from "chai"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { scanQrCode } from "../support/bytes/pictures.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { confirmWith, eventsOf, newOpenIntent, payWith, perform, pressButton, retrieve } from "../support/merchants/rails.ts"

describe("Payer pages and images", () => {
  let vintem: Running
  const logged: string[] = []
  before(async () => {
    const { pino } = await import("pino")
    vintem = await startVintem(
      {},
      { role: "api", log: pino({ level: "trace" }, { write: (line: string) => void logged.push(line) }) },
    )
  })
  after(() => vintem.close())

  const secretOf = (url: string) => new URL(url).pathname.split("/")[2]!

  function expectPrivate({ headers }: Response): void {
    expect(headers.get("cache-control")).to.equal("no-store")
    expect(headers.get("referrer-policy")).to.equal("no-referrer")
    expect(headers.get("x-content-type-options")).to.equal("nosniff")
    expect(headers.get("content-security-policy")).to.match(
      /^default-src 'none';.* frame-ancestors ('none'|http:\/\/127\.0\.0\.1:\d+)$/,
    )
    expect(headers.get("content-security-policy")).not.to.contain("unsafe")
  }

  it("a PIX has a QR code that can be scanned, as PNG and on a page", async () => {
    const { next_action } = await payWith(vintem, "pix")
    const picture = await fetch(next_action.qr_code_url)
    expectPrivate(picture)
    expect(picture.headers.get("content-type")).to.equal("image/png")
    expect(scanQrCode(Buffer.from(await picture.arrayBuffer()))).to.equal(next_action.qr_code_data)
    const svg = await fetch(next_action.qr_code_url.replace(".png", ".svg"))
    expect(svg.headers.get("content-type")).to.match(/^image\/svg\+xml/)
    expect(await svg.text()).to.match(/^<svg /)
    const page = await fetch(next_action.qr_code_url.replace("/qr.png", ""))
    expectPrivate(page)
    const html = await page.text()
    expect(html).to.contain(next_action.qr_code_data).and.to.contain("R$\u00a049,90")
  })

  it("a boleto has a one-page PDF and a bar code", async () => {
    const { next_action } = await payWith(vintem, "boleto")
    const pdf = await fetch(next_action.pdf_url)
    expectPrivate(pdf)
    expect(pdf.headers.get("content-type")).to.equal("application/pdf")
    const bytes = Buffer.from(await pdf.arrayBuffer()).toString("latin1")
    expect(bytes.slice(0, 5)).to.equal("%PDF-")
    expect(bytes.match(/\/Type \/Page\b/g)).to.have.lengthOf(1)
    const barCode = await fetch(next_action.barcode_url)
    expectPrivate(barCode)
    expect(barCode.headers.get("content-type")).to.equal("image/png")
    expect((await fetch(next_action.pdf_url.replace("/boleto.pdf", ""))).status).to.equal(200)
    expect((await fetch(next_action.pdf_url.replace("boleto.pdf", "qr.png"))).status).to.equal(404)
  })

  it("a link has at least 128 random bits and nothing of the payment's id, and a wrong link is 404", async () => {
    const { id, next_action } = await payWith(vintem, "pix")
    const secret = secretOf(next_action.qr_code_url)
    expect(secret).to.match(/^[0-9A-Za-z]{22}$/)
    expect(secret).not.to.contain(id.slice(3, 10))
    for (const wrong of [secret.slice(0, -1) + (secret.endsWith("a") ? "b" : "a"), "x", id, `${secret}x`]) {
      const response = await fetch(next_action.qr_code_url.replace(secret, wrong))
      expect(response.status, wrong).to.equal(404)
      expectPrivate(response)
    }
  })

  it("the page of a payment that has ended offers no payment", async () => {
    const { id, next_action } = await payWith(vintem, "pix")
    expectStatus(await vintem.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
    expect((await fetch(next_action.qr_code_url)).status).to.equal(410)
    const page = await fetch(next_action.qr_code_url.replace("/qr.png", ""))
    expect(await page.text()).not.to.contain(next_action.qr_code_data)
  })

  it("a 3DS action on a PIX or boleto page does not pay it", async () => {
    for (const method of ["pix", "boleto"]) {
      const { id, next_action } = await payWith(vintem, method)
      const page = (next_action.qr_code_url ?? next_action.pdf_url).replace(/\/[^/]*$/, "")
      for (const action of ["authorize", "fail"]) expect((await pressButton(page, action)).status).to.equal(404)
      expect((await retrieve(vintem, id)).status).to.equal("requires_action")
    }
  })

  describe("3DS", () => {
    const RETURN = "https://shop.example/thanks?order=1"

    it("Authorise: the payment succeeds and the payer returns to the merchant", async () => {
      const { id } = await newOpenIntent(vintem)
      const intent = await confirmWith(vintem, id, CARDS.threeDs, { return_url: RETURN })
      expect(intent.next_action).to.deep.include({ type: "redirect_to_url", return_url: RETURN })
      const page = await fetch(intent.next_action.url)
      expectPrivate(page)
      expect(page.headers.get("content-security-policy")).to.contain("form-action 'self' https:;")
      expect(await page.text()).to.match(/<form method="post">.*value="authorize".*value="fail"/s)
      const pressed = await pressButton(intent.next_action.url, "authorize")
      expect(pressed.status).to.equal(303)
      expect(pressed.headers.get("location")).to.equal(`${RETURN}&payment_intent=${id}&redirect_status=succeeded`)
      expect(await retrieve(vintem, id)).to.deep.include({ status: "succeeded", charges: intent.charges })
      expect(await eventsOf(vintem, id)).to.deep.equal(["payment_intent.succeeded"])
    })

    it("Fail: the payment is canceled with authentication_failed", async () => {
      const { id } = await newOpenIntent(vintem)
      const { next_action } = await confirmWith(vintem, id, CARDS.threeDs, { return_url: RETURN })
      const pressed = await pressButton(next_action.url, "fail")
      expect(pressed.headers.get("location")).to.equal(`${RETURN}&payment_intent=${id}&redirect_status=failed`)
      const intent = await retrieve(vintem, id)
      expect([intent.status, intent.last_payment_error.code]).to.deep.equal(["canceled", "authentication_failed"])
      expect(await eventsOf(vintem, id)).to.deep.equal(["payment_intent.payment_failed"])
    })

    it("without a return_url, Vintém's own page shows the outcome", async () => {
      for (const [action, words] of [
        ["authorize", "Pagamento autorizado"],
        ["fail", "Pagamento não autorizado"],
      ] as const) {
        const { next_action } = await payWith(vintem, CARDS.threeDs)
        const pressed = await pressButton(next_action.url, action)
        expect(pressed.status).to.equal(303)
        const result = await fetch(new URL(pressed.headers.get("location")!, vintem.url))
        expect(await result.text()).to.contain(`<h1>${words}</h1>`)
      }
    })

    it("a second press changes nothing, and two at once count once", async () => {
      const { id, next_action } = await payWith(vintem, CARDS.threeDs)
      const both = await Promise.all([pressButton(next_action.url, "authorize"), pressButton(next_action.url, "fail")])
      expect(both.map(({ status }) => status)).to.deep.equal([303, 303])
      const decided = await retrieve(vintem, id)
      expect(await eventsOf(vintem, id)).to.have.lengthOf(1)
      await pressButton(next_action.url, decided.status === "succeeded" ? "fail" : "authorize")
      expect(await retrieve(vintem, id)).to.deep.equal(decided)
    })

    it("a request that is not a button press changes nothing", async () => {
      const { id, next_action } = await payWith(vintem, CARDS.threeDs)
      expect((await pressButton(next_action.url, "maybe")).status).to.equal(400)
      for (const [type, body] of [
        ["application/json", '{"action":"authorize"}'],
        ["text/plain", "action=authorize"],
        ["application/x-www-form-urlencoded", `action=authorize&more=${"x".repeat(1024)}`],
      ] as const) {
        const response = await fetch(next_action.url, { method: "POST", headers: { "content-type": type }, body })
        expect(response.status, type).to.equal(400)
      }
      expect((await retrieve(vintem, id)).status).to.equal("requires_action")
    })

    it("an abandoned challenge fails after an hour, and a later press changes nothing", async () => {
      const { id, next_action } = await payWith(vintem, CARDS.threeDs)
      await perform(vintem, callAcquirers, vintem.account, 3601)
      const expired = await retrieve(vintem, id)
      expect([expired.status, expired.last_payment_error.code]).to.deep.equal(["canceled", "authentication_failed"])
      expect(await eventsOf(vintem, id)).to.deep.equal(["payment_intent.payment_failed", "payment_intent.canceled"])
      await pressButton(next_action.url, "authorize")
      expect(await retrieve(vintem, id)).to.deep.equal(expired)
    })
  })

  it("the log contains no link", async () => {
    const links = []
    for (const method of ["pix", "boleto", CARDS.threeDs]) {
      const { next_action } = await payWith(vintem, method)
      const url = next_action.qr_code_url ?? next_action.pdf_url ?? next_action.url
      await fetch(url)
      links.push(secretOf(url))
    }
    await pressButton(`${vintem.url}/pay/${links[2]}`, "authorize")
    expect(logged.length).to.be.greaterThan(10)
    for (const link of links) expect(logged.filter((line) => line.includes(link))).to.deep.equal([])
  })
})
