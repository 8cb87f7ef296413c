/** Marker bytes of a JPEG (ITU T.81, table B.1). */
const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
/** Baseline, extended sequential and progressive: those that browsers and PDF readers show. */
const FRAMES = [0xc0, 0xc1, 0xc2]
/** Frames of other kinds, and what belongs to them. PDFKit takes each for a frame. */
const OTHER_FRAMES = [0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf]
/** Gray, YCbCr and CMYK. */
const COMPONENTS = [1, 3, 4]

/**
 * Whether a file is a JPEG from its first marker to its last: one frame of a kind that is shown everywhere, and at least one scan. What
 * the pixels show is not checked, as readers show any.
 */
export function isWholeJpeg(content: Buffer): boolean {
  if (content.length < 4 || content[0] !== 0xff || content[1] !== SOI) return false
  let frames = 0
  let scans = 0
  for (let at = 2; at + 2 <= content.length; ) {
    const marker = content[at + 1]!
    if (content[at] !== 0xff) return false
    if (marker === EOI) return frames === 1 && scans > 0 && at + 2 === content.length
    const end = endOfSegment(content, at)
    if (end === undefined || OTHER_FRAMES.includes(marker)) return false
    if (FRAMES.includes(marker)) {
      if (!isFrame(content.subarray(at + 4, end))) return false
      frames++
    }
    if (marker === SOS) scans++
    at = marker === SOS ? endOfScan(content, end) : end
  }
  return false
}

/** Where the segment of the marker at `at` ends, or undefined where it is no segment, or not all of it is there. */
function endOfSegment(content: Buffer, at: number): number | undefined {
  const marker = content[at + 1]!
  if (marker < 0xc0 || (marker >= 0xd0 && marker <= SOI) || at + 4 > content.length) return undefined
  const length = content.readUInt16BE(at + 2)
  const end = at + 2 + length
  return length >= 2 && end <= content.length ? end : undefined
}

/** Whether a frame says how many bits, lines, columns and components it has. */
function isFrame(frame: Buffer): boolean {
  const components = frame[5] ?? 0
  if (frame.length !== 6 + 3 * components || !COMPONENTS.includes(components)) return false
  return frame[0] === 8 && frame.readUInt16BE(1) > 0 && frame.readUInt16BE(3) > 0
}

/** Where the next marker begins that is not a part of the compressed data. */
function endOfScan(content: Buffer, start: number): number {
  let at = start
  for (; at + 2 <= content.length; at++) {
    const next = content[at + 1]!
    if (content[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) break
  }
  return at
}
