// The real service as processes that die and are restarted, and a client that repeats each request until it gets a response.
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import type { Bank } from "../../test/support/bank.ts"
import type { RequestOptions, Response } from "../../test/support/client.ts"
import type { Databases } from "../../test/support/databases.ts"
import type { Moment } from "../../test/support/moments.ts"
import { type Spawned, spawnVintem } from "../../test/support/vintem.ts"
import { KEEPS_ALL_EVENTS } from "./holds.ts"
import type { Random } from "./random.ts"
import { orDied, untilAnswered } from "./until-answered.ts"

/** Enough for the transaction that applies an outcome, among the statements of other requests. */
const MAX_STATEMENTS_AFTER = 30
/** How much a life does before it may die: nothing, or the moments of a few payments. */
const MOMENTS_BEFORE = [0, 10, 40, 80]
const MAX_MOMENTS = 200

export type Service = {
  /** Sends a request, in each life, until it gets a response. */
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Response>
  newMerchant(): Promise<{ account: string; key: string }>
  /** The address of a living process. Undefined if there is none. */
  url(): string | undefined
  /**
   * Kills the oldest process at the first of these moments, or at a random point of its work, at the latest after `patienceMs`. Returns the
   * moment, if it was one.
   */
  dieSometime(random: Random, moments: readonly Moment[], patienceMs: number): Promise<Moment | undefined>
  /** Kills all processes. */
  die(): Promise<void>
  /** Starts a process in addition to the living ones. */
  rise(): Promise<void>
  close(): Promise<void>
}

/** The part of the service that merchants need. */
export type Reachable = Pick<Service, "request" | "newMerchant" | "url">

/** Starts the service with a bank as its acquirer. */
export async function startService(databases: Databases, bank: Bank): Promise<Service> {
  const deathNote = join(databases.directory, "death-note")
  const environment = {
    ...KEEPS_ALL_EVENTS,
    ...{ LOG_LEVEL: "error", VINTEM_TEST_BANK: bank.file, VINTEM_TEST_DEATH_NOTE: deathNote },
  }
  const first = await spawnVintem(environment, { databases })
  const { account, key } = first
  const lives: Spawned[] = [first]
  let isClosed = false
  let turn = 0
  const someLife = () => lives[turn++ % lives.length]

  const dieOldest = async () => {
    await lives.shift()?.close()
  }

  const die = async () => {
    while (lives.length > 0) await dieOldest()
  }

  return {
    request: (...request) =>
      untilAnswered(
        request.slice(0, 2).join(" "),
        async () =>
          someLife()
            ?.request(...request)
            .catch(orDied),
        () => isClosed,
      ),
    newMerchant: async () => {
      const { newAccount, newKey } = someLife()!
      const merchant = await newAccount()
      return { account: merchant, key: (await newKey({ account: merchant })).key }
    },
    url: () => someLife()?.url,
    dieSometime: async (random, moments, patienceMs) => {
      rmSync(deathNote, { force: true })
      const { exited, ask } = lives[0]!
      await ask(...waysToDie(random, moments)).catch(() => {})
      await Promise.race([exited, pause(patienceMs)])
      await dieOldest()
      return existsSync(deathNote) ? (readFileSync(deathNote, "utf8") as Moment) : undefined
    },
    die,
    rise: async () => {
      lives.push(await spawnVintem(environment, { databases, merchant: { account, key } }))
    },
    close: async () => {
      isClosed = true
      await die()
    },
  }
}

/** Returns a command that makes a process die at one of these moments, or at a random statement or commit. */
export function waysToDie(random: Random, moments: readonly Moment[]): Parameters<Spawned["ask"]> {
  if (random.chance(0.05)) return ["dieBeforeStatement", random.integer(1, 300)]
  if (random.chance(0.05)) return ["dieBeforeCommit", random.integer(1, 40)]
  const wanted = moments.map((moment) => [moment, statementsAfter(moment, random)])
  return ["dieAtOneOf", wanted, random.pick(MOMENTS_BEFORE), MAX_MOMENTS]
}

/** Most steps are a single point. After a response, the process dies between the statements that apply it. */
function statementsAfter(moment: Moment, random: Random): number {
  if (moment.endsWith(": answered")) return random.integer(1, MAX_STATEMENTS_AFTER)
  return moment.endsWith(": asked") && random.chance(0.5) ? random.integer(1, MAX_STATEMENTS_AFTER) : 0
}
