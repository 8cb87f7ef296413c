// Streams that tell browsers about changes. Other processes also write, and SQLite does not report their writes. So each process polls for
// changes: once for each account and mode, and only while it has an open page.
import { PassThrough } from "node:stream"
import { setTimeout as pause } from "node:timers/promises"
import { MAX_STREAMS } from "../../../base/bounds.ts"

/** How often a process polls for changes of an account with listeners. */
const EVERY_MS = 1000
/** A connection on which nothing is sent is closed after 15 seconds. */
const HEARTBEAT_MS = 10_000
/** How soon a browser reconnects after a stream has ended. */
const RETRY_MS = 3000
/** How long a listener's permission is cached. An account with much traffic changes every second. */
const REMEMBERED_MS = 5000
/** A listener with more unread bytes than this does not read, so its stream is ended. */
const MAX_UNREAD_BYTES = 16_384

export type Listener = {
  user: string
  /** The account whose pages are open. */
  account: string
  /** The topic of the stream, such as an account in a mode. Listeners of the same topic share one `read`. */
  topic: string
  /** Reads the marks of the topic. The text differs after each change. */
  read: () => Promise<string>
  /** Returns whether the listener may still listen. It is called before something is sent, at most every five seconds. */
  mayListen: () => Promise<boolean>
}

type Stream = { body: PassThrough; user: string; account: string; sendMarks: (marks: string) => void }
type Watch = { last: string | undefined; streams: Set<Stream> }

export class Streams {
  readonly #watches = new Map<string, Watch>()
  #isEnding = false

  /** Opens a stream of server-sent events. Returns undefined if there are too many, or if the process is stopping. */
  open(listener: Listener): PassThrough | undefined {
    const all = [...this.#watches.values()].flatMap(({ streams }) => [...streams])
    const ofUser = all.filter(({ user }) => user === listener.user)
    const ofAccount = all.filter(({ account }) => account === listener.account)
    const { user, account, process } = MAX_STREAMS
    if (this.#isEnding || ofUser.length >= user || ofAccount.length >= account || all.length >= process) return undefined
    const stream = newStream(listener)
    const watch = this.#watches.get(listener.topic) ?? this.#begin(listener)
    watch.streams.add(stream)
    stream.body.once("close", () => watch.streams.delete(stream))
    if (watch.last !== undefined) stream.sendMarks(watch.last)
    return stream.body
  }

  /** Returns the last marks that were sent for a topic, which are at most about a second old. Undefined if no page listens. */
  newest(topic: string): string | undefined {
    return this.#watches.get(topic)?.last
  }

  /** Ends all streams because the process is stopping. Browsers then reconnect to another process. */
  end(): void {
    this.#isEnding = true
    for (const { streams } of this.#watches.values()) for (const { body } of streams) body.end()
  }

  #begin({ topic, read }: Listener): Watch {
    const watch: Watch = { last: undefined, streams: new Set() }
    this.#watches.set(topic, watch)
    void this.#poll(watch, topic, read)
    return watch
  }

  /** Polls for changes until no page listens. While the database is unreachable, it reports no changes. */
  async #poll(watch: Watch, topic: string, read: Listener["read"]): Promise<void> {
    do {
      const marks = await read().catch(() => watch.last)
      if (marks !== undefined && marks !== watch.last) {
        watch.last = marks
        for (const { sendMarks } of watch.streams) sendMarks(marks)
      }
      await pause(EVERY_MS, undefined, { ref: false })
    } while (watch.streams.size > 0 && !this.#isEnding)
    this.#watches.delete(topic)
  }
}

function newStream({ user, account, mayListen }: Listener): Stream {
  const body = new PassThrough()
  const may = cached(mayListen)
  const send = async (text: string) => {
    const mayStill = await may().catch(() => true)
    if (body.writableEnded || body.destroyed) return
    if (!mayStill || body.readableLength > MAX_UNREAD_BYTES) body.end()
    else body.write(text)
  }
  const beating = setInterval(() => void send(": here\n\n"), HEARTBEAT_MS)
  body.once("close", () => clearInterval(beating))
  body.on("error", () => {}) // the browser is gone
  body.write(`retry: ${RETRY_MS}\n\n`)
  return { body, user, account, sendMarks: (marks) => void send(`data: ${marks}\n\n`) }
}

function cached(ask: () => Promise<boolean>): () => Promise<boolean> {
  let [answer, askedAt] = [undefined as Promise<boolean> | undefined, 0]
  return () => {
    const now = performance.now()
    if (!answer || now - askedAt >= REMEMBERED_MS) [answer, askedAt] = [ask(), now]
    return answer
  }
}
