// A shop with Koa that sells one product by card or PIX. Set VINTEM_KEY and VINTEM_BASE_URL, then open http://localhost:4000.
import Router from "@koa/router"
import Koa from "koa"
import rawBody from "raw-body"
import Vintem, { type PaymentIntent } from "vintem"

const vintem = new Vintem()
const PRICE = 4990

/** Returns the buyer's next page. */
function nextPage({ id, status, next_action }: PaymentIntent) {
  if (status === "succeeded") return { order: id, message: "Thank you! The coffee is on its way." }
  if (status === "canceled") return { order: id, message: "The payment was refused, and nothing was charged. Please try again." }
  switch (next_action?.type) {
    case "pix_display_qr_code":
      return { order: id, message: "Pay with PIX:", code: next_action.qr_code_data, picture: next_action.qr_code_url }
    case "redirect_to_url":
      return { order: id, message: "Your bank wants to know you:", url: next_action.url }
    default:
      return { order: id, message: "We are waiting for your payment." }
  }
}

const router = new Router()

router.get("/", (ctx) => {
  ctx.body = "One bag of coffee, R$ 49,90. POST /buy with {email, name, cpf, token} for a card or {email, name, cpf, pix: true}."
})

router.post("/buy", async (ctx) => {
  const { email, name, cpf, token } = JSON.parse(await rawBody(ctx.req, { encoding: "utf8", limit: "16kb" }))
  const customer = await vintem.customers.create({ email, name, document: { type: "cpf", number: cpf } })
  const intent = await vintem.paymentIntents.create({
    amount: PRICE,
    currency: "brl",
    customer: customer.id,
    description: "One bag of coffee",
    payment_method_types: ["card", "pix"],
  })
  // The browser creates the token of a card, so the card number never reaches this server.
  const method = token ?? (await vintem.tokens.create({ type: "pix" })).id
  ctx.body = nextPage(await vintem.paymentIntents.confirm(intent.id, { payment_method: method }))
})

router.get("/orders/:id", async (ctx) => {
  ctx.body = nextPage(await vintem.paymentIntents.retrieve(String(ctx.params.id)))
})

const app = new Koa()

app.use(async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    if (!(error instanceof Vintem.VintemError)) throw error
    // Show the buyer only errors that the buyer can correct. Log the others.
    const theirs = error instanceof Vintem.InvalidRequestError || error instanceof Vintem.CardError
    if (!theirs) console.error(error.name, error.code, error.requestId)
    ctx.status = theirs ? 400 : 502
    ctx.body = { message: theirs ? error.message : "Please try again in a minute.", field: theirs ? error.param : undefined }
  }
})
app.use(router.routes())

const server = app.listen(Number(process.env.SHOP_PORT ?? 4000), () => {
  const address = server.address()
  console.log(`The shop is at http://localhost:${typeof address === "object" ? address?.port : address}`)
})
