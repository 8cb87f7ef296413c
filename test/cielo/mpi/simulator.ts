import { randomUUID } from "node:crypto"
import { randomFrom } from "../random.ts"
import { createMpiFaults } from "./faults.ts"
import { createSessions, type Session, type Step } from "./sessions.ts"
import {
  MPI_DEFAULTS,
  MPI_OUTCOMES,
  type MpiCredentials,
  type MpiOperation,
  type MpiOptions,
  type MpiOutcome,
  type MpiViolation,
} from "./types.ts"

/** The merchant that every simulator knows. */
export const MPI_CREDENTIALS: MpiCredentials = {
  client_id: "0f5e9c1a-7d42-4b0e-9a63-c1e10a5b0003",
  client_secret: Buffer.from("simulator simulator simulator 03").toString("base64"),
}

/** The sample merchant of the document. Any that is well formed will do. */
export const MPI_ESTABLISHMENT = { EstablishmentCode: "1006993069", MerchantName: "Loja Exemplo Ltda", MCC: "5912" }

const FIXED: (keyof MpiOptions)[] = ["port", "acsPort", "seed"]

/** All state of a simulator of the MPI. */
export function createMpiSimulator(given: Partial<MpiOptions>) {
  const options: MpiOptions = { ...MPI_DEFAULTS, ...given }
  const random = randomFrom(options.seed)
  const sessions = createSessions()
  const clients = new Map([[MPI_CREDENTIALS.client_id, MPI_CREDENTIALS.client_secret]])
  const violations: MpiViolation[] = []
  const counts: Partial<Record<MpiOperation, number>> = {}
  let aheadMs = 0
  return {
    options,
    sessions,
    clients,
    violations,
    /** How many calls of each operation have arrived. */
    counts,
    /** Which faults hit which calls. */
    hits: [] as { operation: MpiOperation; fault: string; order?: string | undefined }[],
    /** Outcomes of single cards, by their digests. */
    outcomes: new Map<string, MpiOutcome>(),
    faults: createMpiFaults(random),
    /** Where browsers reach the MPI and the bank. It is known once both listen. */
    urls: { mpi: "", acs: "" },
    now: () => Date.now() + aheadMs,
    advance(ms: number): void {
      aheadMs += ms
    },
    /** Adds what happened to a session. */
    note(session: Session, step: Omit<Step, "at">): void {
      session.steps.push({ ...step, at: new Date(this.now()).toISOString() })
    },
    violate(violation: Omit<MpiViolation, "time">): void {
      violations.push({ time: new Date(this.now()).toISOString(), ...violation })
    },
    /** Decides what becomes of one card. Throws RangeError for an unknown outcome. */
    setOutcome(number: string, outcome: MpiOutcome): void {
      if (!MPI_OUTCOMES.includes(outcome)) throw new RangeError(`there is no outcome ${outcome}: ${MPI_OUTCOMES.join(", ")}`)
      this.outcomes.set(sessions.digest(number), outcome)
    },
    newClient(): MpiCredentials {
      const client = { client_id: randomUUID(), client_secret: Buffer.from(randomUUID().slice(0, 32)).toString("base64") }
      clients.set(client.client_id, client.client_secret)
      return client
    },
    /** Changes options. Throws RangeError for one that cannot be changed. */
    setOptions(wanted: Partial<MpiOptions>): void {
      for (const name of Object.keys(wanted))
        if (!Object.hasOwn(MPI_DEFAULTS, name) || FIXED.includes(name as keyof MpiOptions))
          throw new RangeError(`there is no option ${name} that can be changed while the simulator runs`)
      Object.assign(options, wanted)
    },
    /** Forgets all but its options, its clients and its clock. */
    reset(): void {
      sessions.clear()
      violations.length = 0
      this.hits.length = 0
      this.outcomes.clear()
      this.faults.set([])
      for (const operation of Object.keys(counts)) delete counts[operation as MpiOperation]
    },
  }
}
export type MpiSimulator = ReturnType<typeof createMpiSimulator>
