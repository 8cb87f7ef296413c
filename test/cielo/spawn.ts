import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Cielo } from "./cielo.ts"
import { controlOf } from "./client.ts"
import { mpiControlOf } from "./mpi/client.ts"
import type { CieloWithMpi, Mpi } from "./mpi/mpi.ts"
import type { MpiOptions } from "./mpi/types.ts"
import type { Merchant, Options } from "./types.ts"

/** Starts a simulator in a process of its own, so that its ledger outlives the process under test. It ends with this process. */
export async function spawnCielo(options: Partial<Options> = {}): Promise<Cielo> {
  return (await spawnProgram(["--options", JSON.stringify(options)])).cielo
}

/** Starts it together with the simulator of the MPI, in one process. */
export async function spawnCieloWithMpi(
  options: Partial<Options> = {},
  mpiOptions: Partial<MpiOptions> = {},
): Promise<CieloWithMpi> {
  const args = ["--options", JSON.stringify(options), "--mpi", "--mpi-options", JSON.stringify(mpiOptions)]
  const { cielo, mpi } = await spawnProgram(args)
  return { ...cielo, mpi: { ...mpi!, control: mpiControlOf(mpi!.url), close: cielo.close } }
}

type Started = { url: string; queryUrl: string; merchant: Merchant; mpi?: Pick<Mpi, "url" | "acsUrl" | "credentials"> }

async function spawnProgram(args: string[]): Promise<{ cielo: Cielo; mpi: Started["mpi"] }> {
  const all = ["--json", "--port", "0", ...args]
  const child = fork(join(import.meta.dirname, "main.ts"), all, { stdio: ["ignore", "pipe", "inherit", "ipc"] })
  const exit = once(child, "exit")
  const lines = createInterface({ input: child.stdout! })
  const line = await Promise.race([
    once(lines, "line").then(([text]) => text as string),
    exit.then(([status]) => Promise.reject(new Error(`the simulator of Cielo did not start (exit status ${status})`))),
  ])
  const { mpi, ...started } = JSON.parse(line) as Started
  const close = async () => {
    child.kill()
    await exit
  }
  return { cielo: { ...started, control: controlOf(started.url), close }, mpi }
}
