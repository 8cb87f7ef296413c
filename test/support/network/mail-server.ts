// An SMTP server that keeps the mails it accepts, and refuses, delays or drops as a test says.
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

/** A mail as the server has got it. */
export type Received = { from: string; to: string; raw: string; secure: boolean; user: string | undefined }

export type MailServer = {
  url: string
  received: Received[]
  /** What happens to the next mails. */
  behavior: {
    /** The answer to an address, or undefined to accept it. */
    recipient?: (address: string) => Promise<number | undefined> | number | undefined
    /** Called once the whole content is there, before the answer. */
    content?: (mail: Received) => Promise<number | "drop" | undefined> | number | "drop" | undefined
  }
  close(): Promise<void>
}

/** Starts the server on a free port of this machine. */
export async function startMailServer(options: SMTPServerOptions & { port?: number } = {}): Promise<MailServer> {
  const received: Received[] = []
  const behavior: MailServer["behavior"] = {}
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key ? [] : ["STARTTLS"],
    logger: false,
    closeTimeout: 100,
    onRcptTo: async ({ address }, _session, done) => done(refusal(await behavior.recipient?.(address))),
    onData: async (stream, session, done) => {
      // A client may die in the middle.
      const parts = await stream.toArray().catch(() => undefined)
      if (!parts) return
      const { mailFrom, rcptTo } = session.envelope
      const mail = {
        from: mailFrom ? mailFrom.address : "",
        to: rcptTo[0]?.address ?? "",
        raw: Buffer.concat(parts).toString(),
        secure: session.secure,
        user: session.user,
      }
      const decided = await behavior.content?.(mail)
      if (decided !== undefined && decided !== "drop") return done(refusal(decided))
      received.push(mail)
      if (decided === "drop") return server.connections.forEach((connection) => void connection._socket.destroy())
      done()
    },
    ...options,
  })
  server.on("error", () => {})
  server.listen(options.port ?? 0, "127.0.0.1")
  await once(server.server, "listening")
  const { port } = server.server.address() as AddressInfo
  return {
    url: `${options.secure ? "smtps" : "smtp"}://127.0.0.1:${port}`,
    received,
    behavior,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function refusal(code: number | undefined): Error | null {
  return code === undefined ? null : Object.assign(new Error("No."), { responseCode: code })
}

/** The parts of a mail: its headers, unfolded, and its decoded texts. */
export function readMail({ raw }: Received): {
  headers: Record<string, string>
  text: string
  html: string
  attachments: Buffer[]
} {
  const { headers, body } = partOf(raw)
  const leaves = leavesOf(headers, body)
  const of = (type: string) => leaves.filter((leaf) => leaf.type.startsWith(type)).map(({ content }) => content)
  return {
    headers,
    text: of("text/plain").join(""),
    html: of("text/html").join(""),
    attachments: of("application/pdf"),
  }
}

type Leaf = { type: string; content: Buffer }

function partOf(raw: string): { headers: Record<string, string>; body: string } {
  const at = raw.indexOf("\r\n\r\n")
  const lines = raw
    .slice(0, at)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), decodeWords(line.slice(line.indexOf(":") + 1).trim())]),
  )
  return { headers, body: raw.slice(at + 4) }
}

function leavesOf(headers: Record<string, string>, body: string): Leaf[] {
  const type = headers["content-type"] ?? "text/plain"
  const boundary = /boundary="([^"]+)"/.exec(type)?.[1]
  if (!boundary) return [{ type, content: decoded(headers["content-transfer-encoding"] ?? "", body) }]
  const parts = body.split(`--${boundary}`).slice(1, -1)
  return parts.flatMap((part) => {
    const inner = partOf(part.replace(/^\r\n/, ""))
    return leavesOf(inner.headers, inner.body)
  })
}

function decoded(encoding: string, body: string): Buffer {
  if (encoding === "base64") return Buffer.from(body, "base64")
  if (encoding !== "quoted-printable") return Buffer.from(body)
  const bytes = body.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, "latin1")
}

function decodeWords(text: string): string {
  return text.replace(/\?=\s+=\?/g, "?==?").replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) => {
    if (kind.toUpperCase() === "B") return Buffer.from(word, "base64").toString()
    return decoded("quoted-printable", word.replaceAll("_", " ")).toString()
  })
}
