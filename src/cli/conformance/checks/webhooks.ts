import { createHmac } from "node:crypto"
import type { Check } from "../check.ts"
import type { Json } from "../contract/document.ts"
import { laterMembers } from "../contract/later.ts"
import { asClient, webhookViolations } from "../contract/responses.ts"
import { eventually } from "../eventually.ts"
import { Deviation, expectEqual, expectError, expectStatus, expectThat, NotTried } from "../expect.ts"
import { newEndpoint, newIntent, post } from "../objects.ts"
import type { Received, Receiver } from "../receiver.ts"
import type { Session } from "../session.ts"

const RULE = 'openapi.yaml, section "Webhooks"'
const TOLERANCE_SECONDS = 300

const pathOf = ({ id }: Json) => `/v1/webhook_endpoints/${id}`

const endpointChecks: Check[] = [
  {
    id: "webhooks.secret",
    title: "the secret of an endpoint is shown when it is created and rotated, and never again",
    rule: "openapi.yaml, WebhookEndpointWithSecret",
    run: async (session) => {
      const created = await newEndpoint(session)
      const rotated = await session.request("POST", `${pathOf(created)}/rotate_secret`)
      const { secret } = expectStatus(rotated, 200)
      expectThat(/^whsec_test_/.test(secret) && secret !== created.secret, rotated, "a new secret whsec_test_…", secret)
      for (const path of [pathOf(created), "/v1/webhook_endpoints?limit=1"]) {
        const reply = await session.request("GET", path)
        expectThat(!reply.text.includes("whsec_"), reply, "no secret", "a secret")
      }
      expectStatus(await session.request("DELETE", pathOf(created)), 200)
      expectError(await session.request("GET", pathOf(created)), 404, "webhook_endpoint_not_found")
    },
  },
  {
    id: "webhooks.http",
    title: "an endpoint must be https",
    rule: RULE,
    run: async ({ request }) => {
      for (const url of ["http://shop.example/", "https://user:password@shop.example/", "shop.example"])
        expectError(await request("POST", "/v1/webhook_endpoints", { url, events: ["*"] }), 400, "parameter_invalid", "url")
    },
  },
]

type Listening = Session & { receiver: Receiver }

/** A check of the webhooks that its own endpoint receives. */
function received(id: string, title: string, run: (session: Listening, endpoint: Json) => Promise<void>): Check {
  return {
    ...{ id, title, rule: RULE },
    run: async (session) => {
      const { receiver } = session
      if (!receiver) throw new NotTried("needs --webhooks-url, an https URL that leads to this machine")
      await run({ ...session, receiver }, await newEndpoint(session, receiver.url))
    },
  }
}

/** Cancels a new payment intent. Returns the resulting webhook. */
async function delivered(session: Listening): Promise<Received> {
  const { id } = await newIntent(session)
  await post(session, `/v1/payment_intents/${id}/cancel`, {}, 200)
  return arrival(session, (webhook) => webhook.event?.data?.object?.id === id)
}

function arrival(session: Listening, fits: (webhook: Received) => boolean): Promise<Received> {
  return eventually(session, async () => {
    const webhook = session.receiver.received.find(fits)
    if (!webhook) throw new Deviation("a webhook", `none in ${session.timeoutMs / 1000} s`)
    return webhook
  })
}

/** Returns the timestamp and the signatures of a webhook. */
function signatureOf({ headers }: Received): { timestamp: string; signatures: string[] } {
  const parts = String(headers["service-signature"] ?? "").split(",")
  const values = (name: string) => parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1))
  return { timestamp: values("t")[0] ?? "", signatures: values("v1") }
}

function signedWith(secret: string, timestamp: string, body: Buffer): string {
  return createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")
}

/** Expects a signature for each of the secrets. */
function expectSigned(webhook: Received, secrets: string[]): void {
  const { timestamp, signatures } = signatureOf(webhook)
  const header = String(webhook.headers["service-signature"])
  const expected = secrets.map((secret) => signedWith(secret, timestamp, webhook.body))
  if (expected.join() !== signatures.join()) throw new Deviation("the HMAC of the endpoint's secret", header)
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= TOLERANCE_SECONDS)) throw new Deviation(`a timestamp at most ${TOLERANCE_SECONDS} s from now`, header)
}

/** Replays an event to an endpoint. Returns the replayed webhook. */
async function replayed(session: Listening, endpoint: Json, { event }: Received): Promise<Received> {
  const before = session.receiver.received.length
  await post(session, `${pathOf(endpoint)}/deliveries/${event.id}/replay`, undefined, 201)
  return arrival(session, (webhook) => webhook.event?.id === event.id && session.receiver.received.indexOf(webhook) >= before)
}

const deliveryChecks: Check[] = [
  received("webhooks.event", "an event arrives as described, and is the one that the API lists", async (session) => {
    const { event, headers, body } = await delivered(session)
    const found = webhookViolations(event.type, { headers, body }, asClient, session.version)
    found.push(...laterMembers(session.version, event))
    if (found.length > 0) throw new Deviation("a webhook that openapi.yaml describes", found.join("; "))
    const listed = await session.request("GET", `/v1/events/${event.id}`)
    expectEqual(listed, "the event that was delivered", expectStatus(listed, 200), event)
  }),
  received(
    "webhooks.signature",
    "a webhook is signed with the endpoint's secret and the current time",
    async (session, endpoint) => expectSigned(await delivered(session), [endpoint.secret]),
  ),
  received(
    "webhooks.rotation",
    "after a rotation the new secret signs, and the old one too for as long as was asked",
    async (session, endpoint) => {
      const first = await delivered(session)
      const rotate = (body: object) => post(session, `${pathOf(endpoint)}/rotate_secret`, body, 200)
      const { secret: second } = await rotate({})
      expectSigned(await replayed(session, endpoint, first), [second])
      const { secret: third } = await rotate({ expire_old_in: 3600 })
      expectSigned(await replayed(session, endpoint, first), [third, second])
    },
  ),
  received(
    "webhooks.delivered",
    "a webhook that was answered with 2xx is delivered, after one attempt",
    async (session, endpoint) => {
      const { event } = await delivered(session)
      await eventually(session, async () => {
        const reply = await session.request("GET", `${pathOf(endpoint)}/deliveries`)
        const { status, attempts } = expectStatus(reply, 200).data.find((each: Json) => each.event === event.id) ?? {}
        expectEqual(reply, "the delivery", { status, attempts }, { status: "delivered", attempts: 1 })
      })
    },
  ),
]

export const webhookChecks: Check[] = [...endpointChecks, ...deliveryChecks]
