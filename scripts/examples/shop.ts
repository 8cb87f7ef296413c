// The shop of the story: its account in a running service, and its requests.
import type { EventEmitter } from "node:events"
import { createAccount } from "../../src/accounts/accounts.ts"
import { createKey } from "../../src/accounts/keys.ts"
import type { Server } from "../../src/serve.ts"
import { NEWEST_VERSION } from "../../src/versions.ts"
import { type Json, parameters } from "../spec/shared/document.ts"
import { pass, startRandom } from "./fixed.ts"
import type { Receiver } from "./receiver.ts"
import type { Recording } from "./recording.ts"
import { copyOf, type Environment, inNewService, inService } from "./service.ts"

/** The differences between a request and that of the contract. */
export type Changes = {
  /** The example of the contract to use as the body. */
  like?: string
  /** Members of the body to replace. */
  body?: Json
  /** The body as text, with its own Content-Type. */
  raw?: string
  path?: Record<string, string>
  /** Undefined leaves a parameter of the contract out. */
  query?: Record<string, string | undefined>
  headers?: Record<string, string>
  /** Another API key. Null: none. */
  key?: string | null
}

export type Shop = {
  server: Server
  account: string
  receiver: Receiver
  /** The checkpoints that the service passes. */
  steps: EventEmitter
  /** Sends the contract's request of an operation. Returns the body of the response. */
  send(operation: string, changes?: Changes): Promise<Json>
  /** Like `send`. The response becomes the contract's example with this name. */
  show(operation: string, example: string, changes?: Changes): Promise<Json>
  /** The same request to every operation that shows this example and has not recorded it. Their bodies are those of the contract. */
  showEverywhere(example: string, changes: Changes | ((operation: string, like: string) => Promise<Changes>)): Promise<void>
  /** Like `send`, for a request that may fail. */
  attempt(operation: string, changes: Changes): Promise<void>
  /** The id of a recorded example. */
  id(example: string): string
  /** The last webhook of this type becomes the contract's example with this name, `event` if none is given. */
  showWebhook(type: string, example?: string): void
  /** Its signature becomes the example of the header. */
  showSignature(type: string): void
  /** Creates a key of the shop. */
  newKey(options: Partial<Parameters<typeof createKey>[2]>): Promise<string>
  /** Plays a possible continuation in a copy of the service. Afterwards the story continues from here. */
  whatIf(tell: (shop: Shop) => Promise<unknown>, environment?: Environment): Promise<void>
}

/** Opens the shop in its own service, which ends with `tell`. */
export async function withShop(
  parts: { contract: Json; recording: Recording; receiver: Receiver },
  tell: (shop: Shop) => Promise<unknown>,
): Promise<void> {
  await inNewService(async (server, steps, directory) => {
    const { test } = server.modes
    // Random numbers from the service's start must not change the account's id.
    startRandom("account")
    const { id } = await test.database.transaction((tx) => createAccount(tx, test.clock, "Padaria do Zé"))
    const { key } = await test.database.transaction((tx) => createKey(tx, test, { account: id, kind: "secret" }))
    await tell(shopIn({ ...parts, server, steps, directory, account: id, key }))
  })
}

type Parts = {
  contract: Json
  recording: Recording
  receiver: Receiver
  server: Server
  steps: EventEmitter
  directory: string
  account: string
  key: string
}

function shopIn(parts: Parts): Shop {
  const { recording, receiver, server, steps, directory, account } = parts
  const { test } = server.modes
  const respond = async (step: string, operation: string, changes: Changes) => {
    startRandom(step)
    pass(1000)
    const response = await request(parts, operation, changes)
    if (response.status < 500) await test.outbox?.letPass(account, { deadlineMs: Number.POSITIVE_INFINITY })
    return response
  }
  const shop: Shop = {
    server,
    account,
    receiver,
    steps,
    send: async (operation, changes = {}) => {
      const { status, body } = await respond(`${operation} ${JSON.stringify(changes)}`, operation, changes)
      if (status >= 400) throw new Error(`${operation} returned ${status}: ${JSON.stringify(body)}`)
      return body
    },
    show: async (operation, example, changes = {}) => {
      const { status, body } = await respond(`${operation} ${example}`, operation, { like: example, ...changes })
      recording.keepResponse(operation, status, example, body)
      return body
    },
    showEverywhere: async (example, changes) => {
      for (const operation of recording.unrecorded(example)) {
        const media = recording.operation(operation).value.requestBody?.content["application/json"]
        const like = Object.keys(media?.examples ?? {})[0] ?? ""
        const own = typeof changes === "function" ? await changes(operation, like) : changes
        await shop.show(operation, example, { like, ...own })
      }
    },
    attempt: async (operation, changes) => {
      await respond(`${operation} ${JSON.stringify(changes)}`, operation, changes)
    },
    id: recording.id,
    showWebhook: (type, example = "event") => recording.keepWebhook(type, example, receiver.last(type).body),
    showSignature: (type) => recording.keepSignature(receiver.last(type).signature),
    newKey: async (options) => {
      const mode = server.modes.live ?? test
      const made = { account, kind: "secret" as const, ...options }
      return (await mode.database.transaction((tx) => createKey(tx, mode, made))).key
    },
    whatIf: async (tell, environment = {}) => {
      const copy = copyOf(directory)
      await inService(copy, environment, (server, steps) => tell(shopIn({ ...parts, server, steps, directory: copy })))
    },
  }
  return shop
}

async function request({ contract, recording, server, key }: Parts, id: string, changes: Changes) {
  const operation = recording.operation(id)
  const named = parameters(contract, operation).filter(({ example }) => example !== undefined)
  const shown = (place: string): Record<string, string> =>
    Object.fromEntries(
      named
        .filter((parameter) => parameter.in === place)
        .map(({ name, example }) => [name, recording.translate(String(example))]),
    )
  const inPath = { ...shown("path"), ...changes.path }
  const inQuery = Object.entries({ ...shown("query"), ...changes.query }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  )
  const query = new URLSearchParams(inQuery)
  const media = operation.value.requestBody?.content["application/json"]
  const example = media?.examples[changes.like ?? ""]?.value
  const body = (example ?? changes.body) && { ...JSON.parse(recording.translate(JSON.stringify(example ?? {}))), ...changes.body }
  const bearer = changes.key === undefined ? key : changes.key
  const target = `${operation.path.replace(/\{(\w+)\}/g, (_, name) => inPath[name]!)}${query.size > 0 ? `?${query}` : ""}`
  const response = await fetch(server.url + target, {
    method: operation.method.toUpperCase(),
    headers: {
      ...(bearer && { authorization: `Bearer ${bearer}`, "service-version": NEWEST_VERSION }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...changes.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(changes.raw !== undefined && { body: changes.raw }),
  })
  const isJson = response.headers.get("content-type")?.startsWith("application/json")
  return { status: response.status, body: isJson ? await response.json() : await response.text() }
}
