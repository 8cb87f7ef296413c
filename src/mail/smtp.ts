import { hostname } from "node:os"
import { Readable } from "node:stream"
import MailComposer from "nodemailer/lib/mail-composer"
import SMTPConnection from "nodemailer/lib/smtp-connection"
import type { MadeMail } from "./content.ts"

/** A mail server, and the address that mails come from. */
export type MailServer = { url: string; from: string }

/**
 * What became of an attempt. `refused`: the server will not take it, and `address` says that it is the address's fault. `later`: it certainly has
 * not taken it. `unknown`: it may have. `answer` is the server's code, such as `550 5.1.1`.
 */
export type Outcome = { result: "sent" | "refused" | "address_refused" | "later" | "unknown"; answer: string | null }

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]

/**
 * Gives a mail to the server. `handOver` is awaited after the server has accepted the address and asks for the content, before any of it is sent:
 * if it throws, the connection is cut and the server has nothing. Never throws.
 */
export async function sendMail(server: MailServer, id: string, mail: MadeMail, handOver: () => Promise<void>): Promise<Outcome> {
  let isHandedOver = false
  try {
    const message = await bytesOf(server, id, mail)
    const connection = await connected(server.url)
    try {
      await new Promise<void>((resolve, reject) => {
        connection.on("error", reject)
        connection.on("end", () => reject(new Error("The mail server has closed the connection.")))
        const content = lazily(async () => {
          await handOver()
          isHandedOver = true
          return message
        })
        content.on("error", reject)
        connection.send({ from: addressIn(server.from), to: [mail.made.to] }, content, (error) =>
          error ? reject(error) : resolve(),
        )
      })
      return { result: "sent", answer: null }
    } finally {
      connection.close()
    }
  } catch (error) {
    return outcomeOf(error as SmtpError, isHandedOver)
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string }

function outcomeOf({ code: kind, responseCode: code, response, command }: SmtpError, isHandedOver: boolean): Outcome {
  const answer = code === undefined ? null : codesIn(response ?? String(code))
  // The address has a form that this server does not take.
  if (kind === "EENVELOPE" && code === undefined) return { result: "address_refused", answer }
  if (code === undefined) return { result: isHandedOver ? "unknown" : "later", answer }
  if (code < 500) return { result: "later", answer }
  // A server that refuses the sender or the password refuses all mails, until somebody repairs it.
  if (command === "RCPT TO") return { result: "address_refused", answer }
  return { result: command === "DATA" ? "refused" : "later", answer }
}

/** The codes of an answer. Its words may name the address. */
function codesIn(response: string): string {
  return /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response)?.[0].replace("-", " ") ?? response.slice(0, 3)
}

/** A stream that asks for its bytes when they are wanted: nodemailer does so once the server has answered DATA. */
function lazily(bytes: () => Promise<Buffer>): Readable {
  let isRead = false
  return new Readable({
    read() {
      if (isRead) return
      isRead = true
      bytes().then(
        (message) => {
          this.push(message)
          this.push(null)
        },
        (error: Error) => this.destroy(error),
      )
    },
  })
}

function connected(text: string): Promise<SMTPConnection> {
  const { protocol, hostname: host, port, username, password } = new URL(text)
  const secure = protocol === "smtps:"
  const connection = new SMTPConnection({
    host: host.replace(/^\[|\]$/g, ""),
    ...(port && { port: Number(port) }),
    secure,
    // A password and the mails never go over the network in clear.
    requireTLS: !secure && !LOOPBACK.includes(host),
    name: hostname(),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  })
  const auth = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      connection.close()
      reject(error)
    }
    connection.once("error", fail)
    connection.connect((error) => {
      if (error) return fail(error)
      if (!auth) return resolve(connection)
      connection.login(auth, (refused) => (refused ? fail(refused) : resolve(connection)))
    })
  })
}

/** The address within `Loja <pagamentos@loja.example>`. */
function addressIn(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
}

async function bytesOf({ from }: MailServer, id: string, { made, attachments, stopUrl }: MadeMail): Promise<Buffer> {
  const address = addressIn(from)
  const composer = new MailComposer({
    // The platform's address, with the seller's name, or the platform's own.
    from: made.sender === "" ? from : { name: made.sender, address },
    to: { name: "", address: made.to },
    ...(made.replyTo && { replyTo: { name: "", address: made.replyTo } }),
    subject: made.subject,
    text: made.text,
    html: made.html,
    // The same in each attempt, so that receivers recognize a mail that comes twice.
    messageId: `<${id}@${address.split("@")[1]}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(stopUrl && { "List-Unsubscribe": `<${stopUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
    attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return new Promise((resolve, reject) =>
    composer.compile().build((error, message) => (error ? reject(error) : resolve(message))),
  )
}
