import type { Logger } from "../base/log.ts"
import type { Database } from "../db/database.ts"
import { isUnreachable } from "../db/unreachable.ts"
import { insertRequests } from "./store.ts"
import type { RequestRecord } from "./table.ts"

/** Why a request is not in the log. */
export type Dropped = "full" | "flood" | "failed" | "clock"

export type RequestLogOptions = {
  database: Database
  log: Logger
  /** Called for records that are dropped. */
  observeDropped: (reason: Dropped, count: number) => void
  /** How many records may wait while the database accepts none. The default is MAX_WAITING. */
  maxWaiting?: number
}

/** The longest time for which a record waits for others. */
const INTERVAL_MS = 250
/** The number of waiting records that are written at once. A commit for fewer records costs more than their rows. */
const BATCH = 200
const MAX_BATCH = 500
/** About 8 MB, because a record takes one to three kB. */
const MAX_WAITING = 4000
/** How many refused requests each interval records. They were refused before their work began, and anybody can send any number of them. */
const MAX_REFUSED = 50
/** How long the last records may take when the process stops. */
const LAST_MS = 2000

/**
 * Collects the records of requests, and writes them in batches. No request waits for this. Records that the database cannot take in time
 * are dropped and counted.
 */
export class RequestLog {
  readonly #options: RequestLogOptions
  readonly #waiting: RequestRecord[] = []
  #refused = 0
  #writing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isFailing = false

  constructor(options: RequestLogOptions) {
    this.#options = options
  }

  /** Adds a record, which is written a moment later. Never throws. */
  add(record: RequestRecord): void {
    const obstacle = this.#obstacle(record)
    if (obstacle) this.#options.observeDropped(obstacle, 1)
    else this.#push(record)
  }

  #obstacle(record: RequestRecord): Dropped | undefined {
    if (isRefusal(record) && ++this.#refused > MAX_REFUSED) return "flood"
    return this.#waiting.length >= (this.#options.maxWaiting ?? MAX_WAITING) ? "full" : undefined
  }

  #push(record: RequestRecord): void {
    this.#waiting.push(record)
    this.#startTimer()
    if (this.#waiting.length === BATCH && !this.#isFailing) setImmediate(() => void this.#write())
  }

  /** Writes the waiting records. Records that cannot be written in time are dropped. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_MS).unref())
    await Promise.race([this.#write().then(() => this.#write()), late])
    if (this.#waiting.length > 0) this.#options.observeDropped("full", this.#waiting.splice(0).length)
  }

  #onInterval(): void {
    this.#timer = undefined
    this.#refused = 0
    void this.#write()
  }

  /** Writes the waiting records, or leaves them for later if the database cannot take them. One round runs at a time. */
  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
      if (this.#waiting.length > 0) this.#startTimer()
    })
    return this.#writing
  }

  /** Writes batch after batch. The last few records that arrive meanwhile wait for others again. */
  async #writeAll(): Promise<void> {
    let left = this.#waiting.length
    while (left > 0 || this.#waiting.length >= BATCH) {
      const batch = this.#waiting.slice(0, MAX_BATCH)
      if (!(await this.#insert(batch))) return
      this.#waiting.splice(0, batch.length)
      left -= batch.length
    }
  }

  /** Returns false if the batch must be written later. A batch that the database refuses is dropped, so it delays no other. */
  async #insert(batch: RequestRecord[]): Promise<boolean> {
    const { database, log, observeDropped } = this.#options
    try {
      await insertRequests(database, batch)
      this.#isFailing = false
    } catch (error) {
      if (isUnreachable(error)) {
        if (!this.#isFailing) log.warn({ err: error }, "could not write to the log of requests; trying again")
        this.#isFailing = true
        return false
      }
      log.error({ err: error }, "the database refused a part of the log of requests, which is lost")
      observeDropped("failed", batch.length)
    }
    return true
  }

  #startTimer(): void {
    this.#timer ??= setTimeout(() => this.#onInterval(), INTERVAL_MS).unref()
  }
}

/** Whether a request was refused before any work and so cost its sender nothing: no valid key, an unknown route, or a rate limit. */
function isRefusal({ operation, status }: RequestRecord): boolean {
  return operation === null || status === 401 || status === 429
}
