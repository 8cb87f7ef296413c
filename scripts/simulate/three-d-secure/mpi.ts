// Cielo's 3-D Secure in a simulated world: its simulator, without sockets.
import type { Authentications } from "../../../test/cielo/bank.ts"
import { authenticationsOf } from "../../../test/cielo/mpi/claims.ts"
import type { MpiControl } from "../../../test/cielo/mpi/client.ts"
import { actAtMpi } from "../../../test/cielo/mpi/control.ts"
import { mpiHandler } from "../../../test/cielo/mpi/handle.ts"
import type { SessionEntry } from "../../../test/cielo/mpi/sessions.ts"
import { createMpiSimulator, MPI_CREDENTIALS, MPI_ESTABLISHMENT } from "../../../test/cielo/mpi/simulator.ts"
import type { Request } from "../../../test/cielo/server.ts"
import type { Reply } from "../../../test/cielo/types.ts"
import type { Machine } from "../machine.ts"

export type SimulatedMpi = {
  /** What accounts need to authenticate their payers. */
  credentials: Record<string, string>
  authentications: Authentications
  /** The payers' bank, and what goes wrong at the MPI. */
  control: Pick<MpiControl, "answerChallenge" | "addFaults">
  sessions(): Promise<SessionEntry[]>
  isFor(request: Request): boolean
  /** Undefined if there is no answer. */
  answer(request: Request): Reply | undefined
}

/** Answers in one of the forms that Cielo's documents have. */
export function openMpi(machine: Machine, seed: number): SimulatedMpi {
  const { random } = machine
  const mpi = createMpiSimulator({
    seed,
    spelling: random.pick(["pascal", "camel"]),
    errors: random.pick(["list", "object"]),
    xid: random.chance(0.7),
  })
  mpi.urls = { mpi: "https://mpi.braspag.com.br", acs: "https://bank.example" }
  const handle = mpiHandler(mpi)
  const call = async (name: string, body: unknown) => actAtMpi(mpi, "POST", name, body) as never
  const { EstablishmentCode: establishment_code, MerchantName: merchant_name, MCC: mcc } = MPI_ESTABLISHMENT

  return {
    credentials: { ...MPI_CREDENTIALS, establishment_code, merchant_name, mcc },
    authentications: authenticationsOf(mpi),
    control: {
      answerChallenge: (end, which = {}) => call("answer", { ...which, end }),
      addFaults: (...rules) => call("more_faults", rules),
    },
    sessions: async () => actAtMpi(mpi, "GET", "ledger", undefined) as SessionEntry[],
    isFor: ({ url }) => url.pathname.startsWith("/v3/3ds/") || url.pathname.startsWith("/v3/auth/"),
    answer: (request) => {
      const { transport, run } = handle(request)
      if (transport?.kind === "error_before") return { status: transport.value }
      if (transport?.kind.endsWith("_before")) return undefined
      const reply = run()
      for (const { messages, path } of mpi.violations.splice(0))
        machine.accuse(`Cielo's document does not allow a call: ${path}: ${messages.join("; ")}`)
      return transport ? undefined : reply
    },
  }
}
