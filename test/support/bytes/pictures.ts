import { createRequire } from "node:module"

type JsQr = (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null
type Png = { data: Buffer; width: number; height: number }

const require = createRequire(import.meta.url)
// Neither package has types for ES modules. pngjs comes with qrcode.
const decode = require("jsqr") as JsQr & { default?: JsQr }
const { PNG } = createRequire(require.resolve("qrcode"))("pngjs") as { PNG: { sync: { read(file: Buffer): Png } } }

/** Returns the pixels of a PNG file, four bytes each. */
export function readPng(file: Buffer): Png {
  return PNG.sync.read(file)
}

/** Returns the content of the QR code in a PNG file, or undefined if there is none. */
export function scanQrCode(file: Buffer): string | undefined {
  const { data, width, height } = readPng(file)
  return (decode.default ?? decode)(new Uint8ClampedArray(data), width, height)?.data
}

/** Returns the content of a QR code's SVG with strokes of one unit per module. */
export function scanQrCodeSvg(svg: string): string | undefined {
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)![1])
  const scale = 4
  const pixels = new Uint8ClampedArray((side * scale) ** 2 * 4).fill(255)
  let [x, y] = [0, 0]
  for (const [, command, first, second] of /stroke="#000000" d="([^"]*)"/
    .exec(svg)![1]!
    .matchAll(/([Mmh])([\d.-]+)(?: ([\d.-]+))?/g)) {
    if (command === "M") [x, y] = [Number(first), Math.floor(Number(second))]
    else if (command === "m") x += Number(first)
    else for (const end = x + Number(first); x < end; x++) blacken(pixels, side * scale, x * scale, y * scale, scale)
  }
  return (decode.default ?? decode)(pixels, side * scale, side * scale)?.data
}

function blacken(pixels: Uint8ClampedArray, width: number, left: number, top: number, size: number): void {
  for (let y = top; y < top + size; y++) pixels.fill(0, (y * width + left) * 4, (y * width + left + size) * 4)
}

/** Returns the alternating widths of white and black along a row, white first. */
export function runsOf({ data, width }: Png, row: number): number[] {
  const runs = [0]
  for (let x = 0; x < width; x++) {
    const dark = data[(row * width + x) * 4]! < 128
    if (dark !== (runs.length % 2 === 0)) runs.push(0)
    runs[runs.length - 1]!++
  }
  return runs
}

/** Returns the digits of a bar code (interleaved 2 of 5) from the alternating widths of its bars and gaps. */
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
