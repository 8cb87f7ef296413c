import { randomUUID } from "node:crypto"
import type { Reply } from "../types.ts"
import { otherBrandsEci } from "./brands.ts"
import { authenticated, reasonMessage } from "./outcomes.ts"
import type { Broken } from "./rules.ts"
import { jwt, type Session } from "./sessions.ts"
import type { MpiSimulator } from "./simulator.ts"
import type { MpiTwist, Result } from "./types.ts"

/** Members that no document has: who reads answers must ignore them. */
const UNKNOWN = { AddedIn2031: { Purpose: "A client must ignore it.", Values: [1, null] } }

/** An answer with these members, which are in PascalCase. */
export function answer({ options }: MpiSimulator, body: Record<string, unknown>): Reply {
  const whole = { ...body, ...UNKNOWN }
  return { status: 200, body: options.spelling === "camel" ? camel(whole) : whole }
}

/** The answer to a call that breaks rules of the document. With `isTold: false` it is not remembered as a violation. */
export function refuse({ options }: MpiSimulator, status: number, broken: Broken[], isTold = true): Reply {
  const body = options.errors === "list" ? broken : broken[0]
  return { status, body, ...(isTold && { broken: broken.map(({ Message }) => Message) }) }
}

/** The answer to `enroll` and `validate`. */
export function resultAnswer(mpi: MpiSimulator, session: Session, { status, reason, authentication }: Result): Reply {
  const { challenge, enrolled } = session
  return answer(mpi, {
    Status: status,
    Authentication: authentication,
    Challenge:
      status === 2 && challenge && enrolled
        ? {
            AcsUrl: `${mpi.urls.acs}/acs/challenge`,
            Pareq: challengeRequest(session),
            TransactionId: challenge.transactionId,
          }
        : null,
    Reason: { Code: reason, Message: reasonMessage(reason) },
  })
}

/** The CReq of EMV 3-D Secure, which the browser posts to the bank's page. */
function challengeRequest({ challenge, enrolled, referenceId }: Session): string {
  const request = {
    messageType: "CReq",
    messageVersion: enrolled?.brand === "Visa" || enrolled?.brand === "Master" ? "2.2.0" : "2.1.0",
    threeDSServerTransID: referenceId,
    acsTransID: challenge?.acsTransId,
    challengeWindowSize: "02",
  }
  return Buffer.from(JSON.stringify(request)).toString("base64url")
}

/** What a fault makes of a result. */
export function twistResult({ session, result }: { session: Session; result: Result }, twist: MpiTwist): Result {
  if (twist.reason) return { status: 0, reason: twist.reason, authentication: null }
  if (twist.challenge) return { status: 2, reason: "475", authentication: null }
  const { authentication } = result
  if (!authentication) return result
  const brand = session.enrolled?.brand ?? "Visa"
  const eci = twist.eci === "other_brand" ? otherBrandsEci(brand) : twist.eci
  return {
    ...result,
    authentication: {
      ...authentication,
      ...(eci && { Eci: eci }),
      ...(twist.noCavv && { Cavv: null }),
    },
  }
}

/** A session that is not the caller's: with another order, amount or card. Its payer was authenticated. */
export function anotherSession(mpi: MpiSimulator, session: Session, what: "order" | "amount" | "card"): Session {
  const order = session.enrolled?.order ?? session.init?.order ?? ""
  const amount = session.enrolled?.amount ?? session.init?.amount ?? 0
  const theirs = {
    order: what === "order" ? `${order.slice(0, 18)}X2` : order,
    amount: what === "amount" ? amount + 100 : amount,
  }
  const referenceId = randomUUID()
  const brand = session.enrolled?.brand ?? "Visa"
  const card = what === "card" ? mpi.sessions.digest(randomUUID()) : session.enrolled?.card
  const ids = { transactionId: randomUUID(), acsTransId: randomUUID() }
  const other: Session = {
    ...session,
    token: jwt({ ReferenceId: referenceId }),
    referenceId,
    init: { ...theirs, browserToken: jwt({ ReferenceId: referenceId }) },
    enrolled: session.enrolled && { ...session.enrolled, ...theirs, card: card ?? session.enrolled.card },
    challenge: session.challenge && { ...session.challenge, ...ids },
    result: authenticated(brand, mpi.options),
    steps: [],
    sale: null,
  }
  session.answeredOf = referenceId
  return mpi.sessions.add(other)
}

function camel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camel)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name[0]?.toLowerCase() + name.slice(1), camel(member)]),
  )
}
