import { crc32, deflateSync } from "node:zlib"

/** The layout in a PNG's header. `samples` of `bits` make a pixel. */
export type PngLayout = { width: number; height: number; color: number; bits: number; samples: number; interlaced?: boolean }

/** The pass of each pixel in an interlaced PNG, by its line and its column modulo eight: the drawing in the standard (PNG, 8.2). */
const PASSES = ["16462646", "77777777", "56565656", "77777777", "36463646", "77777777", "56565656", "77777777"]

/** Every color type and depth that the standard allows (PNG, table 11.1). */
export const PNG_KINDS = [
  ...[1, 2, 4, 8, 16].map((bits) => ({ color: 0, samples: 1, bits })),
  ...[8, 16].map((bits) => ({ color: 2, samples: 3, bits })),
  ...[1, 2, 4, 8].map((bits) => ({ color: 3, samples: 1, bits })),
  ...[8, 16].map((bits) => ({ color: 4, samples: 2, bits })),
  ...[8, 16].map((bits) => ({ color: 6, samples: 4, bits })),
]

/** The black lines of a PNG, each after its filter byte. Pixels are counted one by one, for comparison with a calculation. */
export function blackLines({ width, height, bits, samples, interlaced }: PngLayout): Buffer[] {
  const lines: Buffer[] = []
  for (const pass of interlaced ? "1234567" : "*")
    for (let y = 0; y < height; y++) {
      let pixels = 0
      for (let x = 0; x < width; x++) if (!interlaced || PASSES[y % 8]![x % 8] === pass) pixels++
      if (pixels > 0) lines.push(Buffer.alloc(1 + Math.ceil((pixels * bits * samples) / 8)))
    }
  return lines
}

/** A chunk of a PNG, with its length and its checksum. */
export function pngChunk(type: string, content: Buffer | number[] = []): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), Buffer.from(content)])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(named.length - 4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

export const PNG_START = Buffer.from("89504e470d0a1a0a", "hex")
export const PNG_END = pngChunk("IEND")

/** The header. `rest` is bits, color type, compression, filter and interlacing, if they differ from the layout. */
export function pngHeader({ width, height, bits, color, interlaced }: PngLayout, rest?: number[]): Buffer {
  const sides = Buffer.alloc(8)
  sides.writeUInt32BE(width, 0)
  sides.writeUInt32BE(height, 4)
  return pngChunk("IHDR", [...sides, ...(rest ?? [bits, color, 0, 0, interlaced ? 1 : 0])])
}

/** A PNG of black pixels. Its header, its palette or its data can be replaced. */
export function blackPng(layout: PngLayout, odd: { header?: number[]; palette?: Buffer; data?: Buffer } = {}): Buffer {
  const palette = odd.palette ?? (layout.color === 3 ? Buffer.alloc(6) : undefined)
  const data = odd.data ?? deflateSync(Buffer.concat(blackLines(layout)))
  return Buffer.concat([
    PNG_START,
    pngHeader(layout, odd.header),
    ...(palette ? [pngChunk("PLTE", palette)] : []),
    pngChunk("IDAT", data),
    PNG_END,
  ])
}
