// The first floor: what Koa alone does, with an answer of about the size of a payment intent.
import Koa from "koa"

const answer = { id: "pi_floor", object: "payment_intent", padding: "x".repeat(560) }
const app = new Koa()
app.use((ctx) => {
  ctx.body = answer
})
app.listen(Number(process.env.PORT), "127.0.0.1")
