// What several tests of webhooks need to receive deliveries, and to see them as the merchant does.
import { expect } from "chai"
import Stripe from "stripe"
import { deliveriesOf, type Merchant, until } from "../support/merchants/merchant.ts"
import { type Received, type Sink, startSink } from "../support/network/https-sink.ts"

/** How long a test waits for a delivery on a busy machine. */
export const timeoutMs = 30_000

const { webhooks } = new Stripe("sk_test_not_used")
/** Returns the event in a request. Throws if its signature is wrong. */
export const verified = ({ body, headers }: Received, secret: string) =>
  webhooks.constructEvent(body, String(headers["service-signature"]), secret) as unknown as {
    id: string
    type: string
    data: { object: object }
  }

/** Starts sinks. `closeAll` closes them, and what a test adds to `toClose`. */
export function sinkStarter() {
  const toClose: { close(): Promise<void> }[] = []
  const closeAll = async () => {
    for (const each of toClose.splice(0)) await each.close()
  }
  async function sinkFor(...args: Parameters<typeof startSink>): Promise<Sink> {
    const sink = await startSink(...args)
    toClose.push(sink)
    return sink
  }
  const sinkReturning = (status: number) => sinkFor((_request, response) => response.writeHead(status).end())
  return { toClose, closeAll, sinkFor, sinkReturning }
}

/** Reads the deliveries of the merchant that the running test has, and advances that merchant's test clock. */
export function deliveriesSeenBy(current: () => Merchant) {
  const lastDelivery = async (endpoint: string) => (await deliveriesOf(current(), endpoint))[0]
  /** Waits until `count` attempts are recorded, then returns the delivery. */
  const attempted = (endpoint: string, count: number) =>
    until(async () => {
      const delivery = await lastDelivery(endpoint)
      return delivery?.attempts >= count && delivery
    })
  const advance = async (seconds: number) => {
    const { status } = await current().request("POST", "/v1/test_helpers/clock/advance", { seconds })
    expect(status).to.equal(200)
  }
  return { lastDelivery, attempted, advance }
}
