import { randomUUID } from "node:crypto"
import type { Reply } from "../types.ts"
import { anotherSession, answer, refuse, resultAnswer, twistResult } from "./answers.ts"
import { mpiBrandOf } from "./brands.ts"
import { authenticated, enrolled, mpiOutcomeOf, refused } from "./outcomes.ts"
import { type Broken, type Card, readEnroll, readEstablishment, readInit, readValidate } from "./rules.ts"
import { jwt, type Session } from "./sessions.ts"
import type { MpiSimulator } from "./simulator.ts"
import type { MpiTwist, Result } from "./types.ts"

/** `POST auth/token`, for a client whose secret was right. */
export function makeToken(mpi: MpiSimulator, clientId: string, body: unknown): Reply {
  const { value, broken } = readEstablishment(body)
  if (broken.length > 0) return refuse(mpi, 400, broken)
  const referenceId = randomUUID()
  const session: Session = {
    token: jwt({ ReferenceId: referenceId }),
    tokenExpires: mpi.now() + mpi.options.tokenMs,
    clientId,
    establishment: value,
    referenceId,
    init: null,
    environment: null,
    origin: null,
    profiled: null,
    enrolled: null,
    challenge: null,
    result: null,
    answeredOf: null,
    sale: null,
    steps: [],
  }
  mpi.sessions.add(session)
  const expires = {
    seconds: mpi.options.tokenMs / 1000,
    minutes: mpi.options.tokenMs / 60_000,
    date: new Date(session.tokenExpires).toISOString(),
  }
  mpi.note(session, { step: "token", status: mpi.options.tokenStatus })
  const answered = { access_token: session.token, token_type: "bearer", expires_in: expires[mpi.options.expiresIn] }
  return { status: mpi.options.tokenStatus, body: answered }
}

/** `POST 3ds/init` */
export function initialize(mpi: MpiSimulator, session: Session, body: unknown, twist: MpiTwist): Reply {
  const { value, broken } = readInit(body)
  if (broken.length > 0) return refuse(mpi, 400, broken)
  if (session.init) return conflict(mpi, "init was called with this token before")
  const { referenceId } = session
  const [order, amount] = [value.orderNumber, Number(value.amount)]
  const details = { OrderDetails: { OrderNumber: order, Amount: String(amount), CurrencyCode: "986" } }
  const browserToken = jwt({ ReferenceId: referenceId, Payload: details })
  session.init = { order, amount, browserToken }
  const told = twist.another ? anotherSession(mpi, session, twist.another) : session
  return answer(mpi, { ReferenceId: told.referenceId, Token: told.init?.browserToken })
}

/** `POST 3ds/enroll` */
export function enroll(mpi: MpiSimulator, session: Session, body: unknown, twist: MpiTwist): Reply {
  const { value, broken } = readEnroll(body, mpi.options)
  if (broken.length > 0) return refuse(mpi, 400, broken)
  const { init } = session
  if (!init) return conflict(mpi, "init was not called with this token")
  if (value.referenceId.toLowerCase() !== session.referenceId)
    return conflict(mpi, "referenceId is not that of this token's init")
  const differing = sameAs(init, value.orderNumber, Number(value.totalAmount), "init")
  if (differing.length > 0) return refuse(mpi, 400, differing)
  if (session.enrolled && session.result && mpi.options.repeats === "accept") return resultAnswer(mpi, session, session.result)
  if (session.enrolled) return conflict(mpi, "enroll was called with this token before")
  const number = value.card.cardNumber
  const brand = mpiBrandOf(number)
  const card = mpi.sessions.digest(number)
  const dataOnly = value.authNotifyOnly ?? false
  session.enrolled = { ...init, card, brand: brand ?? null, method: value.card.paymentMethod, dataOnly }
  const outcome = mpi.outcomes.get(card) ?? mpiOutcomeOf(number, mpi.options)
  const honest: Result = brand
    ? enrolled(brand, outcome, dataOnly, mpi.options)
    : { status: 0, reason: "MPI600", authentication: null }
  const result = twistResult({ session, result: honest }, twist)
  if (result.status === 2)
    session.challenge = {
      transactionId: randomUUID(),
      acsTransId: randomUUID(),
      outcome,
      expires: mpi.now() + mpi.options.challengeMs,
      end: null,
      wrongCodes: 0,
      isValidated: false,
    }
  return tell(mpi, session, result, twist)
}

/** `POST 3ds/validate` */
export function validate(mpi: MpiSimulator, session: Session, body: unknown, twist: MpiTwist): Reply {
  const { value, broken } = readValidate(body)
  if (broken.length > 0) return refuse(mpi, 400, broken)
  const { enrolled: asked, challenge } = session
  if (!asked || !challenge) return conflict(mpi, "enroll has not answered with a challenge in this session")
  const differing = sameAs(asked, value.orderNumber, Number(value.totalAmount), "enroll")
  if (value.transactionId.toLowerCase() !== challenge.transactionId)
    differing.push({ Code: "TransactionId", Message: "transactionId must be that of the challenge" })
  differing.push(...sameCard(mpi, session, value.card))
  if (differing.length > 0) return refuse(mpi, 400, differing)
  if (challenge.isValidated && session.result && mpi.options.repeats === "accept")
    return resultAnswer(mpi, session, session.result)
  if (challenge.isValidated) return conflict(mpi, "the challenge was validated before")
  challenge.isValidated = true
  const isGood = challenge.end === "success" && challenge.outcome !== "challenge_failure" && asked.brand
  const honest = isGood ? authenticated(asked.brand!, mpi.options) : refused(asked.brand ?? "Visa", mpi.options)
  return tell(mpi, session, twistResult({ session, result: honest }, twist), twist)
}

/** Keeps what is answered: sales must carry it. */
function tell(mpi: MpiSimulator, session: Session, result: Result, twist: MpiTwist): Reply {
  session.result = result
  if (!twist.another) return resultAnswer(mpi, session, result)
  const other = anotherSession(mpi, session, twist.another)
  return resultAnswer(
    mpi,
    other,
    result.status === 2 ? result : { ...result, authentication: other.result?.authentication ?? null },
  )
}

function sameAs(first: { order: string; amount: number }, order: string, amount: number, call: string): Broken[] {
  const broken: Broken[] = []
  if (order !== first.order) broken.push({ Code: "OrderNumber", Message: `orderNumber must be that of ${call}` })
  if (amount !== first.amount) broken.push({ Code: "TotalAmount", Message: `totalAmount must be that of ${call}` })
  return broken
}

function sameCard({ sessions }: MpiSimulator, { enrolled: asked }: Session, card: Card): Broken[] {
  const isSame = asked?.card === sessions.digest(card.cardNumber) && asked.method === card.paymentMethod
  return isSame ? [] : [{ Code: "Card", Message: "card must be that of enroll" }]
}

/** The answer to a token that is used, or not of this session. */
function conflict(mpi: MpiSimulator, Message: string): Reply {
  return refuse(mpi, 409, [{ Code: "Conflict", Message }])
}
