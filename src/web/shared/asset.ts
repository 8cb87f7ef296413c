import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { ParameterizedContext } from "koa"

const COMPRESSORS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}

type Encoding = keyof typeof COMPRESSORS

/** A file that pages load. It is read and compressed on the first request, because most processes never serve it. */
export class Asset {
  readonly type: string
  readonly #load: () => Promise<Buffer>
  #bytes: Promise<Buffer> | undefined
  #digest: string | undefined
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()

  /** `type` is the Content-Type. `source` is a file of the repository, several files to join, or a function that makes the content. */
  constructor(type: string, source: URL | URL[] | (() => Promise<Buffer> | Buffer)) {
    this.type = type
    this.#load = typeof source === "function" ? async () => source() : () => joined([source].flat())
  }

  /** Returns the uncompressed content. */
  bytes(): Promise<Buffer> {
    this.#bytes ??= this.#load().catch((error) => {
      // After an error, the next request tries again.
      this.#bytes = undefined
      throw error
    })
    return this.#bytes
  }

  /** Returns a digest of the content, in 22 characters that are safe in a URL. */
  async digest(): Promise<string> {
    const bytes = await this.bytes()
    this.#digest ??= createHash("sha256").update(bytes).digest("base64url").slice(0, 22)
    return this.#digest
  }

  /** Sends the file, compressed as the browser accepts. Responds with 304 if the browser already has this content. */
  async send(ctx: ParameterizedContext, cacheControl: string): Promise<void> {
    const bytes = await this.bytes()
    ctx.status = 200
    ctx.type = this.type
    ctx.vary("Accept-Encoding")
    ctx.set("Cache-Control", cacheControl)
    const tag = `"${await this.digest()}"`
    ctx.set("ETag", `W/${tag}`)
    // `ctx.fresh` would not do: with a caller's own If-None-Match, fetch sends Cache-Control: no-cache.
    if (hasTag(ctx.get("If-None-Match"), tag)) {
      ctx.status = 304
      return
    }
    // The server chooses the encoding, not the client's order: browsers name gzip first, and brotli is smaller.
    const accepted = ctx.acceptsEncodings()
    const encoding = (["br", "gzip"] as const).find((each) => accepted.includes(each))
    if (encoding) {
      ctx.set("Content-Encoding", encoding)
      ctx.body = await this.#as(encoding, bytes)
    } else ctx.body = bytes
  }

  #as(encoding: Encoding, bytes: Buffer): Promise<Buffer> {
    let compressed = this.#compressed.get(encoding)
    if (!compressed) {
      compressed = COMPRESSORS[encoding](bytes)
      this.#compressed.set(encoding, compressed)
    }
    return compressed
  }
}

async function joined(files: URL[]): Promise<Buffer> {
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file))))
}

/** Returns whether an If-None-Match names the tag, weak or strong (RFC 9110, 13.1.2). */
export function hasTag(list: string, tag: string): boolean {
  const tags = list.split(",").map((each) => each.trim().replace(/^W\//, ""))
  return tags.includes(tag) || tags.includes("*")
}
