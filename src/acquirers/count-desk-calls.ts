import { CallRefused } from "./acquirer.ts"
import type { AnswerOutcome, ChargebackDesk } from "./chargebacks.ts"
import { type CallOutcome, DESK_OPERATIONS, type ObserveCall } from "./count-calls.ts"

type Member = keyof typeof DESK_OPERATIONS
type Call = (...args: unknown[]) => Promise<unknown>

const OUTCOMES: Record<AnswerOutcome["result"], CallOutcome> = {
  done: "accepted",
  treated: "accepted",
  refused: "refused",
  unavailable: "unavailable",
  unknown: "unknown",
}

/** Returns the same desk, but observes each call, as `countCalls` does. */
export function countDeskCalls(desk: ChargebackDesk, observe: ObserveCall): ChargebackDesk {
  const calls = Object.entries(DESK_OPERATIONS).map(([member, operation]) => {
    const call = desk[member as Member] as Call
    const tell = (outcome: CallOutcome) => observe({ acquirer: desk.acquirer, operation, outcome })
    return [member, countedCall(call, tell)]
  })
  return { ...desk, ...Object.fromEntries(calls) }
}

function countedCall(call: Call, tell: (outcome: CallOutcome) => void): Call {
  return async (...args) => {
    try {
      const answer = await call(...args)
      tell(outcomeOf(answer))
      return answer
    } catch (error) {
      tell(error instanceof CallRefused ? "refused" : "unknown")
      throw error
    }
  }
}

function outcomeOf(answer: unknown): CallOutcome {
  const { result, refused } = (typeof answer === "object" && answer !== null ? answer : {}) as Partial<AnswerOutcome> & {
    refused?: boolean
  }
  if (result === undefined) return "accepted"
  return refused ? "refused" : OUTCOMES[result]
}
