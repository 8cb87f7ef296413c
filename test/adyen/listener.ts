import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Item } from "./webhooks/sign.ts"

export type Received = { items: Item[]; live: string; authorization: string | undefined }

/** A merchant's endpoint of webhooks. `answers` is what it answers: a status and a body, or nothing. */
export async function startListener() {
  const received: Received[] = []
  const answers = { status: 200, text: "", isSilent: false }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { live, notificationItems } = JSON.parse(Buffer.concat(chunks).toString())
    const items = notificationItems.map(({ NotificationRequestItem: item }: { NotificationRequestItem: Item }) => item)
    received.push({ items, live, authorization: request.headers.authorization })
    if (answers.isSilent) return
    response.writeHead(answers.status, answers.status === 302 ? { location: "/elsewhere" } : {}).end(answers.text)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answers,
    /** The codes of all items, as they came. */
    codes: () => received.flatMap(({ items }) => items.map(({ eventCode }) => eventCode)),
    async close(): Promise<void> {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    },
  }
}
export type Listener = Awaited<ReturnType<typeof startListener>>
