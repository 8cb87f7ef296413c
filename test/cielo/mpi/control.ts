import type { Request } from "../server.ts"
import type { Reply } from "../types.ts"
import { endChallenge } from "./acs.ts"
import type { MpiFaultRule } from "./faults.ts"
import { sessionEntry } from "./sessions.ts"
import type { MpiSimulator } from "./simulator.ts"
import type { ChallengeEnd, MpiOptions, MpiOutcome } from "./types.ts"

/** Where the simulator is controlled: paths that the MPI does not have. */
export const CONTROL_PATH = "/_simulator/"

/** Which challenge: that of a TransactionId or of an order, or else the newest one. */
export type WhichChallenge = { transaction?: string; order?: string }

type Actions = Record<string, (mpi: MpiSimulator, body: never) => unknown>

const READS: Actions = {
  ledger: ({ sessions }) => sessions.sessions.map(sessionEntry),
  violations: ({ violations }) => violations,
  calls: ({ counts, hits }) => ({ counts, hits }),
}

const WRITES: Actions = {
  answer: (mpi, { end, ...which }: WhichChallenge & { end: ChallengeEnd }) => {
    const session = mpi.sessions.challenged(which)
    if (!session) throw new Error("there is no such challenge")
    endChallenge(mpi, session, end)
    return sessionEntry(session)
  },
  outcome: (mpi, { number, outcome }: { number: string; outcome: MpiOutcome }) => mpi.setOutcome(number, outcome),
  digest: ({ sessions }, { number }: { number: string }) => sessions.digest(number),
  faults: ({ faults }, rules: MpiFaultRule[]) => faults.set(rules),
  more_faults: ({ faults }, rules: MpiFaultRule[]) => faults.add(rules),
  options: (mpi, options: Partial<MpiOptions>) => mpi.setOptions(options),
  clock: (mpi, { advance_ms }: { advance_ms: number }) => mpi.advance(advance_ms),
  clients: (mpi) => mpi.newClient(),
  reset: (mpi) => mpi.reset(),
}

/** Answers a request that controls the simulator. */
export function control(mpi: MpiSimulator, { method, url, text }: Request): Reply {
  const name = url.pathname.slice(CONTROL_PATH.length)
  if (!actionOf(method, name)) return { status: 404, body: { error: `there is no ${method} ${url.pathname}` } }
  try {
    const body = text === "" ? undefined : JSON.parse(text)
    return { status: 200, body: actAtMpi(mpi, method, name, body) ?? null }
  } catch (error) {
    return { status: 400, body: { error: (error as Error).message } }
  }
}

/** Does what a control path stands for. Throws where the simulator refuses it. */
export function actAtMpi(mpi: MpiSimulator, method: string, name: string, body: unknown): unknown {
  return actionOf(method, name)?.(mpi, body as never)
}

function actionOf(method: string, name: string): Actions[string] | undefined {
  const actions = method === "GET" ? READS : WRITES
  return Object.hasOwn(actions, name) ? actions[name] : undefined
}
