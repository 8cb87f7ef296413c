import type { Certificate } from "mkcert"
import { Agent, request } from "undici"
import { testAuthority } from "../../support/network/https-sink.ts"
import { bankCertificate } from "../certificates.ts"

const ANSWER_MS = 20_000

/** Whose certificate a call shows: the bank's, none, or one that is given. */
export type Identity = "bank" | "none" | Certificate

/** Posts JSON over mutual TLS. Returns the status of the answer, or null where none came: the connection was turned away, or hung. */
export type Post = (url: string, body: string, identity: Identity) => Promise<number | null>

export function createPost(): { post: Post; close(): Promise<void> } {
  const agents: Agent[] = []
  const stopped = new AbortController()
  const known = new Map<Identity, Promise<Agent>>()
  const agentFor = async (identity: Identity): Promise<Agent> => {
    const own = identity === "bank" ? await bankCertificate() : identity === "none" ? undefined : identity
    const agent = new Agent({ connect: { ca: (await testAuthority()).cert, ...(own && { cert: own.cert, key: own.key }) } })
    agents.push(agent)
    return agent
  }
  return {
    async post(url, body, identity) {
      const found = known.get(identity) ?? agentFor(identity)
      known.set(identity, found)
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(ANSWER_MS)])
      try {
        const headers = { "content-type": "application/json" }
        const response = await request(url, { method: "POST", headers, body, signal, dispatcher: await found })
        await response.body.dump()
        return response.statusCode
      } catch {
        return null
      }
    },
    async close() {
      stopped.abort()
      await Promise.all(agents.map((agent) => agent.destroy()))
    },
  }
}
