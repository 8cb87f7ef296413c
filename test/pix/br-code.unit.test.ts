import { getPixPayloadInfo, isValidPixPayload } from "@brazilian-utils/brazilian-utils"
import { expect } from "chai"
import fc from "fast-check"
import { hasError, PixElementType, parsePix } from "pix-utils"
import { isPixCopyPaste } from "validation-br"
import { ascii, brCode, crc16, mandateBrCode } from "../../src/acquirers/br-code.ts"
import { qrCodePng, qrCodeSvg } from "../../src/web/pay/qr-code.ts"
import { readPng, runsOf, scanQrCode, scanQrCodeSvg } from "../support/bytes/pictures.ts"

const KEY = "123e4567-e12b-12d1-a456-426655440000"
const ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const SHOP = { txid: "A1", merchantName: "Loja", merchantCity: "São Paulo", key: KEY }

/** Returns the fields by id. Each field is two digits of id, two digits of length, and the value. */
function fieldsOf(code: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (let at = 0; at < code.length; ) {
    const end = at + 4 + Number(code.slice(at + 2, at + 4))
    fields[code.slice(at, at + 2)] = code.slice(at + 4, end)
    at = end
  }
  return fields
}

describe("BR Code", () => {
  it("of a mandate has the fields of PIX Automático, with the charge that is paid by it or without one", () => {
    const names = { merchantName: "Loja", merchantCity: "São Paulo" }
    const alone = fieldsOf(mandateBrCode({ ...names, mandate: "bank.example/rec/1" }))
    expect(Object.keys(alone)).to.have.members(["00", "26", "52", "53", "58", "59", "60", "62", "63", "80"])
    expect(alone).to.include({ 26: "0014br.gov.bcb.pix", 62: "0503***", 80: "0014br.gov.bcb.pix2518bank.example/rec/1" })
    const charge = { location: "bank.example/1", amount: 3700 }
    const both = fieldsOf(mandateBrCode({ ...names, mandate: "bank.example/rec/1", charge }))
    expect(both).to.include({ "01": "12", 26: "0014br.gov.bcb.pix2514bank.example/1", 54: "37.00", 80: alone[80] })
  })

  it("has the fields of the Banco Central's manual, with names up to 25 characters and cities up to 15", () => {
    const payment = {
      amount: 123456,
      txid: "T".repeat(25),
      merchantName: "Panificadora e Confeitaria São João",
      merchantCity: "São José dos Campos",
    }
    const { "63": checksum, ...fixed } = fieldsOf(brCode({ ...payment, key: KEY }))
    expect(checksum).to.match(/^[0-9A-F]{4}$/)
    const common = {
      "00": "01",
      "52": "0000",
      "53": "986",
      "54": "1234.56",
      "58": "BR",
      "59": "Panificadora e Confeitari",
      "60": "Sao Jose dos Ca",
    }
    expect(fixed).to.deep.equal({ ...common, "26": `0014br.gov.bcb.pix0136${KEY}`, "62": `0525${"T".repeat(25)}` })
    // A dynamic code is for one payment. The bank fetches its txid and amount.
    const { "63": _, ...dynamic } = fieldsOf(brCode({ ...payment, location: "pix.example.com/qr/1" }))
    expect(dynamic).to.deep.equal({ ...common, "01": "12", "26": "0014br.gov.bcb.pix2520pix.example.com/qr/1", "62": "0503***" })
  })

  it("the checksum matches the Banco Central's example", () => {
    const example =
      "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304"
    expect(crc16(example)).to.equal("1D3D")
  })

  it("two other libraries read back 1,000 random payments", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999_999 }),
        fc.string({ unit: fc.constantFrom(...ALPHANUMERIC), minLength: 1, maxLength: 25 }),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
        fc.string({ unit: fc.constantFrom(..."aéÃç Õ'-.XYZ"), minLength: 1, maxLength: 40 }),
        (amount, txid, merchantName, merchantCity) => {
          const code = brCode({ amount, txid, merchantName, merchantCity, key: KEY })
          expect(isValidPixPayload(code), code).to.equal(true)
          const read = getPixPayloadInfo(code)!
          expect(Math.round(read.amount! * 100)).to.equal(amount)
          expect(read).to.include({
            key: KEY,
            txid,
            merchantName: ascii(merchantName, 25),
            merchantCity: ascii(merchantCity, 15),
          })

          const parsed = parsePix(code)
          if (hasError(parsed) || parsed.type !== PixElementType.STATIC) throw new Error(`pix-utils does not read ${code}`)
          expect(Math.round(parsed.transactionAmount! * 100)).to.equal(amount)
          expect(parsed).to.include({ pixKey: KEY, txid, merchantName: ascii(merchantName, 25) })
        },
      ),
      { numRuns: 1000 },
    )
  })

  it("a dynamic code names the URL where the bank fetches the charge", () => {
    const location = "pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25"
    const dynamic = brCode({ amount: 12345, txid: "A1", merchantName: "Loja", merchantCity: "Recife", location })
    expect(getPixPayloadInfo(dynamic)).to.include({ url: location, pointOfInitiation: "dynamic" })
    expect(dynamic).to.contain("5406123.45")
    const parsed = parsePix(dynamic)
    if (hasError(parsed) || parsed.type !== PixElementType.DYNAMIC) throw new Error("pix-utils does not read it")
    expect(parsed.url).to.equal(location)
    expect(isPixCopyPaste(dynamic)).to.equal(true)
  })

  it("names lose accents and unsupported characters and are cut to their maximum length", () => {
    expect(ascii("Padaria São João & Cia. Ltda – 24 h de plantão", 25)).to.equal("Padaria Sao Joao & Cia. L")
    expect(ascii("株式会社", 25)).to.equal("NAO INFORMADO")
    expect(ascii("  Açaí\n\tdo Pará 🍇 ", 25)).to.equal("Acai do Para")
    expect(ascii("Sao Jose do Rio Preto", 9)).to.equal("Sao Jose")
  })

  it("refuses values that do not fit", () => {
    expect(() => brCode({ ...SHOP, amount: 0 })).to.throw(RangeError)
    expect(() => brCode({ ...SHOP, amount: 1.5 })).to.throw(RangeError)
    expect(() => brCode({ ...SHOP, amount: 1_000_000_000_000 })).to.throw(RangeError)
    expect(fieldsOf(brCode({ ...SHOP, amount: 999_999_999_999 }))["54"]).to.equal("9999999999.99")
    for (const txid of ["has-a-dash", "", "T".repeat(26)]) {
      expect(() => brCode({ ...SHOP, amount: 1, txid })).to.throw(RangeError)
    }
    expect(() => brCode({ ...SHOP, amount: 1, key: "k".repeat(100) })).to.throw(RangeError)
  })

  it("the QR code can be scanned, as PNG and as SVG", async () => {
    const code = brCode({ ...SHOP, amount: 99_999_999_999, txid: "T".repeat(25), merchantName: "M".repeat(25) })
    const file = await qrCodePng(code)
    expect(scanQrCode(file)).to.equal(code)
    expect(scanQrCodeSvg(await qrCodeSvg(code))).to.equal(code)
    // Scanners need a white margin of four modules. The first black run is the corner mark, which is seven modules wide.
    const picture = readPng(file)
    expect(picture.width).to.be.at.least(500)
    const [white, black] = Array.from({ length: picture.height }, (_, row) => runsOf(picture, row)).find(
      (runs) => runs.length > 1,
    )!
    expect(white! / (black! / 7)).to.be.at.least(4)
  })
})
