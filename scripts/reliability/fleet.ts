// The service as operators run it: api and worker processes on one Postgres, which are killed and restarted while they work.
import { setTimeout as pause } from "node:timers/promises"
import { Agent, request as send } from "undici"
import { NEWEST_VERSION } from "../../src/versions.ts"
import type { Json } from "../../test/support/app/client.ts"
import { type Process, startProcess } from "../../test/support/app/processes.ts"
import { freePort } from "../../test/support/databases/postgres.ts"

export type Answer = { status: number; body: Json }
export type Role = "api" | "worker"

/** A process and its successors. */
type Member = { role: Role; env: Record<string, string>; url: string; process: Promise<Process> }

export type Fleet = {
  /** The addresses of the api processes, which stay the same. */
  urls: string[]
  /** Sends a request to the api processes in turn, until one gives a response other than "retry". */
  request(method: string, path: string, options?: { body?: object; key?: string; idempotencyKey?: string }): Promise<Answer>
  /** Kills the process that has lived longest, and restarts it. Returns its role. */
  killOldest(): Promise<Role>
  /** How often a process was killed, by role. */
  kills: Record<Role, number>
  stop(): Promise<void>
}

const AGAIN_MS = 50
/** After this time without a response, a request counts as lost. A busy machine takes minutes to start a process. */
const LOST_AFTER_MS = 600_000

/** Starts this many processes of each role. `env` configures all of them. */
export async function startFleet(env: Record<string, string>, roles: readonly Role[]): Promise<Fleet> {
  const members = await Promise.all(roles.map((role) => newMember(role, env)))
  await Promise.all(members.map(({ process }) => process))
  const apis = members.filter(({ role }) => role === "api")
  const dispatcher = new Agent({ connections: 128, headersTimeout: 60_000, bodyTimeout: 60_000 })
  const kills = { api: 0, worker: 0 }
  let turn = 0
  let isStopped = false

  async function tryOnce(
    method: string,
    path: string,
    { body, key, idempotencyKey }: { body?: object; key?: string; idempotencyKey?: string },
  ): Promise<{ answer: Answer } | { retried: string }> {
    const { url } = apis[turn++ % apis.length]!
    const headers = {
      ...(key ? { authorization: `Bearer ${key}`, "service-version": NEWEST_VERSION } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
      ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
    }
    try {
      const response = await send(url + path, {
        method: method as "GET",
        headers,
        dispatcher,
        body: body && JSON.stringify(body),
      })
      const answer = { status: response.statusCode, body: (await response.body.json()) as Json }
      if (response.headers["service-should-retry"] !== "true") return { answer }
      return { retried: `${answer.status} ${answer.body.error.code}` }
    } catch (error) {
      // The process was killed, or has not started yet.
      return { retried: (error as Error).message }
    }
  }

  return {
    urls: apis.map(({ url }) => url),
    kills,
    request: async (method, path, options = {}) => {
      const retried = new Map<string, number>()
      for (const lostAt = Date.now() + LOST_AFTER_MS; Date.now() < lostAt && !isStopped; await pause(AGAIN_MS)) {
        const tried = await tryOnce(method, path, options)
        if ("answer" in tried) return tried.answer
        retried.set(tried.retried, (retried.get(tried.retried) ?? 0) + 1)
      }
      throw new Error(`${method} ${path} was never answered: ${JSON.stringify(Object.fromEntries(retried))}`)
    },
    killOldest: async () => {
      const oldest = members.shift()!
      members.push(oldest)
      await (await oldest.process).stop("SIGKILL")
      kills[oldest.role]++
      oldest.process = startProcess(oldest.role, oldest.env)
      return oldest.role
    },
    stop: async () => {
      isStopped = true
      await Promise.all(members.map(async ({ process }) => (await process).stop()))
      await dispatcher.close()
    },
  }
}

async function newMember(role: Role, env: Record<string, string>): Promise<Member> {
  const PORT = String(await freePort())
  const own = { ...env, PORT }
  return { role, env: own, url: `http://127.0.0.1:${PORT}`, process: startProcess(role, own) }
}
