// Plays the recorded story (story.jsonl) with the service of this checkout, and writes down what it answers, a line for each request.
// Usage: play.ts FILE VERSION pin|header
// With `pin`, the keys have the version. With `header`, the keys have the newest version, and each request names the version.
// The clock stands still but for a second a request. Nothing else of the service is replaced.
import { type EventEmitter, once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { hurry, pass, startRandom } from "../../../scripts/examples/fixed.ts"
import { startReceiver } from "../../../scripts/examples/receiver.ts"
import { copyOf, inNewService, inService } from "../../../scripts/examples/service.ts"
import { createAccount } from "../../../src/accounts/accounts.ts"
import { createKey } from "../../../src/accounts/keys.ts"
import { scopeOf } from "../../../src/accounts/scope.ts"
import { createPlan } from "../../../src/billing/plans.ts"
import type { Statement } from "../../../src/db/statement.ts"
import { EVENT_TYPES, typesAt } from "../../../src/events/list/types.ts"
import { createIntegration } from "../../../src/events/webhooks/integrations.ts"
import type { Server } from "../../../src/serve.ts"
import type { Json } from "../../support/contract/json.ts"
import { type Answer, normalized, type Sent } from "./normal.ts"

/** A step of the story. In a request, `<12/data/0/id>` is that member of the answer to request 12, and `<a*70000>` a long text. */
type Step = {
  request?: string
  headers?: Record<string, string>
  body?: Json
  raw?: string
  /** The name of a key, or a text that is none. Null sends no key. */
  key?: string | null
  /** The answer comes after a wait, whose timeouts expire at once. */
  hurry?: true
  /** The story goes on when the service passes this checkpoint, until `ended`. */
  during?: string
  ended?: true
  /** What follows, up to `back`, happens in a copy of the service with these environment variables. */
  copy?: Record<string, string>
  back?: true
  /** The receiver answers webhooks with this status. */
  receiver?: number
  plan?: Parameters<typeof createPlan>[2]
  integration?: string
  liveAccount?: true
  sql?: string
  close?: true
} & Partial<Parameters<typeof createKey>[2]>

/** The types that were added after the newest version of the record. */
const LATER_TYPES: readonly string[] = EVENT_TYPES.filter((type) => !typesAt("2026-04-27").includes(type))

type Playing = { server: Server; steps: EventEmitter; directory: string; account: string }

const [file = "", version = "", how = "pin"] = process.argv.slice(2)
const story = readFileSync(path.join(import.meta.dirname, "story.jsonl"), "utf8")
  .trim()
  .split("\n")
const remaining = story.map((line): Step => JSON.parse(line)).values()
const receiver = await startReceiver(0)
const sent: Sent[] = []
const keys = new Map<string, string>()
let running: Promise<void> | undefined
let delivered = 0

startRandom(file)
await inNewService(async (server, steps, directory) => {
  const { test } = server.modes
  const { id } = await test.database.transaction((tx) => createAccount(tx, test.clock, "Padaria do Zé"))
  const playing = { server, steps, directory, account: id }
  await makeKey(playing, "", {})
  await play(playing)
})
receiver.close()
writeFileSync(
  file,
  normalized(sent, version)
    .map((answer: Answer) => `${JSON.stringify(answer)}\n`)
    .join(""),
)

async function play(playing: Playing): Promise<void> {
  for (let next = remaining.next(); !next.done && !next.value.back; next = remaining.next()) {
    const { request, copy, during } = next.value
    if (copy) {
      const directory = copyOf(playing.directory)
      await inService(directory, copy, (server, steps) => play({ ...playing, server, steps, directory }))
    } else if (request === undefined) await act(playing, next.value)
    else if (during) {
      running = exchange(playing, request, next.value)
      await once(playing.steps, during)
    } else await exchange(playing, request, next.value)
  }
}

async function act(playing: Playing, step: Step): Promise<void> {
  const { server, account } = playing
  const { test, live } = server.modes
  const scope = () => scopeOf(test.database, test, account)
  const { key, receiver: status, plan, integration, liveAccount, sql, close, ended, ...options } = step
  if (typeof key === "string") await makeKey(playing, key, options)
  if (status) receiver.status = status
  if (plan) {
    const made = await scope()
    await test.database.transaction((tx) => createPlan(tx, made, JSON.parse(filled(JSON.stringify(plan)))))
  }
  if (integration) {
    const made = await scope()
    await test.database.transaction((tx) => createIntegration(tx, made, integration))
  }
  if (liveAccount && live) await live.database.transaction((tx) => createAccount(tx, live.clock, "Padaria do Zé", account))
  if (sql) await test.database.transaction((tx) => tx.run(statement(sql), {}))
  if (close) await test.database.close()
  if (ended) await running
}

async function makeKey({ server, account }: Playing, name: string, options: Step): Promise<void> {
  const mode = server.modes.live ?? server.modes.test
  const pin = how === "pin" ? version : "2026-12-01"
  await mode.database.transaction(async (tx) => {
    const made = await createKey(tx, mode, { account, kind: "secret", ...(options as object) })
    keys.set(name, made.key ?? "")
    await tx.run(statement(`UPDATE api_keys SET version = '${pin}'`), {})
  })
}

async function exchange({ server, account }: Playing, request: string, step: Step): Promise<void> {
  const place = sent.push({ request, status: 0, headers: {}, text: "", webhooks: [] }) - 1
  pass(1000)
  const [method, target] = filled(request).split(" ") as [string, string]
  const text = step.raw ?? (step.body === undefined ? undefined : JSON.stringify(step.body))
  const key = step.key === undefined ? keys.get("") : step.key && (keys.get(step.key) ?? step.key)
  const sending = fetch(server.url + target, {
    method,
    headers: {
      ...(how === "header" && { "service-version": version }),
      ...(key && { authorization: `Bearer ${key}` }),
      ...(step.body !== undefined && { "content-type": "application/json" }),
      ...step.headers,
    },
    ...(text !== undefined && { body: filled(text) }),
  })
  const response = await (step.hurry ? hurry(sending) : sending)
  if (response.status < 500) {
    await server.modes.test.outbox?.letPass(account, { deadlineMs: Number.POSITIVE_INFINITY })
    await forgetLaterEvents(server)
  }
  const webhooks = receiver.received.slice(delivered).filter(({ body }) => !LATER_TYPES.includes(body.type))
  delivered = receiver.received.length
  const headers = Object.fromEntries(response.headers)
  sent[place] = { request, status: response.status, headers, text: await response.text(), webhooks }
}

/** Endpoints for all types also get types that were added later. The record has no deliveries of those. */
async function forgetLaterEvents({ modes: { test } }: Server): Promise<void> {
  const types = LATER_TYPES.map((type) => `'${type}'`)
  const later = `SELECT id FROM deliveries WHERE message IN (SELECT id FROM events WHERE type IN (${types}))`
  await test.database.transaction(async (tx) => {
    await tx.run(statement(`DELETE FROM delivery_attempts WHERE delivery IN (${later})`), {})
    await tx.run(statement(`DELETE FROM deliveries WHERE id IN (${later})`), {})
  })
}

/** Replaces the places in earlier answers by what stood there. */
function filled(text: string): string {
  const at = (answer: string, pointer: string) =>
    pointer.split("/").reduce((node, name) => node?.[name], JSON.parse(sent[Number(answer)]?.text ?? "null"))
  return text
    .replace(/<a\*(\d+)>/g, (_, length: string) => "a".repeat(Number(length)))
    .replace(/<(\d+)\/([\w/]+)>/g, (_, answer: string, pointer: string) => String(at(answer, pointer)))
}

function statement(sql: string): Statement<void> {
  return { compiled: () => ({ name: "step", sql, bind: () => [] }) }
}
