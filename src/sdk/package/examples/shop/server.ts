// A shop with card fields of vintem.js, PIX, boleto and a subscription by card or PIX Automático. `make demo` starts it together with Vintém. On its own, it needs
// VINTEM_KEY, VINTEM_PUBLISHABLE_KEY, VINTEM_BASE_URL, VINTEM_FRAME_ORIGIN, VINTEM_WEBHOOK_SECRET, SHOP_URL and PRODUCTS (prd_…,prd_…).
import { EventEmitter } from "node:events"
import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { extname, join } from "node:path"
import { CardError, InvalidRequestError, type PaymentIntent, SignatureVerificationError, VintemError, webhooks } from "vintem"
import { book, catalog, checkout, findOrder, type Order, SHOP_URL, vintem } from "./orders.ts"

const { VINTEM_PUBLISHABLE_KEY = "", VINTEM_BASE_URL = "", VINTEM_FRAME_ORIGIN = "", VINTEM_WEBHOOK_SECRET = "" } = process.env

/** The page loads vintem.js, and shows frames of Vintém. It connects only to this server. */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' ${VINTEM_FRAME_ORIGIN}`,
  `frame-src ${VINTEM_FRAME_ORIGIN} ${new URL(VINTEM_BASE_URL).origin}`,
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ")

const HEADERS = {
  "Content-Security-Policy": POLICY,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
}
const TYPES: Record<string, string> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
}
const FILES = ["index.html", "shop.js", "texts.js", "test-panel.js", "shop.css", "camera.svg", "club.svg"]
const MAX_BODY = 64 * 1024

const changes = new EventEmitter().setMaxListeners(0)

/** The page includes all its data, so it makes no further request for it. */
async function page(): Promise<string> {
  const data = JSON.stringify({ key: VINTEM_PUBLISHABLE_KEY, products: await catalog() }).replaceAll("<", "\\u003c")
  return file("index.html")
    .toString()
    .replaceAll("{{frame}}", VINTEM_FRAME_ORIGIN)
    .replace('"{{data}}"', () => data)
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", SHOP_URL)
  const [, place = "", id = "", what = ""] = pathname.split("/")
  const route = `${request.method} /${place}`
  const order = findOrder(id)
  if (route === "GET /") send(response, 200, TYPES.html, await page())
  else if (route === "POST /checkout") await buy(request, response)
  else if (route === "POST /webhooks") await receive(request, response)
  else if (route === "GET /orders" && order) follow(order, response)
  else if (route === "GET /payments" && order?.intent) await lookUp(order.intent, response)
  else if (route === "DELETE /orders") await abandon(id, response)
  else if (route === "POST /simulate") await simulate(id, what, response)
  else if (request.method === "GET" && FILES.includes(place)) send(response, 200, TYPES[extname(place).slice(1)], file(place))
  else send(response, 404, TYPES.html, "Nada por aqui.")
}

async function buy(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const intent = await checkout(JSON.parse((await bodyOf(request)).toString()))
    sendJson(response, 200, { intent: forPage(intent), error: intent.last_payment_error })
  } catch (error) {
    if (!(error instanceof VintemError)) throw error
    // The page explains errors that the buyer can correct, by their code. All other errors are the shop's own.
    const theirs = error instanceof InvalidRequestError || error instanceof CardError
    if (!theirs) console.error(error.name, error.code, error.requestId)
    sendJson(response, theirs ? 400 : 503, { error: theirs ? { code: error.code, param: error.param } : {} })
  }
}

/** Returns the current payment, for a page that could not see its outcome. */
async function lookUp(intent: string, response: ServerResponse): Promise<void> {
  sendJson(response, 200, { intent: forPage(await vintem.paymentIntents.retrieve(intent)) })
}

/** The members that handleNextAction needs. */
const forPage = ({ id, status, next_action }: PaymentIntent) => ({ id, status, next_action })

/** Receives signed events. A body that Vintém did not sign is refused before it is parsed. */
async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const event = webhooks.constructEvent(await bodyOf(request), request.headers["service-signature"], VINTEM_WEBHOOK_SECRET)
    const order = await book(event)
    if (order) changes.emit(order.id)
    response.writeHead(204).end()
  } catch (error) {
    if (!(error instanceof SignatureVerificationError)) throw error
    send(response, 400, "text/plain", error.message)
  }
}

/** Sends the order now and after each change, as server-sent events. */
function follow(order: Order, response: ServerResponse): void {
  response.writeHead(200, { ...HEADERS, "Content-Type": "text/event-stream" })
  const tell = () => response.write(`data: ${JSON.stringify(shown(order))}\n\n`)
  changes.on(order.id, tell)
  response.on("close", () => changes.off(order.id, tell))
  tell()
}

/** The buyer wants to pay in another way, so the current code must no longer be payable. */
async function abandon(id: string, response: ServerResponse): Promise<void> {
  const intent = findOrder(id)?.intent
  try {
    if (intent) await vintem.paymentIntents.cancel(intent)
  } catch (error) {
    // The buyer has paid after all, or the payment has ended by itself. An event reports it.
    if (!(error instanceof InvalidRequestError)) throw error
  }
  sendJson(response, 200, {})
}

const shown = ({ id, status, error, events, nextCharge }: Order) => ({ id, status, error, events, nextCharge })

/** Simulates the payer, the bank or the passage of time. Vintém refuses it for a live key. */
async function simulate(id: string, what: string, response: ServerResponse): Promise<void> {
  const intent = findOrder(id)?.intent
  const { paymentIntents, clock } = vintem.testHelpers
  if (intent && what === "succeed") await paymentIntents.succeed(intent)
  else if (intent && what === "expire") await paymentIntents.expire(intent)
  else if (intent && what === "month") await clock.advance({ seconds: 31 * 24 * 60 * 60 })
  else return send(response, 404, TYPES.html, "Este pedido não existe.")
  response.writeHead(204).end()
}

function send(response: ServerResponse, status: number, type: string | undefined, body: string | Buffer): void {
  response.writeHead(status, { ...HEADERS, "Content-Type": type }).end(body)
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  send(response, status, "application/json", JSON.stringify(value))
}

function file(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, "public", name))
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BODY) throw new Error("The body is too large.")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const server = createServer((request, response) => {
  respond(request, response).catch((error) => {
    console.error(error)
    if (!response.headersSent) send(response, error instanceof SyntaxError ? 400 : 500, TYPES.html, "Algo deu errado.")
  })
})

const { hostname, port } = new URL(SHOP_URL)
server.listen(Number(port), hostname, () => console.log(`The shop is at ${SHOP_URL}`))
