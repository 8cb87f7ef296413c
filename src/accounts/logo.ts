import { createHash } from "node:crypto"
import { imageSize } from "image-size"
import { Refusal } from "../base/errors.ts"
import { isWholeJpeg } from "./jpeg.ts"
import { isRedrawnPng, isWholePng, redrawnPng } from "./png.ts"

/** A picture of the merchant for payers. `width` and `height` are in pixels. `digest` is the SHA-256 in hexadecimal. */
export type Logo = { type: "image/png" | "image/jpeg"; width: number; height: number; digest: string; content: Buffer }

const MAX_LOGO_BYTES = 100 * 1024
const MIN_SIDE = 32
const MAX_SIDE = 1024

const TYPES = { png: "image/png", jpg: "image/jpeg" } as const
/** Every hosted page and every boleto carries the picture as it was drawn anew, which can be larger than the file. */
const MAX_DRAWN_BYTES = 512 * 1024

const PNG_START = Buffer.from("89504e470d0a1a0a", "hex")
const JPEG_START = Buffer.from("ffd8ff", "hex")

/**
 * Checks a file for use as an account's logo. Throws a Refusal that says what is wrong with the file. A damaged picture is refused, because
 * the PDF of a boleto could not be drawn with it. A PNG is drawn anew, so each boleto embeds it as it is. A JPEG always is.
 */
export function readLogo(content: Buffer): Logo {
  if (content.length > MAX_LOGO_BYTES) throw refused(`it has more than ${MAX_LOGO_BYTES / 1024} KiB`)
  const kind = kindOf(content)
  if (!kind) throw refused("it is neither a PNG nor a JPEG")
  const damaged = refused(`the ${kind.toUpperCase()} is damaged`)
  if (kind === "jpg" && !isWholeJpeg(content)) throw damaged
  const { width, height } = sizeOf(content)
  if (Math.min(width, height) < MIN_SIDE || Math.max(width, height) > MAX_SIDE)
    throw refused(`it has ${width} x ${height} pixels. Each side must have ${MIN_SIDE} to ${MAX_SIDE}`)
  if (kind === "png" && !isWholePng(content)) throw damaged
  const drawn = kind === "png" ? redrawn(content, damaged) : content
  if (drawn.length > MAX_DRAWN_BYTES)
    throw refused(`drawn anew, it takes more than ${MAX_DRAWN_BYTES / 1024} KiB. Use fewer pixels`)
  return { type: TYPES[kind], width, height, digest: createHash("sha256").update(drawn).digest("hex"), content: drawn }
}

/** The content of a logo, in a form that a PDF embeds as it is. Logos from before an update of the service are drawn anew. */
export function embeddable({ type, content }: Pick<Logo, "type" | "content">): Buffer {
  return type === "image/jpeg" || isRedrawnPng(content) ? content : redrawnPng(content)
}

function redrawn(content: Buffer, damaged: Refusal): Buffer {
  try {
    return redrawnPng(content)
  } catch {
    throw damaged
  }
}

function kindOf(content: Buffer): keyof typeof TYPES | undefined {
  if (content.subarray(0, PNG_START.length).equals(PNG_START)) return "png"
  if (content.subarray(0, JPEG_START.length).equals(JPEG_START)) return "jpg"
  return undefined
}

function sizeOf(content: Buffer): { width: number; height: number } {
  try {
    return imageSize(content)
  } catch (error) {
    throw refused(`its size cannot be read (${(error as Error).message})`)
  }
}

function refused(why: string): Refusal {
  return new Refusal("logo_invalid", `The logo cannot be used: ${why}.`)
}
