// Payments of one account do not wait for each other, so a large account is not slower than many small ones (docs/scale.md).
import { expect } from "chai"
import pg from "pg"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newToken, postOnce } from "../support/merchants/payments.ts"
import { newPayer } from "../support/merchants/subscriptions.ts"

/** A transaction that writes a payment of this amount waits at its end, with every lock that it has. */
const HELD = 7777
const HOLD = `
  CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${HELD}); RETURN NULL; END $$;
  CREATE CONSTRAINT TRIGGER hold AFTER INSERT OR UPDATE ON payment_intents DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.amount = ${HELD}) EXECUTE FUNCTION hold()`
const HELD_NOW = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"

describe("While the transaction of one payment does not end, another payment of the same account", () => {
  let vintem: Running
  let client: pg.Client
  let shop: Merchant
  let texts: object
  let saved: string
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
    client = new pg.Client({ connectionString: vintem.databases.env.TEST_DATABASE_URL! })
    await client.connect()
    shop = await newMerchant(vintem)
    const customer = await newPayer(shop)
    const product = await post("/v1/products", { name: "Clube do Café" }, 201)
    texts = { customer, product: product.id, currency: "brl", payment_method_types: ["card", "pix"] }
    saved = (await post("/v1/payment_methods", { token: (await newToken(shop)).id, customer }, 201)).id
    await post("/v1/webhook_endpoints", { url: "https://shop.example/hooks", events: ["*"] }, 201)
    await client.query(HOLD)
  })
  after(async () => {
    await client.end()
    await vintem.close()
  })

  const post = (path: string, body: object, status: number) => postOnce(shop, path, body, status)

  const create = (amount: number) => post("/v1/payment_intents", { amount, ...texts }, 201)
  const confirm = (id: string, payment_method: string) => post(`/v1/payment_intents/${id}/confirm`, { payment_method }, 200)

  /** What is done to a payment, and what comes before. */
  const STEPS: Record<string, { before(amount: number): Promise<Json>; run(made: Json): Promise<Json> }> = {
    "is created": { before: async (amount) => amount, run: create },
    "is paid by card": {
      before: async (amount) => ({ ...(await create(amount)), token: (await newToken(shop)).id }),
      run: ({ id, token }) => confirm(id, token),
    },
    "is paid with the same saved card": { before: create, run: ({ id }) => confirm(id, saved) },
    "is refused": {
      before: async (amount) => ({ ...(await create(amount)), token: (await newToken(shop, CARDS.declined)).id }),
      run: ({ id, token }) => confirm(id, token),
    },
    "gets a PIX": {
      before: async (amount) => ({ ...(await create(amount)), token: (await post("/v1/tokens", { type: "pix" }, 201)).id }),
      run: ({ id, token }) => confirm(id, token),
    },
    "is canceled": { before: create, run: ({ id }) => post(`/v1/payment_intents/${id}/cancel`, {}, 200) },
    "is refunded": {
      before: async (amount) => confirm((await create(amount)).id, saved),
      run: ({ id }) => post("/v1/refunds", { payment_intent: id, amount: 100 }, 201),
    },
  }

  for (const [title, { before: prepare, run }] of Object.entries(STEPS))
    it(title, async () => {
      const [held, free] = [await prepare(HELD), await prepare(1234)]
      await client.query(`SELECT pg_advisory_lock(${HELD})`)
      const waiting = run(held)
      let ended = false
      void waiting.finally(() => {
        ended = true
      })
      await until(async () => (await client.query(HELD_NOW)).rows.length > 0)
      await run(free)
      for (const path of ["events", "payment_intents", "balance"]) expectStatus(await shop.request("GET", `/v1/${path}`), 200)
      expect(ended, "the first one has not ended").to.equal(false)
      await client.query(`SELECT pg_advisory_unlock(${HELD})`)
      await waiting
    })
})
