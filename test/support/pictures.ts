import { createRequire } from "node:module"

type JsQr = (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null
type Png = { data: Buffer; width: number; height: number }

const require = createRequire(import.meta.url)
// Neither is typed for ES modules; pngjs comes with qrcode.
const decode = require("jsqr") as JsQr & { default?: JsQr }
const { PNG } = createRequire(require.resolve("qrcode"))("pngjs") as { PNG: { sync: { read(file: Buffer): Png } } }

/** The pixels of a PNG file, four bytes each. */
export function readPng(file: Buffer): Png {
  return PNG.sync.read(file)
}

/** What a scanner reads in a picture of a QR code; undefined where it finds none. */
export function scanQrCode(file: Buffer): string | undefined {
  const { data, width, height } = readPng(file)
  return (decode.default ?? decode)(new Uint8ClampedArray(data), width, height)?.data
}

/** The digits of a bar code (interleaved 2 of 5), from the widths of its bars and gaps in turn. */
export function readInterleaved(runs: number[]): string {
  const narrow = Math.min(...runs)
  const wide = runs.map((run) => run > narrow * 2)
  const DIGITS = ["00110", "10001", "01001", "11000", "00101", "10100", "01100", "00011", "10010", "01010"]
  let text = ""
  for (let i = 4; i + 10 <= wide.length - 3; i += 10) {
    for (const start of [i, i + 1]) {
      const pattern = [0, 2, 4, 6, 8].map((step) => (wide[start + step] ? "1" : "0")).join("")
      text += DIGITS.indexOf(pattern)
    }
  }
  return text
}
