/** The kept part of the response to an attempt, for people who want to know what went wrong. */
export type KeptResponse = {
  /** Values that may be secrets of the receiver are withheld. */
  headers: Header[]
  /** The first 4 kB of the body, as text. */
  body: string
  /** How many bytes of the body were read. */
  bytes: number
}

/** A header's name and value. A name may occur more than once. */
export type Header = readonly [name: string, value: string]

const MAX_BODY_BYTES = 4096
const MAX_HEADERS = 40
const MAX_HEADERS_LENGTH = 4096
const MAX_VALUE_LENGTH = 500

/** Replaces a value that is not kept. */
export const WITHHELD = "[not kept]"

/** The names of headers whose value may be a secret of the receiver. */
const MAY_BE_SECRET = /cookie|auth|token|secret|session|password|credential|signature|api-?key/i
/** Headers that concern only the connection. They say nothing about the receiver's work. */
const OF_CONNECTION = new Set(["connection", "keep-alive", "transfer-encoding"])

/** Collects the kept part of one response while the response arrives. */
export class ResponseKeeper {
  #headers: Header[] | undefined
  readonly #chunks: Buffer[] = []
  #kept = 0
  /** How many bytes have arrived. */
  bytes = 0

  begin(headers: Record<string, string | string[] | undefined>): void {
    this.#headers = keptHeaders(headers)
  }

  add(chunk: Buffer): void {
    this.bytes += chunk.length
    if (this.#kept >= MAX_BODY_BYTES) return
    // A copy, so that the rest of the chunk is not held in memory.
    const part = Buffer.from(chunk.subarray(0, MAX_BODY_BYTES - this.#kept))
    this.#chunks.push(part)
    this.#kept += part.length
  }

  /** Undefined if no response has begun. */
  kept(): KeptResponse | undefined {
    if (!this.#headers) return undefined
    return { headers: this.#headers, body: textOf(Buffer.concat(this.#chunks)), bytes: this.bytes }
  }
}

function keptHeaders(headers: Record<string, string | string[] | undefined>): Header[] {
  const kept: Header[] = []
  let length = 0
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || OF_CONNECTION.has(name.toLowerCase())) continue
    const text = MAY_BE_SECRET.test(name) ? WITHHELD : [value].flat().join(", ").slice(0, MAX_VALUE_LENGTH)
    length += name.length + text.length
    if (kept.length >= MAX_HEADERS || length > MAX_HEADERS_LENGTH) break
    kept.push([name, text])
  }
  return kept
}

/**
 * Bytes that are not valid UTF-8 become U+FFFD. So does NUL, because Postgres accepts NUL in no text. A character that is cut off at
 * the end is left out.
 */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll("\0", "\ufffd")
}
