// COPY from one connection to another.
import type pg from "pg"

/** What the driver has beside its declared types, as it calls a query. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** Rows leave in pieces of this size. Postgres sends each row as a message of its own. */
const PIECE = 65_536

/** A query of the driver: it calls these methods as answers arrive. */
abstract class Copy implements pg.Submittable {
  readonly #text: string
  readonly #ended = Promise.withResolvers<number>()
  #rows = 0
  #failure: Error | undefined
  protected connection: CopyConnection | undefined

  constructor(text: string) {
    this.#text = text
    // Whoever waits for the end learns of the failure. It may come before anybody waits.
    this.#ended.promise.catch(() => {})
  }

  /** How many rows were copied. */
  get ended(): Promise<number> {
    return this.#ended.promise
  }

  get failed(): boolean {
    return this.#failure !== undefined
  }

  submit(connection: pg.Connection): void {
    this.connection = connection as CopyConnection
    connection.query(this.#text)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)?.[1])
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.#ended.reject(this.#failure)
    else this.#ended.resolve(this.#rows)
  }

  /** After an error of Postgres, it is ready for the next query. After one of the connection, nothing follows. */
  handleError(error: Error): void {
    this.#failure = error
    this.#ended.reject(error)
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(_connection: pg.Connection): void {}
  handleCopyData(_message: { chunk: Buffer }): void {}
}

class CopyIn extends Copy {
  readonly #ready = Promise.withResolvers<void>()

  /** Resolves when Postgres takes rows, or has refused to. */
  get ready(): Promise<void> {
    return Promise.race([this.#ready.promise, this.ended.then(() => {})])
  }

  override handleCopyInResponse(): void {
    this.#ready.resolve()
  }

  /** Returns when more may be sent, or undefined if it may be now. */
  send(piece: Buffer): Promise<unknown> | undefined {
    if (this.failed || !this.connection) return undefined
    const { stream } = this.connection
    this.connection.sendCopyFromChunk(piece)
    if (!stream.writableNeedDrain) return undefined
    const drained = new Promise<void>((resolve) => {
      stream.once("drain", resolve)
      stream.once("close", resolve)
    })
    return Promise.race([drained, this.ended.catch(() => {})])
  }

  end(): void {
    if (!this.failed) this.connection?.endCopyFrom()
  }

  fail(reason: string): void {
    if (!this.failed) this.connection?.sendCopyFail(reason)
  }
}

class CopyOut extends Copy {
  readonly #into: CopyIn
  #gathered: Buffer[] = []
  #size = 0

  constructor(text: string, into: CopyIn) {
    super(text)
    this.#into = into
  }

  override handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The driver uses the memory of the chunk again.
    this.#gathered.push(Buffer.from(chunk))
    this.#size += chunk.length
    if (this.#size >= PIECE) this.flush()
  }

  flush(): void {
    const piece = Buffer.concat(this.#gathered)
    this.#gathered = []
    this.#size = 0
    const drained = piece.length > 0 ? this.#into.send(piece) : undefined
    if (!drained) return
    const stream = this.connection?.stream
    stream?.pause()
    void drained.then(() => stream?.resume())
  }
}

/**
 * Copies rows from one connection to another: `read` is a COPY … TO STDOUT, and `write` is a COPY … FROM STDIN. Returns how many there were.
 * Throws what either has thrown, and if one has counted more than the other.
 */
export async function copyRows(
  from: pg.Client,
  to: pg.Client,
  { read, write }: { read: string; write: string },
): Promise<number> {
  const into = to.query(new CopyIn(write))
  await into.ready
  const out = from.query(new CopyOut(read, into))
  const sent = await out.ended.catch(async (error: Error) => {
    into.fail("the rows cannot be read")
    await into.ended.catch(() => {})
    throw error
  })
  out.flush()
  into.end()
  const taken = await into.ended
  if (sent !== taken) throw new Error(`${sent} rows were read, but ${taken} were written: ${write}`)
  return sent
}
