import { type Acquirer, type Acquirers, CallRefused } from "./acquirer.ts"
import type { Authenticator } from "./authentication.ts"
import type { ChargebackDesk } from "./chargebacks.ts"
import { mapRouting } from "./choose.ts"

/** The calls of the port, by their names in the metrics. */
export const OPERATIONS = {
  authorize: "authorize",
  createPix: "create_pix",
  createBoleto: "create_boleto",
  verify: "verify",
  refund: "refund",
  repeat: "repeat",
  lookUp: "look_up",
  lookUpRefund: "look_up_refund",
  holds: "holds",
  listTaken: "list_payments",
  voidPix: "void_pix",
  capture: "capture",
  lookUpCapture: "look_up_capture",
  release: "release",
  finishChallenge: "finish_challenge",
  finishRedirect: "finish_redirect",
} as const satisfies { [Member in keyof Acquirer]?: string }

/** The calls that authenticate payers before a sale. */
const AUTHENTICATION_OPERATIONS = {
  begin: "begin_authentication",
  enroll: "enroll",
  validate: "validate",
} as const satisfies { [Member in keyof Authenticator]?: string }

/** The calls to desks for chargebacks. */
export const DESK_OPERATIONS = {
  list: "list_chargebacks",
  lifecycle: "chargeback_lifecycle",
  accept: "accept_chargeback",
  refuse: "refuse_chargeback",
  documents: "list_documents",
  document: "get_document",
} as const satisfies { [Member in keyof ChargebackDesk]?: string }

type Member = keyof typeof OPERATIONS
type AuthenticationMember = keyof typeof AUTHENTICATION_OPERATIONS
export type CallOperation =
  | (typeof OPERATIONS)[Member]
  | (typeof AUTHENTICATION_OPERATIONS)[AuthenticationMember]
  | (typeof DESK_OPERATIONS)[keyof typeof DESK_OPERATIONS]
export const CALL_OPERATIONS: readonly CallOperation[] = [
  ...Object.values(OPERATIONS),
  ...Object.values(AUTHENTICATION_OPERATIONS),
  ...Object.values(DESK_OPERATIONS),
]

/**
 * `accepted`: done, begun or answered. `declined`: the issuer refuses the card, or a PIX or an authorization can no longer be voided. `refused`: the
 * acquirer does not accept the call. `unavailable`: certainly not done, for a temporary reason. `unknown`: no response came in time.
 */
export type CallOutcome = "accepted" | "declined" | "refused" | "unavailable" | "unknown"

/** Called once for each call, when the outcome is known or the deadline has passed. */
export type ObserveCall = (call: { acquirer: string; operation: CallOperation; outcome: CallOutcome }) => void

type Call = (...args: unknown[]) => Promise<Answer>
type Answer = Awaited<ReturnType<NonNullable<Acquirer[Member]>>> | Awaited<ReturnType<Authenticator[AuthenticationMember]>>
type Refused = Extract<Answer, { result: "refused" }>

/** Calls that only ask. Whatever they report about a sale or a refund, they were answered. */
const ASKING: ReadonlySet<CallOperation> = new Set(["look_up", "look_up_refund", "look_up_capture", "holds"])

/** Returns the same acquirers, but observes each call. */
export function countCalls<T extends Acquirers>(acquirers: T, observe: ObserveCall): T {
  const counted = (acquirer: Acquirer) => countCallsOf(acquirer, observe)
  return {
    ...acquirers,
    routingOf: async (...args) => mapRouting(await acquirers.routingOf(...args), counted),
    acquirerOfAttempt: async (...args) => {
      const acquirer = await acquirers.acquirerOfAttempt(...args)
      return acquirer && counted(acquirer)
    },
  }
}

function countCallsOf(acquirer: Acquirer, observe: ObserveCall): Acquirer {
  const { name, authenticator } = acquirer
  const counted = { ...acquirer, ...countedCalls(acquirer, OPERATIONS, name, observe) }
  if (!authenticator) return counted
  const calls = countedCalls(authenticator, AUTHENTICATION_OPERATIONS, name, observe)
  return { ...counted, authenticator: { ...authenticator, ...calls } }
}

/** The calls of an object that has some of these operations. */
function countedCalls<T extends object>(
  object: T,
  operations: { [member: string]: CallOperation },
  acquirer: string,
  observe: ObserveCall,
): Partial<T> {
  const calls = Object.entries(operations).flatMap(([member, operation]) => {
    const call = object[member as keyof T] as Call | undefined
    const tell = (outcome: CallOutcome) => observe({ acquirer, operation, outcome })
    return call ? [[member, countedCall(call, operation, tell)]] : []
  })
  return Object.fromEntries(calls)
}

/** The last argument of each call is its signal. An acquirer that hangs ignores the signal, so the call is counted at its deadline. */
function countedCall(call: Call, operation: CallOperation, tell: (outcome: CallOutcome) => void): Call {
  return async (...args) => {
    const signal = args.at(-1) as AbortSignal
    signal.addEventListener("abort", () => tell("unknown"), { once: true })
    const tellInTime = (outcome: CallOutcome) => signal.aborted || tell(outcome)
    try {
      const answer = await call(...args)
      tellInTime(outcomeOf(operation, answer))
      return answer
    } catch (error) {
      tellInTime(error instanceof CallRefused ? "refused" : "unknown")
      throw error
    }
  }
}

function outcomeOf(operation: CallOperation, answer: Answer): CallOutcome {
  if (answer === undefined || !("result" in answer)) return "accepted"
  if (answer.result === "unknown") return "unknown"
  if (answer.result === "unavailable") return "refused" in answer && answer.refused ? "refused" : "unavailable"
  if (answer.result !== "refused" || ASKING.has(operation)) return "accepted"
  return isDeclined(operation, answer) ? "declined" : "refused"
}

/** Whether an issuer gave a reason for refusing a card, or the acquirer made a charge that the issuer could not process. */
function isDeclined(operation: CallOperation, answer: Refused): boolean {
  if (operation === "void_pix" || operation === "release") return true
  if (!("code" in answer)) return false
  const isProcessed = operation !== "create_pix" && operation !== "create_boleto" && "charge" in answer && answer.charge !== null
  return answer.code !== "processing_error" || isProcessed
}
