// Other services that can be measured beside Vintém if they are installed: --peer NAME=URL. Each has a small profile here.
//
// To add one, define how it creates a payment, reads it and lists ten. A peer runs elsewhere, so its memory and its processor time are not
// measured.
import { type Sent, send, type Workload } from "./workloads.ts"

type Profile = {
  create: () => Sent
  /** Reads the payment with an id from a create. */
  retrieve: (id: string) => Sent
  list: Sent
}

const stripe = { authorization: "Bearer sk_test_123" }

const PROFILES: Record<string, Profile> = {
  /** https://github.com/stripe/stripe-mock. It stores nothing, and responds with examples. */
  "stripe-mock": {
    create: () => ({
      method: "POST",
      path: "/v1/payment_intents",
      headers: { ...stripe, "content-type": "application/x-www-form-urlencoded" },
      body: "amount=4990&currency=brl",
    }),
    retrieve: (id) => ({ method: "GET", path: `/v1/payment_intents/${id}`, headers: stripe }),
    list: { method: "GET", path: "/v1/payment_intents?limit=10", headers: stripe },
  },
}

/** Returns a peer's workloads, or the reason why it is not measured. */
export async function peerWorkloads({ name, url }: { name: string; url: string }): Promise<Workload[] | string> {
  const profile = PROFILES[name]
  if (!profile)
    return `Peer ${name} is not measured: scripts/bench/requests/peers.ts has no such profile (it has ${Object.keys(PROFILES)}).`
  try {
    const { list } = profile
    await send({ url }, list)
    const { id } = await send({ url }, profile.create())
    return [
      { name: "retrieve", same: profile.retrieve(id) },
      { name: "list", same: list },
      { name: "create", each: profile.create },
    ]
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return `Peer ${name} at ${url} is not measured: ${message || code}.`
  }
}
