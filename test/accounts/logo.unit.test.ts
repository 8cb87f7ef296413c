import { crc32, deflateSync } from "node:zlib"
import { expect } from "chai"
import { readLogo } from "../../src/accounts/logo.ts"
import { boletoBarCode } from "../../src/acquirers/bar-code.ts"
import { type BoletoPaper, boletoPdf } from "../../src/payments/boleto/pdf.ts"

const SIDE = 32
/** A rectangle of 40 x 32 pixels, as a browser draws it. */
const JPEG = Buffer.from(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAgACgDASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAUEBv/EACQQAQABAgILAAAAAAAAAAAAAAARBRMGYRIUFiNCRGSCo8Hh/8QAFwEBAQEBAAAAAAAAAAAAAAAAAAECA//EABgRAQEBAQEAAAAAAAAAAAAAAAABEQIx/9oADAMBAAIRAxEAPwCeDthx551xIt4l5bu9IgzZlwAEFvaHpfJ8RAWWzxtqVQ1+3urehPFMzGWTEAW6ACP/2Q==",
  "base64",
)

const PAPER: BoletoPaper = {
  barCode: boletoBarCode({ bank: "999", amount: 123456, dueDate: "2026-11-24", freeField: "1234567890123456789012345" }),
  ...{ amount: 123456, dueDate: "2026-11-24", issuedOn: "2026-11-21", documentNumber: "pi_1", ourNumber: "1", wallet: "09" },
  bank: { name: "Banco Vintém", code: "237" },
  payee: { name: "Padaria São João", agencyAndCode: "0001 / 7654321" },
  payer: { name: "Ana Souza", document: "52998224725", address: [] },
  ...{ statementDescriptor: null, instructions: [], test: false },
}

/** Which chunks a PNG has instead of the usual ones. */
type Oddities = { header?: number[]; palette?: Buffer; data?: Buffer }

function png(color: number, bits: number, samples: number, { header, palette, data }: Oddities = {}): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const line = 1 + Math.ceil((SIDE * bits * samples) / 8)
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", Buffer.from([0, 0, 0, SIDE, 0, 0, 0, SIDE, ...(header ?? [bits, color, 0, 0, 0])])),
    ...(color === 3 ? [chunk("PLTE", palette ?? Buffer.alloc(6))] : []),
    chunk("IDAT", data ?? deflateSync(Buffer.alloc(line * SIDE))),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

/** Of 32 x 32 pixels with a byte each: the lines of the seven passes. */
const INTERLACED = deflateSync(Buffer.alloc(4 * 5 + 4 * 5 + 4 * 9 + 8 * 9 + 8 * 17 + 16 * 17 + 16 * 33))

const isTaken = (content: Buffer) => {
  try {
    return readLogo(content)
  } catch {
    return undefined
  }
}
const isDrawn = async (content: Buffer) =>
  (await boletoPdf(PAPER, content)).toString("latin1").split("/Subtype /Image").length > 1

describe("An account's logo", () => {
  it("may be any PNG or JPEG that browsers show, and the boleto has it", async () => {
    const pictures: Record<string, Buffer> = {
      ...{ jpeg: JPEG, gray: png(0, 8, 1), "black and white": png(0, 1, 1), color: png(2, 8, 3), deep: png(2, 16, 3) },
      ...{ palette: png(3, 1, 1), "gray with alpha": png(4, 8, 2), "color with alpha": png(6, 8, 4) },
      interlaced: png(0, 8, 1, { header: [8, 0, 0, 0, 1], data: INTERLACED }),
    }
    for (const [name, content] of Object.entries(pictures)) {
      expect(isTaken(content), name).to.include({ height: SIDE })
      expect(await isDrawn(content), name).to.equal(true)
    }
  })

  it("is refused where it is damaged, so that no boleto fails because of it", () => {
    const line = Buffer.alloc(33)
    const odd: Record<string, Buffer> = {
      "no data": png(0, 8, 1, { data: Buffer.alloc(0) }),
      "damaged data": png(6, 8, 4, { data: Buffer.from("789c000102030405", "hex") }),
      "a line too few": png(0, 8, 1, { data: deflateSync(Buffer.alloc(33 * 31)) }),
      "a line too many": png(0, 8, 1, { data: deflateSync(Buffer.alloc(33 * 33)) }),
      "a bomb": png(6, 8, 4, { data: deflateSync(Buffer.alloc(50 * 2 ** 20)) }),
      "an unknown filter": png(0, 8, 1, { data: deflateSync(Buffer.concat(Array(32).fill(line.fill(9)))) }),
      "no palette": png(3, 8, 1, { palette: Buffer.alloc(0) }),
      "an unknown color type": png(5, 8, 1),
      "an unknown depth": png(2, 4, 3),
      "an unknown interlacing": png(0, 8, 1, { header: [8, 0, 0, 0, 2] }),
      "a short header": png(0, 8, 1, { header: [8, 0] }),
    }
    for (const [name, content] of Object.entries(odd)) expect(isTaken(content), name).to.equal(undefined)
  })

  it("is refused where it is a JPEG that the boleto could not show", () => {
    const frame = JPEG.indexOf(Buffer.from("ffc0", "hex"))
    const withByte = (offset: number, byte: number) => Buffer.from(JPEG).fill(byte, frame + offset, frame + offset + 1)
    const marker = (name: string) => Buffer.from(`${name}0004ffff`, "hex")
    const odd: Record<string, Buffer> = {
      ...{
        "two components": withByte(9, 2),
        "12 bits": withByte(4, 12),
        lossless: withByte(1, 0xc3),
        arithmetic: withByte(1, 0xc9),
      },
      "no frame": withByte(1, 0xe1),
      "another frame before": Buffer.concat([JPEG.subarray(0, frame), marker("ffcc"), JPEG.subarray(frame)]),
      "no scan": Buffer.concat([JPEG.subarray(0, JPEG.indexOf(Buffer.from("ffda", "hex"))), Buffer.from("ffd9", "hex")]),
      "something after its end": Buffer.concat([JPEG, Buffer.from("<script></script>"), Buffer.from("ffd9", "hex")]),
    }
    for (const [name, content] of Object.entries(odd)) expect(isTaken(content), name).to.equal(undefined)
  })

  it("is refused, or drawn, wherever a JPEG was cut or has other bytes", async () => {
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
