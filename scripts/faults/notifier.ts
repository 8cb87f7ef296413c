// The address that banks notify: whichever process answers behind it.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"
import { NOTIFICATIONS_PATH } from "../reliability/told.ts"
import type { Fleet } from "./fleet.ts"

/** `url` is for Cielo. */
export type Notifier = { url: string; origin: string; close(): Promise<void> }

/** Passes each notification on until a process has answered it, as a load balancer does while processes are replaced. */
export async function startNotifier({ request }: Pick<Fleet, "request">): Promise<Notifier> {
  const server = createServer(async (incoming, outgoing) => {
    const answer = await request("POST", incoming.url!, (await json(incoming)) as object).catch(() => undefined)
    outgoing.writeHead(answer?.status ?? 502).end()
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ origin, url: origin + NOTIFICATIONS_PATH },
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
