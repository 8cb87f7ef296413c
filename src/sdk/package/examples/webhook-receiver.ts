// Receives events, verifies them, handles each one once and responds at once. Set VINTEM_WEBHOOK_SECRET to the endpoint's secret.
import { createServer } from "node:http"
import { type Event, SignatureVerificationError, webhooks } from "vintem"

const secret = process.env.VINTEM_WEBHOOK_SECRET ?? ""

// An event can arrive more than once. A real shop stores its id in its database, in the transaction that handles the event.
const handled = new Set<string>()

function handle(event: Event) {
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
}

const server = createServer(async (request, response) => {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    // Verify the raw bytes: a body that was parsed and serialized again has another signature.
    const event = webhooks.constructEvent(Buffer.concat(chunks), request.headers["service-signature"], secret)
    if (!handled.has(event.id)) {
      handle(event)
      handled.add(event.id)
    }
    response.writeHead(204).end()
  } catch (error) {
    if (!(error instanceof SignatureVerificationError)) console.error(error)
    response.writeHead(error instanceof SignatureVerificationError ? 400 : 500).end()
  }
})

server.listen(Number(process.env.RECEIVER_PORT ?? 4001), () => {
  const address = server.address()
  console.log(`Receiving at http://localhost:${typeof address === "object" ? address?.port : address}`)
})
