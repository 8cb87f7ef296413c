import { isDeepStrictEqual } from "node:util"
import type { Json } from "./contract/document.ts"
import type { Answer } from "./contract/responses.ts"

/** A request as it was sent. */
export type Sent = { method: string; path: string; headers: Record<string, string>; body: string | undefined }
/** A response and its request. */
export type Reply = Answer & { body: Json; sent: Sent }

/** Thrown by a check: the server violates the contract. */
export class Deviation extends Error {
  readonly expected: string
  readonly seen: string
  readonly sent: Sent | undefined
  constructor(expected: string, seen: string, sent?: Sent) {
    super(`expected ${expected}, saw ${seen}`)
    this.expected = expected
    this.seen = seen
    this.sent = sent
  }
}

/** Thrown by a check that this run cannot perform. The message says what is missing. */
export class NotTried extends Error {}

const shown = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing"))

/** Throws a Deviation unless the condition holds. */
export function expectThat(condition: boolean, reply: Reply, expected: string, seen: unknown): void {
  if (!condition) throw new Deviation(expected, shown(seen), reply.sent)
}

/** Throws a Deviation unless both values are deeply equal. `what` names the value. */
export function expectEqual(reply: Reply, what: string, seen: unknown, expected: unknown): void {
  expectThat(isDeepStrictEqual(seen, expected), reply, `${what}: ${shown(expected)}`, `${what}: ${shown(seen)}`)
}

/** Returns the body. Throws a Deviation if the response has another status. */
export function expectStatus(reply: Reply, status: number): Json {
  expectThat(reply.status === status, reply, `status ${status}`, outcomeOf(reply))
  return reply.body
}

/** Throws a Deviation unless the response is this error. `param` names the invalid member, if any. */
export function expectError(reply: Reply, status: number, code: string | RegExp, param?: string): void {
  const error = reply.body?.error
  const fits = typeof code === "string" ? error?.code === code : code.test(error?.code)
  const named = param === undefined || error?.param === param
  const expected = `${status} ${code}${param === undefined ? "" : ` with param ${param}`}`
  expectThat(reply.status === status && fits && named, reply, expected, outcomeOf(reply))
}

/** Returns the status of a response, and its error. */
export function outcomeOf({ status, body }: Reply): string {
  const { code, param } = body?.error ?? {}
  return [status, code, param && `with param ${param}`].filter(Boolean).join(" ")
}
