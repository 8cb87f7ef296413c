import { reachControl } from "../client.ts"
import type { WhichChallenge } from "./control.ts"
import type { MpiFaultRule } from "./faults.ts"
import type { SessionEntry } from "./sessions.ts"
import type { ChallengeEnd, MpiCredentials, MpiOperation, MpiOptions, MpiOutcome, MpiViolation } from "./types.ts"

/** Controls a simulator of the MPI over HTTP, in this process or in another one. Throws where it refuses. */
export function mpiControlOf(url: string) {
  const reach = reachControl(url)
  const call = async <T>(...request: Parameters<typeof reach>) => (await reach(...request)) as T
  return {
    /** All sessions, oldest first. */
    ledger: () => call<SessionEntry[]>("GET", "ledger"),
    /** What it was sent against the document, by servers and by browsers. A test asserts that there is none. */
    violations: () => call<MpiViolation[]>("GET", "violations"),
    calls: () =>
      call<{
        counts: Partial<Record<MpiOperation, number>>
        hits: { operation: MpiOperation; fault: string; order?: string }[]
      }>("GET", "calls"),
    /** The payer's part of a challenge without a browser: of this transaction or order, or of the newest session that has one. */
    answerChallenge: (end: ChallengeEnd, which: WhichChallenge = {}) => call<SessionEntry>("POST", "answer", { ...which, end }),
    /** Decides what becomes of a card from now on, test cards included. */
    setOutcome: (number: string, outcome: MpiOutcome) => call<null>("POST", "outcome", { number, outcome }),
    /** What the ledger has in place of a card's number. */
    digestOf: (number: string) => call<string>("POST", "digest", { number }),
    /** Replaces all faults. */
    setFaults: (...rules: MpiFaultRule[]) => call<null>("POST", "faults", rules),
    /** Adds faults, which count before those that there are. */
    addFaults: (...rules: MpiFaultRule[]) => call<null>("POST", "more_faults", rules),
    setOptions: (options: Partial<MpiOptions>) => call<null>("POST", "options", options),
    /** Moves its clock forward. */
    advance: (ms: number) => call<null>("POST", "clock", { advance_ms: ms }),
    newClient: () => call<MpiCredentials>("POST", "clients"),
    /** Forgets sessions, violations, faults and the outcomes of single cards. */
    reset: () => call<null>("POST", "reset"),
  }
}
export type MpiControl = ReturnType<typeof mpiControlOf>
