import { createHash, randomBytes } from "node:crypto"
import { deflateSync } from "node:zlib"
import { expect } from "chai"
import { PNG } from "pngjs"
import { embeddable, type Logo, readLogo } from "../../src/accounts/logo.ts"
import { isRedrawnPng } from "../../src/accounts/png.ts"
import { boletoBarCode } from "../../src/acquirers/bar-code.ts"
import type { BoletoPaper } from "../../src/payments/links/table.ts"
import { boletoPdf } from "../../src/web/pay/boleto/pdf.ts"
import { JPEG } from "../support/bytes/jpeg.ts"
import { blackLines, blackPng, PNG_END, PNG_KINDS, PNG_START, pngChunk, pngHeader } from "../support/bytes/png.ts"

const PAPER: BoletoPaper = {
  barCode: boletoBarCode({ bank: "999", amount: 123456, dueDate: "2026-11-24", freeField: "1234567890123456789012345" }),
  ...{ amount: 123456, dueDate: "2026-11-24", issuedOn: "2026-11-21", documentNumber: "pi_1", ourNumber: "1", wallet: "09" },
  bank: { name: "Banco Vintém", code: "237" },
  payee: { name: "Padaria São João", agencyAndCode: "0001 / 7654321" },
  payer: { name: "Ana Souza", document: "52998224725", address: [] },
  ...{ statementDescriptor: null, instructions: [], test: false },
}

const GRAY = { width: 32, height: 32, color: 0, bits: 8, samples: 1 }
const PALETTE = { ...GRAY, color: 3 }
const COLOR = { ...GRAY, color: 2, samples: 3 }

/** The logo, or the reason why it is refused. */
const read = (content: Buffer): Logo | string => {
  try {
    return readLogo(content)
  } catch (error) {
    const [, why] = /^The logo cannot be used: (.*)\.$/.exec((error as Error).message) ?? []
    if (!why) throw error
    return why
  }
}
const isTaken = (content: Buffer) => typeof read(content) !== "string"
const isDrawn = async (content: Buffer) =>
  (await boletoPdf(PAPER, content)).toString("latin1").split("/Subtype /Image").length > 1

/** The compressed pixels of a PNG that was drawn anew. */
const dataOf = (content: Buffer) => content.subarray(41, -PNG_END.length - 4)

describe("An account's logo", () => {
  it("may be any PNG or JPEG that browsers show, and the boleto has it", async () => {
    for (const content of [JPEG, ...PNG_KINDS.map((kind) => blackPng({ ...GRAY, ...kind }))]) {
      expect(read(content)).to.include({ height: 32 })
      expect(await isDrawn(content), content.toString("hex", 16, 29)).to.equal(true)
    }
    const interlaced = blackPng({ ...GRAY, interlaced: true })
    expect([isTaken(interlaced), await isDrawn(interlaced)]).to.deep.equal([true, true])
  })

  it("is known by its type, its size and its SHA-256", () => {
    const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex")
    const png = read(blackPng({ ...GRAY, width: 48 })) as Logo
    expect(png).to.include({ type: "image/png", width: 48, height: 32, digest: sha256(png.content) })
    expect(read(JPEG)).to.deep.equal({ type: "image/jpeg", width: 40, height: 32, digest: sha256(JPEG), content: JPEG })
  })

  it("is drawn anew on white, so a boleto embeds it without looking at its pixels, and it has nothing but pixels", async () => {
    for (const kind of PNG_KINDS)
      for (const interlaced of [false, true]) {
        const layout = { ...GRAY, ...kind, interlaced }
        const { content } = read(blackPng(layout)) as Logo
        expect(isRedrawnPng(content), JSON.stringify(layout)).to.equal(true)
        expect(content.length).to.be.below(400)
        expect((await boletoPdf(PAPER, content)).includes(dataOf(content)), JSON.stringify(layout)).to.equal(true)
      }
    const pixels = (content: Buffer) => [...PNG.sync.read(content).data.subarray(0, 4)]
    expect(pixels((read(blackPng(GRAY)) as Logo).content), "black stays black").to.deep.equal([0, 0, 0, 255])
    expect(pixels((read(blackPng({ ...GRAY, color: 6, samples: 4 })) as Logo).content), "transparent is white").to.deep.equal([
      255, 255, 255, 255,
    ])
    const text = pngChunk("tEXt", Buffer.from("Comment\0taken at home"))
    const told = Buffer.concat([blackPng(GRAY).subarray(0, -PNG_END.length), text, PNG_END])
    expect((read(told) as Logo).content.includes("taken at home")).to.equal(false)
  })

  it("is drawn anew at its first use, if it was uploaded before an update of the service", () => {
    const old = blackPng({ ...GRAY, color: 6, samples: 4, interlaced: true })
    const drawn = embeddable({ type: "image/png", content: old })
    expect([isRedrawnPng(old), isRedrawnPng(drawn)]).to.deep.equal([false, true])
    expect(embeddable({ type: "image/png", content: drawn })).to.equal(drawn)
    expect(embeddable({ type: "image/jpeg", content: JPEG })).to.equal(JPEG)
  })

  it("has 32 to 1024 pixels on each side, and at most 100 KiB", () => {
    const sized = (width: number, height: number) => read(blackPng({ ...GRAY, bits: 1, width, height }))
    for (const [width, height] of [
      [32, 1024],
      [1024, 32],
    ] as const)
      expect(sized(width, height)).to.include({ width, height })
    for (const [width, height] of [
      [31, 32],
      [32, 31],
      [1025, 32],
      [32, 1025],
    ] as const)
      expect(sized(width, height)).to.equal(`it has ${width} x ${height} pixels. Each side must have 32 to 1024`)

    const small = blackPng(GRAY)
    const padded = (bytes: number) => {
      const text = pngChunk("tEXt", Buffer.alloc(bytes - small.length - 12, "a"))
      return Buffer.concat([small.subarray(0, -PNG_END.length), text, PNG_END])
    }
    expect(read(padded(102_400))).to.include({ height: 32 })
    expect(read(padded(102_401))).to.equal("it has more than 100 KiB")
  })

  it("is refused where it would be large in each boleto, as noise in few colors is when it is drawn anew", () => {
    const [width, height] = [620, 620]
    const line = () => Buffer.concat([Buffer.of(0), randomBytes(width / 4)])
    const data = deflateSync(Buffer.concat(Array.from({ length: height }, line)))
    const noise = blackPng({ width, height, color: 3, bits: 2, samples: 1 }, { palette: randomBytes(12), data })
    expect(noise.length).to.be.below(100 * 1024)
    expect(read(noise)).to.equal("drawn anew, it takes more than 512 KiB. Use fewer pixels")
  })

  it("is refused where it is no picture, or a picture of another kind", () => {
    const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")
    for (const content of [Buffer.alloc(0), Buffer.from("<svg/>"), gif, Buffer.from("ffd8", "hex"), PNG_START.subarray(0, 7)])
      expect(read(content)).to.equal("it is neither a PNG nor a JPEG")
  })

  it("has every pixel that its PNG promises, in each color type and depth, interlaced or not", () => {
    for (const kind of PNG_KINDS)
      for (const interlaced of [false, true])
        for (const width of [32, 33, 37, 39])
          for (const height of [33, 34, 35, 37]) {
            const layout = { ...kind, interlaced, width, height }
            const name = JSON.stringify(layout)
            const lines = Buffer.concat(blackLines(layout))
            const withData = (data: Buffer) => read(blackPng(layout, { data: deflateSync(data, { level: 1 }) }))
            expect(withData(lines), name).to.include({ width, height })
            expect(withData(lines.subarray(1)), `${name}, a byte too few`).to.equal("the PNG is damaged")
            expect(withData(Buffer.concat([lines, Buffer.alloc(1)])), `${name}, a byte too many`).to.equal("the PNG is damaged")
          }
  })

  it("has only the five filters of PNG, in each of its lines", () => {
    const filtered = (filter: number, at: number, interlaced = false) => {
      const lines = blackLines({ ...GRAY, interlaced })
      lines.at(at)![0] = filter
      return isTaken(blackPng({ ...GRAY, interlaced }, { data: deflateSync(Buffer.concat(lines)) }))
    }
    for (const at of [0, 1, 16, -1]) {
      for (const filter of [0, 1, 2, 3, 4]) expect(filtered(filter, at), `filter ${filter} of line ${at}`).to.equal(true)
      for (const filter of [5, 255]) expect(filtered(filter, at), `filter ${filter} of line ${at}`).to.equal(false)
      expect(filtered(5, at, true), `interlaced, line ${at}`).to.equal(false)
    }
  })

  it("may have its PNG's data in several parts, and parts that say more about it", () => {
    const data = deflateSync(Buffer.concat(blackLines(GRAY)))
    const parts = [data.subarray(0, 5), data.subarray(5)].map((part) => pngChunk("IDAT", part))
    const content = Buffer.concat([PNG_START, pngHeader(GRAY), pngChunk("pHYs", Buffer.alloc(9)), ...parts, PNG_END])
    expect(isTaken(content)).to.equal(true)
  })

  it("has a palette of 1 to 256 colors where its PNG needs one", () => {
    const withPalette = (bytes: number, layout = PALETTE) => isTaken(blackPng(layout, { palette: Buffer.alloc(bytes) }))
    expect([3, 768].map((bytes) => withPalette(bytes))).to.deep.equal([true, true])
    expect([0, 4, 5, 771].map((bytes) => withPalette(bytes))).to.deep.equal([false, false, false, false])
    expect(
      [3, 5].map((bytes) => withPalette(bytes, COLOR)),
      "colors that it suggests",
    ).to.deep.equal([true, false])
    const without = Buffer.concat([PNG_START, pngHeader(PALETTE), pngChunk("IDAT", deflateSync(Buffer.alloc(33 * 32))), PNG_END])
    expect(isTaken(without)).to.equal(false)
  })

  it("is refused where its PNG is damaged, so that no boleto fails because of it", () => {
    const data = pngChunk("IDAT", deflateSync(Buffer.concat(blackLines(GRAY))))
    const header = pngHeader(GRAY)
    const odd: Record<string, Buffer> = {
      "no data": blackPng(GRAY, { data: Buffer.alloc(0) }),
      "damaged data": blackPng({ ...COLOR, color: 6, samples: 4 }, { data: Buffer.from("789c000102030405", "hex") }),
      "a bomb": blackPng({ ...COLOR, color: 6, samples: 4 }, { data: deflateSync(Buffer.alloc(50 * 2 ** 20)) }),
      "an unknown compression": blackPng(GRAY, { header: [8, 0, 1, 0, 0] }),
      "an unknown filter method": blackPng(GRAY, { header: [8, 0, 0, 1, 0] }),
      "an unknown interlacing": blackPng(GRAY, { header: [8, 0, 0, 0, 2] }),
      "a short header": blackPng(GRAY, { header: [8, 0, 0, 0] }),
      "a long header": blackPng(GRAY, { header: [8, 0, 0, 0, 0, 0] }),
      "no end": Buffer.concat([PNG_START, header, data]),
      "something after its end": Buffer.concat([PNG_START, header, data, PNG_END, Buffer.from("<script></script>")]),
      "another header": Buffer.concat([PNG_START, pngChunk("IHDX", header.subarray(8, 21)), data, PNG_END]),
      "a header that is not the first part": Buffer.concat([
        PNG_START,
        pngChunk("tIME", header.subarray(8, 21)),
        header,
        data,
        PNG_END,
      ]),
    }
    for (const [name, content] of Object.entries(odd)) expect(isTaken(content), name).to.equal(false)
    const allowed = new Set(PNG_KINDS.map(({ color, bits }) => `${color} ${bits}`))
    for (const color of [0, 1, 2, 3, 4, 5, 6, 7])
      for (const bits of [0, 1, 2, 3, 4, 8, 9, 16, 32]) {
        const { samples } = PNG_KINDS.find((kind) => kind.color === color) ?? GRAY
        if (allowed.has(`${color} ${bits}`)) continue
        expect(isTaken(blackPng({ ...GRAY, color, bits, samples })), `color type ${color} of ${bits} bits`).to.equal(false)
      }
  })

  it("is refused wherever its PNG was cut, or a byte of it was changed", () => {
    const content = blackPng(PALETTE)
    for (let at = 0; at < content.length; at++) {
      expect(isTaken(content.subarray(0, at)), `cut at ${at}`).to.equal(false)
      for (const bits of [1, 0x80]) {
        const changed = Buffer.from(content)
        changed[at]! ^= bits
        expect(isTaken(changed), `byte ${at}`).to.equal(false)
      }
    }
  })

  it("is refused, or drawn, wherever its JPEG was cut or has other bytes", async () => {
    const end = Buffer.from("ffd9", "hex")
    const damaged: Buffer[] = []
    for (let at = 2; at < JPEG.length; at++) {
      damaged.push(JPEG.subarray(0, at), Buffer.concat([JPEG.subarray(0, at), end]))
      for (const byte of [0, 0xff, 0xc0, 0xd9]) damaged.push(Buffer.from(JPEG).fill(byte, at, at + 1))
    }
    expect(damaged.filter((content, i) => i % 6 < 2 && content.length < 600 && isTaken(content))).to.deep.equal([])
    let taken = 0
    for (const content of damaged.filter(isTaken)) {
      if (content.equals(JPEG) || taken++ % 25 > 0) continue
      expect(await isDrawn(content), content.toString("hex")).to.equal(true)
    }
    expect(taken).to.be.greaterThan(0)
  })
})
