// The first floor: Koa alone, with a response about the size of a payment intent.
import Koa from "koa"

const intent = { id: "pi_floor", object: "payment_intent", padding: "x".repeat(560) }
const app = new Koa()
app.use((ctx) => {
  ctx.body = intent
})
app.listen(Number(process.env.PORT), "127.0.0.1")
