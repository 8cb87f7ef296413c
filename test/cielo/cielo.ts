import type { Authentications } from "./bank.ts"
import { type Control, controlOf } from "./client.ts"
import { handlerOf } from "./handle.ts"
import { listen } from "./server.ts"
import { createSimulator, MERCHANT } from "./simulator.ts"
import type { Merchant, Options } from "./types.ts"

/** A running simulator of Cielo. */
export type Cielo = {
  /** CIELO_API_URL */
  url: string
  /** CIELO_QUERY_URL. The same as `url`, unless it was started with `split`. */
  queryUrl: string
  merchant: Merchant
  control: Control
  close(): Promise<void>
}

/**
 * Starts a simulator of Cielo in this process, on loopback. README.md says what it does. `authentications` are those of an MPI
 * (mpi/mpi.ts).
 */
export async function startCielo(options: Partial<Options> = {}, authentications?: Authentications): Promise<Cielo> {
  const simulator = createSimulator(options, undefined, authentications)
  const handle = handlerOf(simulator)
  const { split, port } = simulator.bank.options
  const api = await listen(split ? "api" : "both", port, handle)
  const query = split ? await listen("query", port && port + 1, handle) : api
  return {
    url: api.url,
    queryUrl: query.url,
    merchant: MERCHANT,
    control: controlOf(api.url),
    close: async () => {
      simulator.stop()
      await api.close()
      if (split) await query.close()
    },
  }
}
