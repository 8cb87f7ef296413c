import type { Authentications } from "../bank.ts"
import { type Cielo, startCielo } from "../cielo.ts"
import { listen } from "../server.ts"
import type { Options } from "../types.ts"
import { authenticationsOf } from "./claims.ts"
import { type MpiControl, mpiControlOf } from "./client.ts"
import { acsHandler, mpiHandler } from "./handle.ts"
import { createMpiSimulator, MPI_CREDENTIALS } from "./simulator.ts"
import type { MpiCredentials, MpiOptions } from "./types.ts"

/** A running simulator of Cielo's 3-D Secure. */
export type Mpi = {
  /** CIELO_MPI_URL: without /v3 and without /Scripts. */
  url: string
  /** The origin of the bank's page. */
  acsUrl: string
  credentials: MpiCredentials
  control: MpiControl
  close(): Promise<void>
}

/** A simulator of Cielo, and one of its 3-D Secure: a sale must carry what the MPI has answered. */
export type CieloWithMpi = Cielo & { mpi: Mpi }

/** Starts a simulator of the MPI in this process, on loopback: two servers, one of which plays the bank. README.md says what it does. */
export async function startMpi(options: Partial<MpiOptions> = {}): Promise<Mpi & { authentications: Authentications }> {
  const mpi = createMpiSimulator(options)
  const server = await listen("both", mpi.options.port, mpiHandler(mpi))
  const acs = await listen("both", mpi.options.acsPort, acsHandler(mpi))
  mpi.urls = { mpi: server.url, acs: acs.url }
  return {
    url: server.url,
    acsUrl: acs.url,
    credentials: MPI_CREDENTIALS,
    control: mpiControlOf(server.url),
    authentications: authenticationsOf(mpi),
    close: async () => {
      await server.close()
      await acs.close()
    },
  }
}

/** Starts both in this process. */
export async function startCieloWithMpi(
  options: Partial<Options> = {},
  mpiOptions: Partial<MpiOptions> = {},
): Promise<CieloWithMpi> {
  const mpi = await startMpi(mpiOptions)
  const cielo = await startCielo(options, mpi.authentications)
  return {
    ...cielo,
    mpi,
    close: async () => {
      await cielo.close()
      await mpi.close()
    },
  }
}
