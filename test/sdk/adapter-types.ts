// What must compile with the adapters for webhooks and what must not. The repository's type check covers this file. The package test
// also compiles it against the packed package, as a user would. Nothing here runs.
import type { Dispute, Event, PaymentIntent } from "../../generated/sdk/src/index.ts"
import { type FetchRequest, webhook as forFetch } from "../../generated/sdk/src/runtime/adapters/fetch.ts"
import { webhook as forHono, type HonoContext } from "../../generated/sdk/src/runtime/adapters/hono.ts"
import {
  webhook as forExpress,
  type NodeRequest,
  type NodeResponse,
  type WebhookHandlers,
} from "../../generated/sdk/src/runtime/adapters/node.ts"

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <T extends true>(value?: T) => value

const handle = async (event: Event) => {
  if (event.type === "payment_intent.succeeded") holds<Same<typeof event.data.object, PaymentIntent>>()
}

export const handlers: WebhookHandlers = {
  "payment_intent.succeeded": async ({ type, data }) => {
    holds<Same<typeof type, "payment_intent.succeeded">>()
    holds<Same<typeof data.object, PaymentIntent>>()
  },
  "charge.dispute.created": ({ data }) => holds<Same<typeof data.object, Dispute>>(),
  // @ts-expect-error there is no such type of event
  "payment_intent.succeded": async () => {},
}

export const receive = async (
  secret: string | undefined,
  node: [NodeRequest, NodeResponse],
  context: HonoContext,
  request: FetchRequest,
) => {
  await forExpress(secret, handle)(...node)
  await forHono([secret ?? "", "whsec_old"], handlers)(context)
  const { status } = await forFetch(secret, handle, {
    tolerance: 60,
    maxBytes: 1000,
    onError: (error, event) => [error, event?.id],
  })(request)
  // @ts-expect-error the handler is missing
  forExpress(secret)
  // @ts-expect-error there is no such option
  forExpress(secret, handle, { secret: "whsec_a" })
  return status.toFixed()
}
