// Processes of the service that are killed, frozen, stopped, added and removed, and a client that repeats each request until it gets a
// response.
import { setTimeout as pause } from "node:timers/promises"
import { type Spawned, spawnVintem } from "../../test/support/app/vintem.ts"
import type { Databases } from "../../test/support/databases/databases.ts"
import type { Random } from "../merchants/random.ts"
import type { Reachable } from "../merchants/shop.ts"
import { orDied, untilAnswered } from "../merchants/until-answered.ts"

export type Role = "all" | "api" | "worker"

/** A process and its successors. */
export type Member = { readonly role: Role; process: Spawned }

export type Fleet = Reachable & {
  members: readonly Member[]
  /** The number of requests that got a response. */
  operations(): number
  /** Kills a process with SIGKILL, if it is still alive, and starts a successor. `meanwhile` runs in between. */
  replace(member: Member, meanwhile?: () => Promise<void>): Promise<void>
  /** Stops a process with SIGTERM, like a deploy, and starts a successor. Returns its exit status. */
  restart(member: Member): Promise<number | null>
  add(role: Role): Promise<void>
  /** Stops a process with SIGTERM. Returns its exit status. */
  remove(member: Member): Promise<number | null>
  /** Kills all processes, and starts new ones after `meanwhile`. */
  restartAll(meanwhile: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** Starts a process of each role on the databases. `env` configures all of them. */
export async function startFleet(databases: Databases, env: Record<string, string>, roles: readonly Role[]): Promise<Fleet> {
  const first = await spawnVintem(env, { databases, role: roles[0]! })
  const { account, key } = first
  const spawn = (role: Role) => spawnVintem(env, { databases, role, merchant: { account, key } })
  const others = await Promise.all(roles.slice(1).map(async (role): Promise<Member> => ({ role, process: await spawn(role) })))
  const members: Member[] = [{ role: roles[0]!, process: first }, ...others]
  const apis = members.filter(({ role }) => role !== "worker")
  let turn = 0
  let operations = 0
  let isClosed = false
  const someApi = () => apis[turn++ % apis.length]!.process

  const fleet: Fleet = {
    members,
    operations: () => operations,
    request: async (...request) => {
      const name = request.slice(0, 2).join(" ")
      const tryOnce = () =>
        someApi()
          .request(...request)
          .catch(orDied)
      const response = await untilAnswered(name, tryOnce, () => isClosed)
      operations++
      return response
    },
    newMerchant: async () => {
      const { newAccount, newKey } = someApi()
      const merchant = await newAccount()
      return { account: merchant, key: (await newKey({ account: merchant })).key }
    },
    url: () => someApi().url,
    replace: async (member, meanwhile = async () => {}) => {
      await member.process.close()
      await meanwhile()
      member.process = await spawn(member.role)
    },
    restart: async (member) => {
      const status = await member.process.stop()
      member.process = await spawn(member.role)
      return status
    },
    add: async (role) => void members.push({ role, process: await spawn(role) }),
    remove: async (member) => {
      members.splice(members.indexOf(member), 1)
      return member.process.stop()
    },
    restartAll: async (meanwhile) => {
      await Promise.all(members.map(({ process }) => process.close()))
      await meanwhile()
      await Promise.all(
        members.map(async (member) => {
          member.process = await spawn(member.role)
        }),
      )
    },
    close: async () => {
      isClosed = true
      await Promise.all(members.map(({ process }) => process.close()))
    },
  }
  return fleet
}

/** Chooses a process. */
export function one({ members }: Fleet, { random }: { random: Random }): Member {
  return random.pick(members)
}

/**
 * Suspends a process for a while with SIGSTOP, like a host that swaps or migrates. It continues where it was, with everything that it held.
 */
export async function freeze({ pid }: Spawned, ms: number, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  process.kill(pid, "SIGSTOP")
  try {
    await pause(ms / 2)
    await meanwhile()
    await pause(ms / 2)
  } finally {
    process.kill(pid, "SIGCONT")
  }
}

/** Waits until a process has ended, but at most this long. */
export async function untilExit({ exited }: Spawned, ms: number): Promise<void> {
  await Promise.race([exited, pause(ms)])
}
