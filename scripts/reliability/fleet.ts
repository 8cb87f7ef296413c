// The service as operators run it: api and worker processes on one Postgres, which are killed and restarted while they work.
import { setTimeout as pause } from "node:timers/promises"
import { Agent, request as send } from "undici"
import { NEWEST_VERSION } from "../../src/versions.ts"
import type { Json } from "../../test/support/app/client.ts"
import { type Process, startProcess } from "../../test/support/app/processes.ts"
import { freePort } from "../../test/support/databases/postgres.ts"

export type Answer = { status: number; body: Json }
export type Role = "api" | "worker"

/** A process and its successors. `pages`: its origin of the pages on which payers are authenticated. */
type Member = { role: Role; env: Record<string, string>; url: string; pages: string; process: Promise<Process> }

export type Fleet = {
  /** The addresses of the api processes, which stay the same. */
  urls: string[]
  /** Sends a request to the api processes in turn, until one gives a response other than "retry". */
  request(method: string, path: string, options?: { body?: object; key?: string; idempotencyKey?: string }): Promise<Answer>
  /** Sends once what a page sends on which a payer is authenticated, to the next api process. Undefined if there was no good response. */
  page(path: string, body?: object): Promise<Json | undefined>
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
    page: async (path, body) => {
      const { pages } = apis[turn++ % apis.length]!
      const headers = { "user-agent": "Mozilla/5.0", ...(body && { "content-type": "application/json" }) }
      const sent = { method: body ? "POST" : "GET", headers, dispatcher, ...(body && { body: JSON.stringify(body) }) } as const
      const response = await send(pages + path, sent).catch(() => undefined)
      const text = await response?.body.text().catch(() => undefined)
      return response?.statusCode === 200 && text ? JSON.parse(text) : undefined
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
  const [PORT, THREEDS_PORT] = [String(await freePort()), String(await freePort())]
  const own = { ...env, PORT, THREEDS_PORT }
  const at = (port: string) => `http://127.0.0.1:${port}`
  return { role, env: own, url: at(PORT), pages: at(THREEDS_PORT), process: startProcess(role, own) }
}
