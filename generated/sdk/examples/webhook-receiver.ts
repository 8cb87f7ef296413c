// Receives events, verifies them, handles each one once and responds at once. Set VINTEM_WEBHOOK_SECRET to the endpoint's secret.
import { createServer } from "node:http"
import { type Event, webhook } from "vintem/node"

// An event can arrive more than once. A real shop stores its id in its database, in the transaction that handles the event.
const handled = new Set<string>()

function handle(event: Event) {
  if (handled.has(event.id)) return
  switch (event.type) {
    case "payment_intent.succeeded":
      console.log(`paid: ${event.data.object.id}, ${event.data.object.amount} ${event.data.object.currency}`)
      break
    case "payment_intent.payment_failed":
      console.log(`failed: ${event.data.object.id}, ${event.data.object.last_payment_error?.code}`)
      break
    case "payment_intent.canceled":
      console.log(`canceled: ${event.data.object.id}`)
      break
    case "charge.dispute.created":
      console.log(`disputed: ${event.data.object.payment_intent}`)
      break
    default:
      console.log(`not for us: ${event.type}`)
  }
  handled.add(event.id)
}

const server = createServer(webhook(process.env.VINTEM_WEBHOOK_SECRET, handle))

server.listen(Number(process.env.RECEIVER_PORT ?? 4001), () => {
  const address = server.address()
  console.log(`Receiving at http://localhost:${typeof address === "object" ? address?.port : address}`)
})
