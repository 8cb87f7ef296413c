/** Marker bytes of a JPEG (ITU T.81, table B.1). */
const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
/** Baseline, extended sequential and progressive: the kinds that browsers and PDF readers show. */
const FRAMES = [0xc0, 0xc1, 0xc2]
/** Frames of other kinds, and markers that belong to them. PDFKit mistakes each for a frame. */
const OTHER_FRAMES = [0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf]
/** What may follow 0xff within compressed data: a stuffed zero, a fill byte, or a restart marker. */
const IN_SCAN = new Set<number | undefined>([0x00, 0xff, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7])
/** Gray, YCbCr and CMYK. */
const COMPONENTS = [1, 3, 4]

/**
 * Whether a file that begins like a JPEG is a whole JPEG: one frame of a kind that every reader shows, and at least one scan, up to the
 * last marker. The pixels are not checked, because readers show any. The caller must check the number of pixels.
 */
export function isWholeJpeg(content: Buffer): boolean {
  let frames = 0
  let scans = 0
  for (let at = 2; ; ) {
    const marker = content[at + 1]
    // This also stops the search after the end of the file.
    if (content[at] !== 0xff || marker === undefined) return false
    if (marker === EOI) return frames === 1 && scans > 0 && at + 2 === content.length
    const end = endOfSegment(content, at, marker)
    if (end === undefined || OTHER_FRAMES.includes(marker)) return false
    if (FRAMES.includes(marker)) {
      if (!isFrame(content.subarray(at + 4, end))) return false
      frames++
    }
    if (marker === SOS) scans++
    at = marker === SOS ? endOfScan(content, end) : end
  }
}

/** The end of the segment of the marker at `at`. It may be after the end of the file. Undefined if the marker begins no segment. */
function endOfSegment(content: Buffer, at: number, marker: number): number | undefined {
  if (marker < 0xc0 || (marker >= 0xd0 && marker <= SOI) || at + 4 > content.length) return undefined
  const length = content.readUInt16BE(at + 2)
  return length >= 2 ? at + 2 + length : undefined
}

/** Whether a frame has samples of eight bits, and describes each of its components. */
function isFrame(frame: Buffer): boolean {
  const [bits, components] = [frame[0], frame[5]]
  return bits === 8 && COMPONENTS.some((known) => known === components && frame.length === 6 + 3 * known)
}

/** The position of the next marker that is not part of the compressed data. */
function endOfScan(content: Buffer, start: number): number {
  let at = start
  while (at < content.length && (content[at] !== 0xff || IN_SCAN.has(content[at + 1]))) at++
  return at
}
