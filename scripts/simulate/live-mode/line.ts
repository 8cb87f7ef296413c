// The connections of one process to Cielo: calls are slow or get lost, and responses come late or never.
import { Dispatcher } from "undici"
import type { Request as Sent } from "../../../test/cielo/server.ts"
import type { Reply } from "../../../test/cielo/types.ts"
import type { Machine, Owner } from "../machine.ts"

const LOST = 0.06
const UNAVAILABLE = 0.05
const LATE = 0.1
/** How many seconds queries need to show a sale or the void of a card. Some appear only after they were given up. */
const LATENESS = [5, 60, 600, 3 * 3600]
/** A fault that makes the next sale or void appear late. Some sales are also not decided at once. */
const KINDS_OF_LATE = ["unseen", "unseen", "undecided"]

type Options = Dispatcher.DispatchOptions

/** Who is called. `isLate`: whether what is ordered may appear late there. */
export type Callee = {
  name: string
  isLate: boolean
  /** With `fault` if nothing else was prepared for the call. Undefined if its answer is lost, or if there is none. */
  answer(request: Sent, fault?: string): Reply | undefined | Promise<Reply | undefined>
}

/** Carries the calls of a process without a socket. */
export class Line extends Dispatcher {
  readonly #machine: Machine
  readonly #owner: Owner
  readonly #callee: Callee

  constructor(machine: Machine, owner: Owner, callee: Callee) {
    super()
    this.#machine = machine
    this.#owner = owner
    this.#callee = callee
  }

  override dispatch(options: Options, handler: Dispatcher.DispatchHandler): boolean {
    void this.#call(requestOf(options), handler)
    return true
  }

  override async destroy(): Promise<void> {}

  async #call(request: Sent, handler: Dispatcher.DispatchHandler): Promise<void> {
    const machine = this.#machine
    const owner = this.#owner
    const controller = new Controller((error) => handler.onResponseError?.(controller, error))
    const lose = async () => {
      // Half of the lost calls are cut. The others are silent until their caller gives up.
      if (machine.random.chance(0.5)) controller.abort(Object.assign(new Error("cut"), { code: "ECONNRESET" }))
    }
    await machine.reach(owner)
    // The connection is refused, so nothing is sent.
    if (machine.strikes("call_lost", LOST / 2, owner))
      return controller.abort(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }))
    handler.onRequestStart?.(controller, {})
    await machine.reach(owner)
    if (controller.aborted || machine.strikes("call_lost", LOST / 2, owner)) return lose()
    const reply = machine.strikes("bank_unavailable", UNAVAILABLE, owner) ? { status: 503 } : await this.#atBank(request)
    machine.say(`${this.#callee.name}: ${request.method} ${request.url.pathname} → ${saidOf(reply)}`, owner)
    await machine.reach(owner)
    if (controller.aborted || !reply || machine.strikes("answer_lost", LOST, owner)) return lose()
    controller.isOver = true
    handler.onResponseStart?.(controller, reply.status, {}, "")
    if (reply.body !== undefined) handler.onResponseData?.(controller, Buffer.from(JSON.stringify(reply.body)))
    handler.onResponseEnd?.(controller, {})
  }

  /** The bank is no process that dies, and its clock is right. Undefined if it never answers. */
  #atBank(request: Sent): Promise<Reply | undefined> {
    const machine = this.#machine
    const { isLate } = this.#callee
    const late = isLate && request.method !== "GET" && machine.strikes("bank_late", LATE, this.#owner)
    const fault = late && `${machine.random.pick(KINDS_OF_LATE)}:${machine.random.pick(LATENESS) * 1000}`
    return new Promise((resolve) =>
      machine.after(0, () => resolve(this.#callee.answer(request, fault || undefined)), machine.world),
    )
  }
}

/** Ends a call early, for its caller or for the network. */
class Controller implements Dispatcher.DispatchController {
  aborted = false
  isOver = false
  paused = false
  reason: Error | null = null
  readonly #onError: (error: Error) => void

  constructor(onError: (error: Error) => void) {
    this.#onError = onError
  }

  abort(reason: Error): void {
    if (this.isOver) return
    this.isOver = true
    this.aborted = true
    this.reason = reason
    this.#onError(reason)
  }
  pause(): void {}
  resume(): void {}
}

function requestOf({ origin, path, method, headers, body }: Options): Sent {
  const names = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)])
  return {
    method,
    url: new URL(path, String(origin)),
    headers: Object.fromEntries(names),
    text: body === null || body === undefined ? "" : String(body),
    role: "both",
  }
}

function saidOf(reply: Reply | undefined): string {
  const body = reply?.body as { Status?: number; ReturnCode?: string; Payment?: { Status?: number } } | undefined
  if (!reply) return "silence"
  return [reply.status, body?.Payment?.Status ?? body?.Status, body?.ReturnCode].filter((each) => each !== undefined).join(" ")
}
