// The real service as a process that dies and is started again, and a client that repeats each request until it is answered.
import { setTimeout as pause } from "node:timers/promises"
import type { Bank } from "../../test/support/bank.ts"
import type { RequestOptions, Response } from "../../test/support/client.ts"
import type { Databases } from "../../test/support/databases.ts"
import { type Spawned, spawnVintem } from "../../test/support/vintem.ts"
import type { Random } from "./random.ts"

/** What waits for the next life is tried again after this time. */
const AGAIN_MS = 50
/** A request that no life answers within this time counts as never answered. */
const PATIENCE_MS = 900_000

const CALLS = ["charge: sent", "charge: sent", "refund: sent", "reversal: sent", "verify: sent"]
const CHECKPOINTS = [
  ...["confirm: attempt written", "confirm: acquirer answered", "confirm: settled"],
  ...["refund: attempt written", "refund: acquirer answered"],
  ...["save: attempt written", "save: acquirer answered"],
  ...["challenge: attempt written", "challenge: acquirer answered"],
  ...CALLS,
]

export type Service = {
  /** Sends a request, again in each life, until it is answered. */
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Response>
  newMerchant(): Promise<{ account: string; key: string }>
  /** The address of this life. Undefined while the service is dead. */
  url(): string | undefined
  /** Kills the process at a random point of what it does, after `patienceMs` at the latest. */
  dieSometime(random: Random, patienceMs: number): Promise<void>
  die(): Promise<void>
  rise(): Promise<void>
  close(): Promise<void>
}

/** Starts the service with a bank as its acquirer. */
export async function startService(databases: Databases, bank: Bank): Promise<Service> {
  const environment = { LOG_LEVEL: "error", VINTEM_TEST_BANK: bank.file }
  const first = await spawnVintem(environment, { databases })
  const { account, key } = first
  let life: Spawned | undefined = first

  async function tryOnce(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Response | undefined> {
    try {
      const response = await life?.request(method, path, body, options)
      // Conflict: the first try with the key has not ended. Unavailable: the acquirer could not do it.
      return response?.status === 409 || response?.status === 503 ? undefined : response
    } catch (error) {
      if (/ returned \d+/.test((error as Error).message)) throw error
      return undefined
    }
  }

  const die = async () => {
    const dying = life
    life = undefined
    await dying?.close()
  }

  return {
    request: async (...request) => {
      for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(AGAIN_MS)) {
        const response = await tryOnce(...request)
        if (response) return response
      }
      throw new Error(`${request.slice(0, 2).join(" ")} was never answered`)
    },
    newMerchant: async () => {
      const merchant = await life!.newAccount()
      return { account: merchant, key: (await life!.newKey({ account: merchant })).key }
    },
    url: () => life?.url,
    dieSometime: async (random, patienceMs) => {
      const [command, ...args] = random.pick<[Parameters<Spawned["ask"]>[0], ...(string | number)[]]>([
        ["dieBeforeStatement", random.integer(1, random.pick([30, 100, 300]))],
        ["dieBeforeCommit", random.integer(1, random.pick([10, 40]))],
        ["dieAt", random.pick(CHECKPOINTS)],
        // During a call: before or after the bank has done it, and while its outcome is applied.
        ["dieAt", random.pick(CALLS), random.integer(1, 25)],
        ["dieAt", random.pick(CALLS), random.integer(1, 8)],
        ["dieAt", random.pick(CALLS), random.integer(1, 8)],
      ])
      const { exited, ask } = life!
      await ask(command, ...args).catch(() => {})
      await Promise.race([exited, pause(random.integer(patienceMs / 4, patienceMs))])
      await die()
    },
    die,
    rise: async () => {
      life = await spawnVintem(environment, { databases, merchant: { account, key } })
    },
    close: async () => life?.close(),
  }
}
