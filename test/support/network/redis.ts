// A server with the part of the Redis protocol that counting requests needs. It can also fail like Redis.
import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"

export type Redis = {
  url: string
  /** While true, it does not respond. */
  isSilent: boolean
  /** Closes every connection. */
  drop(): void
  /** Closes every connection, and refuses new ones. */
  stop(): Promise<void>
  /** Accepts connections again, at the same address. */
  start(): Promise<void>
}

const WINDOW_MS = 60_000

export async function startRedis(): Promise<Redis> {
  const sockets = new Set<Socket>()
  const counts = new Map<string, number>()
  const texts = new Map<string, string>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {}).on("close", () => sockets.delete(socket))
    let received = ""
    socket.on("data", (data) => {
      received += data
      for (let command = firstOf(received); command; command = firstOf(received)) {
        received = received.slice(command.length)
        if (!redis.isSilent) socket.write(reply(command.words))
      }
    })
  })

  function reply(words: string[]): string {
    const [name, , , key, points] = words
    if (name === "HELLO") return "%1\r\n+server\r\n+redis\r\n"
    if (name === "GET") {
      const text = texts.get(words[1]!)
      return text === undefined ? "$-1\r\n" : `$${Buffer.byteLength(text)}\r\n${text}\r\n`
    }
    if (name !== "EVAL" && name !== "EVALSHA") return "+OK\r\n"
    if (words[1]!.includes("'set', KEYS[1], ARGV[2], 'PX'")) return replaced(words)
    const count = (counts.get(key!) ?? 0) + Number(points)
    counts.set(key!, count)
    return `*2\r\n:${count}\r\n:${WINDOW_MS}\r\n`
  }

  /** Sets a text if it is still the expected one. */
  function replaced([, , , key, before, after]: string[]): string {
    if ((texts.get(key!) ?? "") !== before) return ":0\r\n"
    texts.set(key!, after!)
    return ":1\r\n"
  }

  let port = 0
  const redis: Redis = {
    url: "",
    isSilent: false,
    drop: () => {
      for (const socket of sockets) socket.destroy()
    },
    stop: async () => {
      const closed = new Promise((done) => server.close(done))
      redis.drop()
      await closed
    },
    start: async () => {
      server.listen(port, "127.0.0.1")
      await once(server, "listening")
      port = (server.address() as AddressInfo).port
      redis.url = `redis://127.0.0.1:${port}`
    },
  }
  await redis.start()
  return redis
}

/** Returns the words of the first command, and its length. Undefined if it has not arrived completely. */
function firstOf(text: string): { words: string[]; length: number } | undefined {
  const [head, number] = /^\*(\d+)\r\n/.exec(text) ?? []
  if (!head) return undefined
  let at = head.length
  const words: string[] = []
  while (words.length < Number(number)) {
    const [start, bytes] = /^\$(\d+)\r\n/.exec(text.slice(at)) ?? []
    const end = at + (start?.length ?? 0) + Number(bytes)
    if (!start || text.length < end + 2) return undefined
    words.push(text.slice(at + start.length, end))
    at = end + 2
  }
  return { words, length: at }
}
