// The second floor: Koa, a JSON body, and one raw INSERT per request, on disk before the response (WAL, synchronous=FULL).
import { randomUUID } from "node:crypto"
import Sqlite from "better-sqlite3"
import Koa from "koa"
import getRawBody from "raw-body"

const database = new Sqlite(process.env.FILE as string)
database.pragma("journal_mode = WAL")
database.pragma("synchronous = FULL")
database.exec("CREATE TABLE intents (id TEXT PRIMARY KEY, amount INTEGER, currency TEXT, customer TEXT, body TEXT) WITHOUT ROWID")
const insert = database.prepare("INSERT INTO intents VALUES (?, ?, ?, ?, ?) RETURNING *")

const app = new Koa()
app.use(async (ctx) => {
  if (ctx.method === "GET") {
    ctx.body = "ready"
    return
  }
  const body = JSON.parse(await getRawBody(ctx.req, { encoding: "utf8" }))
  ctx.status = 201
  ctx.body = insert.get(randomUUID(), body.amount, body.currency, body.customer, "x".repeat(480))
})
app.listen(Number(process.env.PORT), "127.0.0.1")
