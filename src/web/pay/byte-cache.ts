/** A least-recently-used cache of byte strings by name, with a limit on their total size. */
export class ByteCache {
  /** Ordered by last use. */
  readonly #entries = new Map<string, Buffer>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(name: string): Buffer | undefined {
    const bytes = this.#entries.get(name)
    if (!bytes) return undefined
    this.#entries.delete(name)
    this.#entries.set(name, bytes)
    return bytes
  }

  set(name: string, bytes: Buffer): void {
    this.#entries.set(name, bytes)
    this.#bytes += bytes.length
    for (const [oldest, { length }] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return
      this.#entries.delete(oldest)
      this.#bytes -= length
    }
  }
}
