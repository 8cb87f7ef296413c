// Cielo's Chargeback API in a simulated world: its simulator, without sockets.
import type { Request } from "../../../test/cielo/server.ts"
import type { Reply } from "../../../test/cielo/types.ts"
import { answeredStep } from "../../../test/support/cielo-chargebacks/answered.ts"
import { openChargebacks } from "../../../test/support/cielo-chargebacks/chargebacks.ts"
import type { Machine } from "../machine.ts"

export type Counter = ReturnType<typeof openCounter>

/** What Cielo has taken of an answer: `again` counts the answers to a step that had one by the API already. */
export type Taken = { kind: "accept" | "refuse"; again: number }

export function openCounter(machine: Machine) {
  const cielo = openChargebacks({ clock: () => machine.now })
  const taken = new Map<number, Taken>()

  async function answer({ method, url, headers, text }: Request): Promise<Reply | undefined> {
    const request = { method, url, headers, body: Buffer.from(text) }
    const step = method === "PUT" ? await answeredStep(request) : undefined
    const { status, body } = await cielo.reply(request)
    const code = Array.isArray(body) ? body[0]?.code : (body as { code?: string }).code
    if (step !== undefined && (code === "101" || code === "102"))
      taken.set(step, { kind: code === "101" ? "accept" : "refuse", again: 0 })
    const before = step === undefined ? undefined : taken.get(step)
    if (before && code === "931") before.again++
    for (const { messages, path } of cielo.violations.splice(0))
      machine.accuse(`Cielo's document does not allow a call: ${path}: ${messages.join("; ")}`)
    return { status, body: body as object }
  }

  return { cases: cielo.cases, client: cielo.client, options: cielo.options, taken, answer }
}
