import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Cielo } from "./cielo.ts"
import { controlOf } from "./client.ts"
import type { Merchant, Options } from "./types.ts"

/** Starts a simulator in a process of its own, so that its ledger outlives the process under test. It ends with this process. */
export async function spawnCielo(options: Partial<Options> = {}): Promise<Cielo> {
  const args = ["--json", "--port", "0", "--options", JSON.stringify(options)]
  const child = fork(join(import.meta.dirname, "main.ts"), args, { stdio: ["ignore", "pipe", "inherit", "ipc"] })
  const exit = once(child, "exit")
  const lines = createInterface({ input: child.stdout! })
  const line = await Promise.race([
    once(lines, "line").then(([text]) => text as string),
    exit.then(([status]) => Promise.reject(new Error(`the simulator of Cielo did not start (exit status ${status})`))),
  ])
  const { url, queryUrl, merchant } = JSON.parse(line) as { url: string; queryUrl: string; merchant: Merchant }
  return {
    url,
    queryUrl,
    merchant,
    control: controlOf(url),
    close: async () => {
      child.kill()
      await exit
    },
  }
}
