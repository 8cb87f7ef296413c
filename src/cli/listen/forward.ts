import { lookup } from "node:dns/promises"
import { type AttemptResult, createPoster } from "../../events/webhooks/post.ts"
import { signedHeaders } from "../../events/webhooks/signature.ts"
import { sleep } from "../shared/stop.ts"

/**
 * A development server restarts when its code is saved. An event that finds no server is sent again after these delays. It had not arrived,
 * so it does not arrive twice.
 */
const AGAIN_AFTER_MS = [250, 500, 1000, 2000]

export type Forwarder = {
  /** Sends an event once. If the signal aborts before the response, the result has the error `interrupted`. */
  forward(body: Buffer): Promise<AttemptResult>
  close(): Promise<void>
}

type Target = { url: string; secret: string; anyCertificate: boolean; signal: AbortSignal }

/** Sends events to a developer's own server, with the bytes, headers and time limit of a webhook. */
export function createForwarder({ url, secret, anyCertificate, signal }: Target): Forwarder {
  const poster = createPoster({ mayReach: () => true, resolve: lookUp, ownServer: { anyCertificate } })
  const interrupt = () => void poster.close()
  signal.addEventListener("abort", interrupt)
  const post = (body: Buffer) => poster.post(url, signedHeaders([secret], body, Date.now()), body)
  let isDown = false

  async function forward(body: Buffer): Promise<AttemptResult> {
    let result = await post(body)
    // Once the server is known to be down, later events do not wait for it.
    for (const ms of isDown ? [] : AGAIN_AFTER_MS) {
      if (result.error !== "connection_refused") break
      await sleep(ms, signal)
      result = signal.aborted ? { ...result, error: "interrupted" } : await post(body)
    }
    isDown = result.error === "connection_refused"
    return result
  }

  return {
    forward,
    close: async () => {
      signal.removeEventListener("abort", interrupt)
      await poster.close()
    },
  }
}

/**
 * Resolves a name like other programs on this machine, because local names are common here. A development server may listen on only one of
 * the two addresses of localhost, and a hosts file may lack the other.
 */
async function lookUp(hostname: string): Promise<string[]> {
  if (/^(.+\.)?localhost$/.test(hostname)) return ["127.0.0.1", "::1"]
  return (await lookup(hostname, { all: true })).map(({ address }) => address)
}
