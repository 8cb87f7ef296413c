import { crc32, deflateSync } from "node:zlib"
import type { Browser } from "playwright-core"

/**
 * Reduces a PNG to at most 256 colors, which more than halves the size of a page's picture. `browser` decodes the PNG, because it is
 * available anyway.
 */
export async function withPalette(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  const { width, height, palette, pixels } = (await page.evaluate(`(${reduce})("${png.toString("base64")}")`)) as Reduced
  await page.close()
  return encode(width, height, Buffer.from(palette), Buffer.from(pixels, "base64"))
}

type Reduced = { width: number; height: number; palette: number[]; pixels: string }

/** Runs in the browser. Takes the most frequent colors, with a minimum distance, and gives each pixel the nearest one. */
const reduce = `async function (base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes]))
  const { width, height } = image
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext("2d")
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const counts = new Map()
  for (let i = 0; i < data.length; i += 4) {
    const color = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2]
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const MOST = data.length > 8e6 ? 80 : 256 // fewer for the tall pictures of a phone
  const distance = (a, b) => ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2
  const byCount = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a))
  let chosen = []
  for (let step = 12; step < 2000 && (chosen.length === 0 || chosen.length > MOST); step *= 1.3) {
    chosen = []
    for (const color of byCount) {
      if (chosen.every((other) => distance(color, other) >= step)) chosen.push(color)
      if (chosen.length > MOST) break
    }
  }
  const nearest = new Map()
  const indexOf = (color) => {
    let best = nearest.get(color)
    if (best !== undefined) return best
    best = 0
    for (let i = 1; i < chosen.length; i++) if (distance(color, chosen[i]) < distance(color, chosen[best])) best = i
    nearest.set(color, best)
    return best
  }
  let pixels = ""
  for (let i = 0; i < data.length; i += 4) pixels += String.fromCharCode(indexOf((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]))
  return { width, height, palette: chosen.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]), pixels: btoa(pixels) }
}`

function encode(width: number, height: number, palette: Buffer, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) pixels.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width)
  const parts = [
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...parts])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "ascii"), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
