import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Reply } from "../types.ts"
import type { MpiSimulator } from "./simulator.ts"
import type { MpiTwist } from "./types.ts"

// What the MPI's script does at the MPI while it runs in a browser. The paths are our own: the document does not name them.

const read = (name: string) => readFileSync(join(import.meta.dirname, "browser", name), "utf8")
const SCRIPTS: Record<string, string> = { "mpi.js": read("mpi.js"), "mpiHelpers.js": read("mpiHelpers.js") }

/** Pages of any origin use the script, as at Cielo. */
const ANYBODY = { "access-control-allow-origin": "*" }

export function script(name: string, twist: MpiTwist): Reply {
  const found = SCRIPTS[name] ?? ""
  const text = twist.neverReady ? found.replace("const NEVER_READY = false", "const NEVER_READY = true") : found
  return { status: 200, text, headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-store" } }
}

type Told = Partial<
  Record<"referenceId" | "token" | "environment" | "number" | "transactionId" | "orderNumber" | "payload", string>
>

/** The set-up: a session's token for the browser, and the environment. */
export function setUp(mpi: MpiSimulator, body: unknown, origin: string | undefined): Reply {
  const { referenceId = "", token, environment } = told(body)
  const session = mpi.sessions.byReference(referenceId)
  if (!session?.init || session.init.browserToken !== token)
    return wrong("MPI.init must be given the ReferenceId and the Token of one init")
  session.environment = environment === "SDB" ? "SDB" : "PRD"
  session.origin = origin ?? null
  mpi.note(session, { step: "setup", status: 200 })
  return { status: 200, body: {}, headers: ANYBODY }
}

/** The card's number, for the profile of its first digits. */
export function profile(mpi: MpiSimulator, body: unknown): Reply {
  const { referenceId = "", number = "" } = told(body)
  const session = mpi.sessions.byReference(referenceId)
  if (!session?.init) return wrong("MPI.updateCard must come after MPI.init")
  if (!/^[0-9]{13,19}$/.test(number)) return wrong("cardNumberReader must return 13 to 19 digits")
  session.profiled = mpi.sessions.digest(number)
  mpi.note(session, { step: "card", status: 200, card: session.profiled })
  return { status: 200, body: {}, headers: ANYBODY }
}

/** The beginning of a challenge: the payload and the order must be those of the session. */
export function begin(mpi: MpiSimulator, body: unknown): Reply {
  const { referenceId = "", transactionId, orderNumber, number = "", payload } = told(body)
  const session = mpi.sessions.byReference(referenceId)
  if (!session?.challenge || !session.enrolled || session.challenge.transactionId !== transactionId)
    return wrong("MPI.challenge must be given the TransactionId of the session's challenge")
  if (acsIdOf(payload ?? "") !== session.challenge.acsTransId) return wrong("MPI.challenge must be given the Pareq as Payload")
  if (orderNumber !== session.enrolled.order) return wrong("the order of MPI.challenge must have the orderNumber of enroll")
  if (number !== "" && mpi.sessions.digest(number) !== session.enrolled.card)
    return wrong("the order of MPI.challenge must have the card of enroll")
  mpi.note(session, { step: "challenge", status: 200, order: orderNumber })
  return { status: 200, body: {}, headers: ANYBODY }
}

/** The bank's id of a challenge in a CReq. */
export function acsIdOf(creq: string): string | undefined {
  try {
    const { messageType, acsTransID } = JSON.parse(Buffer.from(creq, "base64url").toString())
    return messageType === "CReq" ? String(acsTransID) : undefined
  } catch {
    return undefined
  }
}

function wrong(message: string): Reply {
  return { status: 400, body: { message }, headers: ANYBODY, broken: [message] }
}

function told(body: unknown): Told {
  const members = typeof body === "object" && body !== null ? body : {}
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, String(value)]))
}
