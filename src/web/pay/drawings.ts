import { once } from "node:events"
import { getCompileCacheDir } from "node:module"
import { dirname } from "node:path"
import { Worker } from "node:worker_threads"
import type { Logo } from "../../accounts/logo.ts"
import { MAX_WAITING } from "../../base/bounds.ts"
import { ApiError } from "../../base/errors.ts"
import type { HostedLink } from "../../payments/links/links.ts"
import type { BoletoPaper } from "../../payments/links/table.ts"
import { ByteCache } from "./byte-cache.ts"

/** The drawing, or the reason why it failed. */
export type DrawingResult = { bytes: Uint8Array<ArrayBuffer> } | { error: string }

/** A picture or a document for a payer. Its content is fixed when its link is created, except for the logo. */
export type Drawing =
  | { file: "qr.png" | "qr.svg"; brCode: string }
  | { file: "barcode.png"; barCode: string }
  | { file: "boleto.pdf"; paper: BoletoPaper; logo?: Logo }

type Job = { drawing: Drawing; resolve: (bytes: Buffer) => void; reject: (error: unknown) => void }

/** The total size of the cache. A QR code has about 5 kB, a boleto 20 kB. */
const MAX_KEPT_BYTES = 16 * 2 ** 20
/** A drawing takes 1 to 20 ms, and the first one of a kind loads its modules. */
const TIME_LIMIT_MS = 20_000

/**
 * Draws pictures and documents for payers in a separate thread. One picture costs as much processor time as twenty requests, and its link
 * needs no key. Each picture of a link is drawn once and cached. One is drawn at a time, and accounts take turns.
 *
 * The caller must have checked that the payer may still see the drawing.
 */
export class Drawings {
  readonly #kept = new ByteCache(MAX_KEPT_BYTES)
  readonly #drawing = new Map<string, Promise<Buffer>>()
  /** The waiting jobs, by account. The account at the front is next. */
  readonly #waiting = new Map<string, Job[]>()
  readonly #observe: (file: Drawing["file"]) => void
  #busy = false
  #thread: Worker | undefined

  /** `observe` is called for each new drawing. */
  constructor(observe: (file: Drawing["file"]) => void = () => {}) {
    this.#observe = observe
  }

  /** Returns the drawing of a link. Throws not_ready if too many jobs wait. */
  async get({ link, account }: Pick<HostedLink, "link" | "account">, drawing: Drawing): Promise<Buffer> {
    const name = `${link}/${drawing.file}${"logo" in drawing && drawing.logo ? `/${drawing.logo.digest}` : ""}`
    const kept = this.#kept.get(name)
    if (kept) return kept
    const shared = this.#drawing.get(name)
    if (shared !== undefined) return shared
    const drawn = this.#enqueue(account, drawing)
      .then((bytes) => {
        this.#kept.set(name, bytes)
        return bytes
      })
      .finally(() => this.#drawing.delete(name))
    this.#drawing.set(name, drawn)
    return drawn
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  #enqueue(account: string, drawing: Drawing): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    const jobs = this.#waiting.get(account) ?? []
    if (jobs.length >= MAX_WAITING.drawings)
      return Promise.reject(new ApiError("not_ready", "Too many pictures are being drawn. Try again in a moment."))
    jobs.push({ drawing, resolve, reject })
    this.#waiting.set(account, jobs)
    if (!this.#busy) void this.#drawWaiting()
    return promise
  }

  async #drawWaiting(): Promise<void> {
    this.#busy = true
    for (let job = this.#next(); job; job = this.#next()) {
      await this.#draw(job.drawing).then(job.resolve, job.reject)
    }
    this.#busy = false
  }

  /** Takes the next job of the account at the front, and moves that account to the end. */
  #next(): Job | undefined {
    const [turn] = this.#waiting
    if (!turn) return undefined
    const [account, jobs] = turn
    const job = jobs.shift()
    this.#waiting.delete(account)
    if (jobs.length > 0) this.#waiting.set(account, jobs)
    return job
  }

  async #draw(drawing: Drawing): Promise<Buffer> {
    this.#thread ??= this.#startThread()
    const thread = this.#thread
    const drawn = once(thread, "message", { signal: AbortSignal.timeout(TIME_LIMIT_MS) })
    thread.postMessage(drawing)
    const [result]: DrawingResult[] = await drawn.catch(async (error) => {
      await thread.terminate()
      throw error
    })
    if (!result || "error" in result) throw new Error(`The ${drawing.file} could not be drawn: ${result?.error}`)
    this.#observe(drawing.file)
    return Buffer.from(result.bytes.buffer)
  }

  /**
   * The environment holds keys, so the thread gets only the directory of compiled code. If the thread ends, the next drawing starts a new
   * one.
   */
  #startThread(): Worker {
    const compiled = getCompileCacheDir()
    // Node itself appends the directory of its version and user.
    const env = compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {}
    const thread = new Worker(new URL("./drawing-thread.ts", import.meta.url), { env, execArgv: [] })
    // An error also rejects the drawing that waits for a message.
    thread.on("error", () => {})
    thread.on("exit", () => {
      this.#thread = undefined
    })
    thread.unref()
    return thread
  }
}
