import { expect } from "chai"
import { readLogo } from "../../src/accounts/logo.ts"
import { frame, segment } from "../support/bytes/jpeg.ts"

// Markers as the standard names them (ITU T.81, table B.1).
const START = Buffer.from([0xff, 0xd8])
const END = Buffer.from([0xff, 0xd9])
const [BASELINE, HUFFMAN_TABLES, SCAN, QUANTIZATION, COMMENT] = [0xc0, 0xc4, 0xda, 0xdb, 0xfe]
const TABLES = segment(QUANTIZATION, [0, ...Array<number>(64).fill(1)])
/** A scan, and compressed data with a byte 0xff, which has a zero after it. */
const PIXELS = Buffer.concat([segment(SCAN, [1, 1, 0, 0, 63, 0]), Buffer.from([0x12, 0xff, 0, 0x34])])
const [CODES, FRAME] = [segment(HUFFMAN_TABLES, [0, ...Array<number>(16).fill(0)]), frame(BASELINE)]

/** The parts of a JPEG from after its start to before its end. */
const isTaken = (...parts: Buffer[]) => isTakenWhole(START, ...parts, END)
const isTakenWhole = (...parts: Buffer[]) => {
  try {
    return readLogo(Buffer.concat(parts)).type === "image/jpeg"
  } catch (error) {
    expect((error as Error).message).to.match(/^The logo cannot be used: /)
    return false
  }
}
const name = (marker: number) => `marker ${marker.toString(16)}`

describe("A logo that is a JPEG", () => {
  it("is baseline, extended or progressive, and gray, in color or for printing", () => {
    for (const marker of [0xc0, 0xc1, 0xc2]) expect(isTaken(TABLES, frame(marker), CODES, PIXELS), name(marker)).to.equal(true)
    for (const components of [1, 3, 4])
      expect(isTaken(TABLES, frame(BASELINE, { components }), CODES, PIXELS), `${components} components`).to.equal(true)
  })

  it("may have comments, several scans, restarts within them, and bytes that fill them up", () => {
    expect(isTaken(TABLES, segment(COMMENT), FRAME, CODES, PIXELS, segment(COMMENT, [1]))).to.equal(true)
    expect(isTaken(TABLES, FRAME, CODES, PIXELS, CODES, PIXELS)).to.equal(true)
    for (let marker = 0xd0; marker <= 0xd7; marker++)
      expect(isTaken(TABLES, FRAME, CODES, PIXELS, Buffer.from([0xff, marker, 1, 2])), name(marker)).to.equal(true)
    expect(isTaken(TABLES, FRAME, CODES, PIXELS, Buffer.from([0xff]))).to.equal(true)
  })

  it("is refused with a frame that the boleto could not show", () => {
    for (const marker of [0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf]) {
      expect(isTaken(TABLES, frame(marker), CODES, PIXELS), name(marker)).to.equal(false)
      expect(isTaken(TABLES, segment(marker, [1, 2]), FRAME, CODES, PIXELS), `${name(marker)} before a frame`).to.equal(false)
    }
    for (const components of [0, 2, 5])
      expect(isTaken(TABLES, frame(BASELINE, { components }), CODES, PIXELS), `${components} components`).to.equal(false)
    for (const odd of [{ bits: 12 }, { width: 0 }, { height: 0 }])
      expect(isTaken(TABLES, frame(BASELINE, odd), CODES, PIXELS), JSON.stringify(odd)).to.equal(false)
    const content = [...FRAME.subarray(4)]
    for (const wrong of [[], content.slice(0, 5), content.slice(0, -1), [...content, 0]])
      expect(isTaken(TABLES, segment(BASELINE, wrong), CODES, PIXELS), `a frame of ${wrong.length} bytes`).to.equal(false)
  })

  it("is refused where a part is missing, or is there too often", () => {
    const parts = [TABLES, FRAME, CODES, PIXELS]
    expect(isTaken(...parts)).to.equal(true)
    expect(isTaken(TABLES, CODES, PIXELS), "no frame").to.equal(false)
    expect(isTaken(TABLES, FRAME, CODES), "no scan").to.equal(false)
    expect(isTaken(TABLES, FRAME, FRAME, CODES, PIXELS), "two frames").to.equal(false)
    expect(isTakenWhole(START, ...parts), "no end").to.equal(false)
    expect(isTakenWhole(START, ...parts, END, Buffer.from([0])), "a byte after its end").to.equal(false)
    expect(isTakenWhole(START, ...parts, END, ...parts, END), "two ends").to.equal(false)
    expect(isTakenWhole(START, END), "nothing").to.equal(false)
    expect(isTakenWhole(START, Buffer.from([0xff])), "a start only").to.equal(false)
  })

  it("is refused where something is between its parts that is none", () => {
    const between = (odd: Buffer) => isTaken(TABLES, odd, FRAME, CODES, PIXELS) || isTaken(TABLES, FRAME, odd, CODES, PIXELS)
    expect(between(Buffer.from([0])), "a byte").to.equal(false)
    expect(between(Buffer.from([0, COMMENT, 0, 2])), "what would be a comment").to.equal(false)
    for (const marker of [0x01, 0xbf, 0xd0, 0xd4, 0xd7, 0xd8])
      expect(between(segment(marker, [1, 2])), name(marker)).to.equal(false)
    for (const marker of [COMMENT, SCAN])
      for (const length of [0, 1])
        expect(between(Buffer.from([0xff, marker, 0, length])), `${name(marker)}, ${length} bytes long`).to.equal(false)
    for (const rest of [[], [0], [0, 3], [0xff, 0xff]])
      expect(isTakenWhole(START, TABLES, FRAME, CODES, PIXELS, Buffer.from([0xff, COMMENT, ...rest])), `${rest}`).to.equal(false)
  })
})
