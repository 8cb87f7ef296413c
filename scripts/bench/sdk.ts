// Measures the processor time that a program spends on a list of payment intents: with bare fetch, with the SDK, and with the package
// `stripe`. The server is a process of its own and sends the same bytes to all of them. They take turns, so other load on the machine
// affects all of them alike.
// Usage: sdk.ts [--intents 82] [--rounds 15] [--requests 200]
import { fork } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { parseArgs } from "node:util"
import Stripe from "stripe"
import { contract } from "../../test/support/contract/openapi.ts"
import { buildSdk } from "../build/sdk.ts"
import { spentMicros, spreadOf } from "./shared/statistics.ts"

const KEY = "zsk_test_0123456789abcdefghijklmnopqrstuv"

const { values } = parseArgs({
  options: {
    intents: { type: "string", default: "82" },
    rounds: { type: "string", default: "15" },
    requests: { type: "string", default: "200" },
    serve: { type: "boolean", default: false },
  },
})
const [intents, rounds, requests] = [Number(values.intents), Number(values.rounds), Number(values.requests)]

/** A list of as many intents as are asked for, made of the documented ones. */
function body(): string {
  const { data: examples } = contract.components.examples.payment_intent_list.value
  const data = Array.from({ length: intents }, (_, i) => examples[i % examples.length])
  return JSON.stringify({ object: "list", data, has_more: false, url: "/v1/payment_intents" })
}

function serve(): void {
  const text = body()
  const server = createServer((_, response) => {
    response.writeHead(200, {
      "content-type": "application/json",
      "request-id": "req_1",
      "content-length": Buffer.byteLength(text),
    })
    response.end(text)
  })
  server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port))
}

async function measure(): Promise<void> {
  buildSdk()
  const { Vintem } = await import("../../generated/sdk/dist/esm/index.js")
  const server = fork(import.meta.filename, ["--serve", "--intents", String(intents)])
  const [port] = (await once(server, "message")) as [number]
  const url = `http://127.0.0.1:${port}`
  const vintem = new Vintem(KEY, { baseUrl: url })
  const stripe = new Stripe("sk_test_1", { host: "127.0.0.1", port, protocol: "http", telemetry: false })
  const ways: Record<string, () => Promise<{ data: unknown[] }>> = {
    "bare fetch": async () => {
      const response = await fetch(`${url}/v1/payment_intents`, { headers: { authorization: `Bearer ${KEY}` } })
      return (await response.json()) as { data: unknown[] }
    },
    vintem: () => vintem.paymentIntents.list(),
    stripe: () => stripe.paymentIntents.list(),
  }
  const micros = new Map(Object.keys(ways).map((name) => [name, [] as number[]]))
  for (let round = -2; round < rounds; round++) {
    for (const [name, list] of Object.entries(ways)) {
      const before = process.cpuUsage()
      for (let i = 0; i < requests; i++) if ((await list()).data.length !== intents) throw new Error(`${name} lost an intent.`)
      // The first rounds warm up.
      if (round >= 0) micros.get(name)!.push(spentMicros(before) / requests)
    }
  }
  server.kill()
  const floor = spreadOf(micros.get("bare fetch")!).median
  const what = `a list of ${intents} intents (${Math.round(body().length / 1024)} KiB)`
  console.log(`Processor time of ${what} in µs, the median of ${rounds} rounds of ${requests}:`)
  for (const [name, all] of micros) {
    const { median, min, max } = spreadOf(all)
    const times = `${Math.round(median)} (${Math.round(min)} to ${Math.round(max)})`
    console.log(`  ${name.padEnd(11)} ${times.padEnd(22)} ${(median / floor).toFixed(2)} × bare fetch`)
  }
}

if (values.serve) serve()
else await measure()
