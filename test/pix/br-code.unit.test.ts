import { getPixPayloadInfo, isValidPixPayload } from "@brazilian-utils/brazilian-utils"
import { expect } from "chai"
import fc from "fast-check"
import { hasError, PixElementType, parsePix } from "pix-utils"
import { isPixCopyPaste } from "validation-br"
import { ascii, brCode, crc16 } from "../../src/pix/br-code.ts"
import { qrCodePng, qrCodeSvg } from "../../src/pix/qr-code.ts"
import { scanQrCode } from "../support/pictures.ts"

const KEY = "123e4567-e12b-12d1-a456-426655440000"
const ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const SHOP = { txid: "A1", merchantName: "Loja", merchantCity: "São Paulo", key: KEY }

describe("BR Code", () => {
  it("the checksum is the one of the Banco Central's own example", () => {
    const example =
      "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304"
    expect(crc16(example)).to.equal("1D3D")
  })

  it("1,000 random payments are read back by two other libraries", () => {
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

  it("a dynamic one names the place where the bank fetches the charge", () => {
    const location = "pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25"
    const dynamic = brCode({ amount: 12345, txid: "A1", merchantName: "Loja", merchantCity: "Recife", location })
    expect(getPixPayloadInfo(dynamic)).to.include({ url: location, pointOfInitiation: "dynamic" })
    expect(dynamic).to.contain("5406123.45")
    const parsed = parsePix(dynamic)
    if (hasError(parsed) || parsed.type !== PixElementType.DYNAMIC) throw new Error("pix-utils does not read it")
    expect(parsed.url).to.equal(location)
    expect(isPixCopyPaste(dynamic)).to.equal(true)
  })

  it("names lose their accents and what no bank's screen shows, and are cut to their lengths", () => {
    expect(ascii("Padaria São João & Cia. Ltda – 24 h de plantão", 25)).to.equal("Padaria Sao Joao & Cia. L")
    expect(ascii("株式会社", 25)).to.equal("NAO INFORMADO")
    expect(ascii("  Açaí\n\tdo Pará 🍇 ", 25)).to.equal("Acai do Para")
  })

  it("refuses what it cannot carry", () => {
    expect(() => brCode({ ...SHOP, amount: 0 })).to.throw(RangeError)
    expect(() => brCode({ ...SHOP, amount: 1.5 })).to.throw(RangeError)
    expect(() => brCode({ ...SHOP, amount: 1, txid: "has-a-dash" })).to.throw(RangeError)
    expect(() => brCode({ ...SHOP, amount: 1, key: "k".repeat(100) })).to.throw(RangeError)
  })

  it("the QR code can be scanned, and its SVG is one too", async () => {
    const code = brCode({ ...SHOP, amount: 99_999_999_999, txid: "T".repeat(25), merchantName: "M".repeat(25) })
    expect(scanQrCode(await qrCodePng(code))).to.equal(code)
    const svg = await qrCodeSvg(code)
    expect(svg).to.match(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
  })
})
