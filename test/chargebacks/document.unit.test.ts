import { deflateSync } from "node:zlib"
import { expect } from "chai"
import { checkDocument } from "../../src/payments/chargebacks/document.ts"

const MARKER = "<< /Type /ObjStm >>\n"
const PAGE = "<< /Type /Page >>\n"
const MB = 1024 * 1024

/** A packed part of a PDF. */
function part(packed: Buffer, marker = MARKER): Buffer {
  return Buffer.concat([Buffer.from(`${marker}stream\n`), packed, Buffer.from("\nendstream\nendobj\n")])
}

const pdf = (...parts: (Buffer | string)[]) =>
  Buffer.concat([Buffer.from("%PDF-1.7\n"), ...parts.map((each) => Buffer.from(each))])
const packedPages = (count: number) => part(deflateSync(PAGE.repeat(count)))

/** What becomes of a document, and that it takes little work: other requests wait for it. */
function judged(document: Buffer): string {
  const start = process.cpuUsage()
  try {
    return checkDocument(document).type
  } catch (error) {
    return (error as Error).message
  } finally {
    expect(process.cpuUsage(start).user / 1e6).to.be.lessThan(4)
  }
}

describe("The document of a refusal", () => {
  it("has its pages counted in all its packed parts", () => {
    expect(judged(pdf(packedPages(4), packedPages(6)))).to.equal("pdf")
    expect(judged(pdf(packedPages(4), packedPages(7)))).to.contain("more than 10 pages")
    expect(judged(pdf(packedPages(0), part(Buffer.from("encrypted")), PAGE))).to.equal("pdf")
    expect(judged(pdf(part(Buffer.from("encrypted"))))).to.contain("cannot be read")
  })

  for (const [name, packed] of [
    ["a part that becomes too large", deflateSync(Buffer.alloc(17 * MB))],
    ["a part that becomes large and breaks off", deflateSync(Buffer.alloc(15 * MB)).subarray(0, 12_000)],
  ] as const)
    it(`is refused at once with ${name}, however often that is announced`, () => {
      expect(judged(pdf(part(packed, MARKER.repeat(2000)), PAGE))).to.contain("cannot be read")
      expect(judged(pdf(...Array.from({ length: 400 }, () => part(packed)), PAGE))).to.contain("cannot be read")
    })

  const jpeg = Buffer.from("ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100ffda0008010100003f007fffd9", "hex")
  // Its first page is at 8 and has no members. None comes after it.
  const tiffs = [Buffer.from("49492a0008000000000000000000", "hex"), Buffer.from("4d4d002a00000008000000000000", "hex")]
  it("is refused in words if it breaks off, wherever that is", () => {
    const whole = [jpeg, ...tiffs, pdf(PAGE), pdf(packedPages(1))]
    expect(whole.map(judged)).to.deep.equal(["jpeg", "tiff", "tiff", "pdf", "pdf"])
    const rest = Array.from({ length: 4 }, (_, i) => Buffer.concat([Buffer.from("II*\0"), Buffer.alloc(60, [0, 1, 8, 255][i])]))
    for (const each of [...whole, ...rest])
      for (let length = 0; length <= 64; length++)
        expect(judged(each.subarray(0, length)), `${length} bytes of ${each.toString("hex")}`).to.match(
          /^(pdf|jpeg|tiff|The document must be a PDF, a JPEG or a TIFF\.|The pages of the document cannot be read\. .*|The document has more than 10 pages\.)$/,
        )
    expect([jpeg.subarray(0, 20), tiffs[0]!.subarray(0, 6), tiffs[1]!.subarray(0, 12)].map(judged)).to.deep.equal(
      Array(3).fill("The pages of the document cannot be read. Save it again without a password, and try it once more."),
    )
  })

  it("is read in one pass, however many parts it announces", () => {
    expect(judged(pdf(MARKER.repeat(20_000), " ".repeat(4 * MB), packedPages(1)))).to.equal("pdf")
    expect(judged(pdf(PAGE, MARKER.repeat(400_000)))).to.equal("pdf")
    expect(judged(pdf(PAGE, ...Array.from({ length: 101 }, () => packedPages(0))))).to.contain("cannot be read")
    expect(judged(pdf(part(deflateSync(PAGE.repeat(MB / 2)))))).to.contain("more than 10 pages")
  })
})
