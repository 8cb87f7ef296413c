import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect } from "chai"
import { PNG } from "pngjs"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { readPdf } from "../support/bytes/pdf.ts"
import { payWith } from "../support/merchants/rails.ts"

const NAME = "Padaria São João"
const ADDRESS = "Rua das Laranjeiras, 100 – Centro – São Paulo – SP"

/** A PNG of one color. */
function picture(width: number, height: number, color = [31, 95, 74, 255]): Buffer {
  const png = new PNG({ width, height })
  for (let i = 0; i < width * height; i++) png.data.set(color, i * 4)
  return PNG.sync.write(png)
}

describe("vintem accounts update", function () {
  this.timeout(180_000)
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { live: true })
  })
  after(() => vintem.close())

  const update = (...options: string[]) => vintem.cli("accounts", "update", ...options)
  const fileWith = async (name: string, content: Buffer) => {
    const path = join(vintem.databases.directory, name)
    await writeFile(path, content)
    return path
  }
  const pageOf = (url: string) => url.replace(/\/[^/]*$/, "")
  const textOf = async (url: string) => (await fetch(url)).text()
  const pdfOf = async (url: string) => readPdf(Buffer.from(await (await fetch(url)).arrayBuffer()))
  const picturesIn = async (url: string) =>
    Buffer.from(await (await fetch(url)).arrayBuffer())
      .toString("latin1")
      .match(/\/Subtype \/Image/g)?.length ?? 0

  it("sets what payers see in both modes, and removes it again", async () => {
    const before = await payWith(vintem, "boleto")
    const logo = await fileWith("logo.png", picture(80, 40))
    const set = ["--display-name", NAME, "--document", "11.222.333/0001-81", "--address", ADDRESS, "--logo", logo, "--json"]
    const { json } = await update(...set)
    expect(json).to.deep.include({ id: vintem.account, display_name: NAME, document: "11222333000181", address: ADDRESS })
    expect(json.logo).to.deep.include({ type: "image/png", width: 80, height: 40 })
    const { stdout } = await vintem.cli("accounts", "show")
    expect(stdout).to.contain("11.222.333/0001-81").and.to.contain("image/png, 80 x 40 pixels")

    const { next_action } = await payWith(vintem, "boleto")
    const page = await textOf(pageOf(next_action.pdf_url))
    expect(page).to.contain(NAME).and.to.contain("CNPJ 11.222.333/0001-81").and.to.contain("/logo")
    const { under } = await pdfOf(next_action.pdf_url)
    expect(under("Beneficiário")).to.deep.equal(Array(2).fill(`${NAME} – CNPJ 11.222.333/0001-81`))
    expect(under("Endereço do beneficiário")).to.deep.equal([ADDRESS])
    expect(await picturesIn(next_action.pdf_url)).to.be.greaterThan(0)

    // The terms of an earlier payment stay as they were. The logo is shown on it too.
    const earlier = await textOf(pageOf(before.next_action.pdf_url))
    expect(earlier).not.to.contain(NAME)
    expect(earlier).to.contain("/logo")

    const none = { display_name: null, document: null, address: null, logo: null }
    const removed = await update("--no-display-name", "--no-document", "--no-address", "--no-logo", "--json")
    expect(removed.json).to.deep.include(none)
    expect(await picturesIn(next_action.pdf_url)).to.equal(0)
    expect((await fetch(`${pageOf(next_action.pdf_url)}/logo`)).status).to.equal(404)
    const entries = (await vintem.cli("audit", "list", "--json")).json
    const updates = entries.filter(({ action }: { action: string }) => action === "account.update")
    expect(updates.map(({ mode }: { mode: string }) => mode).sort()).to.deep.equal(["live", "live", "test", "test"])
  })

  it("changes only what is named", async () => {
    await update("--display-name", NAME)
    const { json } = await update("--document", "529.982.247-25", "--json")
    expect(json).to.deep.include({ display_name: NAME, document: "52998224725" })
    const { next_action } = await payWith(vintem, "pix")
    expect(await textOf(pageOf(next_action.qr_code_url))).to.contain("CPF 529.982.247-25")
  })

  it("sets how payers reach the merchant, the color of buttons, and the installments that are offered", async () => {
    const contact = ["--support-email", "ajuda@padaria.example", "--support-phone", "+55 (11) 4002-8922"]
    const { json } = await update(
      ...contact,
      "--color",
      "#0A5C36",
      "--mail-footer",
      "Até logo!",
      "--max-installments",
      "3",
      "--json",
    )
    expect(json).to.deep.include({
      support_email: "ajuda@padaria.example",
      support_phone: "+551140028922",
      color: "#0a5c36",
      mail_footer: "Até logo!",
      installments: { max: 3, minimum_amount: 500 },
    })
    const less = await update("--installment-minimum", "1000", "--no-mail-footer", "--no-color", "--json")
    expect(less.json).to.deep.include({ mail_footer: null, color: null, installments: { max: 3, minimum_amount: 1000 } })
    for (const [option, value, why] of [
      [
        "--color",
        "#ff8800",
        "The contrast of #ff8800 with white is 2.3:1. Buttons have white text on it, so it must be at least 4.5:1.",
      ],
      ["--color", "green", "Send # and six hexadecimal digits"],
      ["--support-email", "ajuda", "is no e-mail address"],
      ["--support-phone", "4002-8922", "is no phone number with its country"],
      ["--mail-footer", "x".repeat(256), "must have 1 to 255 characters"],
      ["--mail-footer", "4111 1111 1111 1111", "contains a card number"],
      ["--max-installments", "13", "Offer 1 to 12 installments"],
      ["--three-d-secure-brands", "visa, hipercard", "'hipercard' is no brand with 3-D Secure"],
    ] as const) {
      const { status, stderr } = await update(option, value)
      expect([status, stderr.includes(why)], `${option}: ${stderr}`).to.deep.equal([1, true])
    }
  })

  it("sets when payers are authenticated by 3-D Secure", async () => {
    const set = await update("--three-d-secure-from", "20000", "--three-d-secure-brands", "Elo,visa", "--json")
    expect(set.json.three_d_secure).to.deep.equal({ minimum_amount: 20_000, brands: ["elo", "visa"], data_only: false })
    const more = await update("--no-three-d-secure-from", "--three-d-secure-data", "--json")
    expect(more.json.three_d_secure).to.deep.equal({ minimum_amount: null, brands: ["elo", "visa"], data_only: true })
    const { json } = await update("--no-three-d-secure-brands", "--no-three-d-secure-data", "--json")
    expect(json.three_d_secure).to.deep.equal({ minimum_amount: null, brands: [], data_only: false })
  })

  it("serves the logo as the picture that it is, for no other use", async () => {
    await update("--logo", await fileWith("served.png", picture(64, 64)))
    const { next_action } = await payWith(vintem, "pix")
    const response = await fetch(`${pageOf(next_action.qr_code_url)}/logo`)
    expect(response.headers.get("content-type")).to.equal("image/png")
    expect(response.headers.get("x-content-type-options")).to.equal("nosniff")
    expect(response.headers.get("content-security-policy")).to.contain("default-src 'none'")
    const served = PNG.sync.read(Buffer.from(await response.arrayBuffer()))
    expect(served.data).to.deep.equal(PNG.sync.read(picture(64, 64)).data)
  })

  it("refuses a logo that payers could not see, and says why", async () => {
    const whole = picture(64, 64)
    const damaged = Buffer.from(whole)
    damaged[60]! ^= 1
    const cases: [string, Buffer, string][] = [
      ["text.png", Buffer.from("no picture"), "neither a PNG nor a JPEG"],
      ["drawing.svg", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "neither a PNG nor a JPEG"],
      ["tiny.png", picture(16, 64), "16 x 64 pixels. Each side must have 32 to 1024"],
      ["wide.png", picture(1025, 64), "1025 x 64 pixels"],
      ["large.png", Buffer.concat([whole, Buffer.alloc(110_000)]), "more than 100 KiB"],
      ["damaged.png", damaged, "the PNG is damaged"],
      ["cut.png", whole.subarray(0, -20), "the PNG is damaged"],
      ["followed.png", Buffer.concat([whole, Buffer.from("<script>")]), "the PNG is damaged"],
      ["cut.jpg", Buffer.from("ffd8ffe000104a46", "hex"), "the JPG is damaged"],
    ]
    for (const [name, content, why] of cases) {
      const { status, stderr } = await update("--logo", await fileWith(name, content))
      expect([status, stderr.includes(why)], `${name}: ${stderr}`).to.deep.equal([1, true])
    }
    const missing = await update("--logo", "/nowhere/logo.png")
    expect(missing.stderr).to.contain("The file of --logo cannot be read (ENOENT): /nowhere/logo.png")
  })

  it("refuses a document with wrong check digits, and a call that changes nothing", async () => {
    const wrong = await update("--document", "11.222.333/0001-82")
    expect([wrong.status, wrong.stdout]).to.deep.equal([1, ""])
    expect(wrong.stderr).to.contain("neither a CPF nor a CNPJ")
    const nothing = await update()
    expect([nothing.status, nothing.stderr.includes("Nothing to change")]).to.deep.equal([1, true])
  })
})
