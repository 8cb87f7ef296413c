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
