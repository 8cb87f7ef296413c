import { crc32, inflateSync } from "node:zlib"
import { PNG } from "pngjs"

const START = Buffer.from("89504e470d0a1a0a", "hex")
/** The number of samples of a pixel, and the bits that each sample may have, by color type (PNG, table 11.1). */
const COLORS: Record<number, { samples: number; bits: number[] }> = {
  0: { samples: 1, bits: [1, 2, 4, 8, 16] },
  2: { samples: 3, bits: [8, 16] },
  3: { samples: 1, bits: [1, 2, 4, 8] },
  4: { samples: 2, bits: [8, 16] },
  6: { samples: 4, bits: [8, 16] },
}
const RGB = 2
const PALETTE = 3
const MAX_FILTER = 4
/** The first column and line of each of the seven passes of an interlaced picture, and the steps between its columns and lines. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const WHOLE = [[0, 0, 1, 1]] as const

type Chunk = { type: string; data: Buffer }

/**
 * Whether a file that begins like a PNG has every pixel: its chunks have the right checksums, and its data inflates to exactly the lines
 * that its header promises. The picture must have at least eight columns and lines, so that each pass of an interlaced picture has some.
 * The caller must have memory for the whole picture.
 */
export function isWholePng(content: Buffer): boolean {
  const chunks = chunksOf(content)
  const header = chunks?.[0]
  if (!chunks || header?.type !== "IHDR" || header.data.length !== 13) return false
  const palette = chunks.find(({ type }) => type === "PLTE")?.data.length ?? 0
  const layout = layoutOf(header.data)
  if (!layout) return false
  if (palette % 3 !== 0 || palette > 768 || (layout.color === PALETTE && palette === 0)) return false
  const data = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data))
  return hasAllLines(data, linesOf(layout))
}

/**
 * Draws a whole PNG anew on white, in RGB of eight bits, not interlaced. A PDF embeds such a picture without looking at its pixels, and it
 * has nothing but pixels. Throws if its pixels cannot be read.
 */
export function redrawnPng(content: Buffer): Buffer {
  const picture = PNG.sync.read(content)
  return PNG.sync.write(picture, { colorType: RGB, inputHasAlpha: true })
}

/** Whether a PNG has the form that `redrawnPng` gives it. */
export function isRedrawnPng(content: Buffer): boolean {
  const [bits, color, , , interlace] = content.subarray(24, 29)
  return bits === 8 && color === RGB && interlace === 0 && content.toString("latin1", 37, 41) === "IDAT"
}

/** The chunks up to IEND, which must be the end of the file. Undefined if a chunk is damaged. */
function chunksOf(content: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = []
  let at = START.length
  while (at + 12 <= content.length) {
    const end = at + 8 + content.readUInt32BE(at)
    if (end + 4 > content.length) return undefined
    if (crc32(content.subarray(at + 4, end)) !== content.readUInt32BE(end)) return undefined
    const type = content.toString("latin1", at + 4, at + 8)
    if (type === "IEND") return end + 4 === content.length ? chunks : undefined
    chunks.push({ type, data: content.subarray(at + 8, end) })
    at = end + 4
  }
}

type Layout = { width: number; height: number; color: number; bitsPerPixel: number; interlaced: boolean }

function layoutOf(header: Buffer): Layout | undefined {
  const [bits, color] = [header.readUInt8(8), header.readUInt8(9)]
  const [compression, filter, interlace] = [header.readUInt8(10), header.readUInt8(11), header.readUInt8(12)]
  const kind = COLORS[color]
  if (!kind?.bits.includes(bits) || compression !== 0 || filter !== 0 || interlace > 1) return undefined
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  return { width, height, color, bitsPerPixel: kind.samples * bits, interlaced: interlace === 1 }
}

/** The number of bytes of each line, including the byte in front that names the line's filter. */
function linesOf({ width, height, bitsPerPixel, interlaced }: Layout): number[] {
  return (interlaced ? PASSES : WHOLE).flatMap(([column, line, columnStep, lineStep]) => {
    const columns = Math.ceil((width - column) / columnStep)
    const lines = Math.ceil((height - line) / lineStep)
    return Array<number>(lines).fill(1 + Math.ceil((columns * bitsPerPixel) / 8))
  })
}

function hasAllLines(compressed: Buffer, lines: number[]): boolean {
  const size = lines.reduce((sum, length) => sum + length, 0)
  const data = inflated(compressed, size)
  if (data?.length !== size) return false
  let at = 0
  return lines.every((length) => {
    const filter = data.readUInt8(at)
    at += length
    return filter <= MAX_FILTER
  })
}

/** Inflates compressed data. Returns undefined if the data is damaged, or inflates to more than `size` bytes. */
function inflated(compressed: Buffer, size: number): Buffer | undefined {
  try {
    return inflateSync(compressed, { maxOutputLength: size })
  } catch {
    return undefined
  }
}
