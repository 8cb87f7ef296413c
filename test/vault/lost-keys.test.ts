import { writeFileSync } from "node:fs"
import { expect } from "chai"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { type Running, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases, kind } from "../support/databases/databases.ts"
import { administer } from "../support/databases/postgres.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import {
  CARDS,
  cardBody,
  expectStatus,
  newCustomer,
  newIdempotencyKey,
  newIntent,
  newToken,
} from "../support/merchants/payments.ts"
import { confirm, help, perform, recoverAttempts, retrieve } from "../support/merchants/rails.ts"
import { advance, cyclesOf, newPayer, newRecurringProduct, subscriptionsOf } from "../support/merchants/subscriptions.ts"

/** What a crash leaves: Postgres empties its unlogged tables, and the file of SQLite may be damaged. */
async function loseKeys({ env }: Databases): Promise<void> {
  const url = env.TEST_DATABASE_URL!
  if (kind === "postgres") await administer(url, "TRUNCATE short_lived_keys")
  else writeFileSync(`${url.slice("sqlite:".length)}-keys`, "damaged ".repeat(2000))
}

describe("After a crash of the machine or the database server", function () {
  this.timeout(120_000)
  let databases: Databases
  let vintem: Running
  let merchant: Merchant
  let customer: string
  let subscriber: string
  const tokens = { confirmed: "", saved: "", created: "", tried: "" }
  const idempotencyKey = newIdempotencyKey()
  let sent: string
  let challenged: string

  before(async () => {
    databases = await freshDatabases()
    const earlier = await startVintem({}, { databases, role: "api" })
    merchant = await newMerchant(earlier)
    customer = (await newCustomer(merchant)).id
    for (const name of ["confirmed", "saved"] as const) tokens[name] = (await newToken(merchant)).id
    tokens.created = expectStatus(await merchant.request("POST", "/v1/tokens", cardBody(), { idempotencyKey }), 201).id
    subscriber = await newPayer(merchant)
    const product = await newRecurringProduct(earlier, merchant)
    challenged = (await newIntent(merchant, { customer: subscriber, product })).id
    const answer = await confirm(merchant, challenged, (await newToken(merchant, CARDS.threeDs)).id)
    expect(expectStatus(answer, 200).status).to.equal("requires_action")
    // Nothing was charged, and the number is kept to save the card.
    const tried = await newIntent(merchant, { customer: subscriber, product })
    tokens.tried = (await newToken(merchant, CARDS.unreachable)).id
    expectStatus(await confirm(merchant, tried.id, tokens.tried), 503)
    sent = await dieSending()
    await earlier.close()
    await loseKeys(databases)
    vintem = await startVintem({}, { databases, role: "api" })
    const { key } = merchant
    const { request } = vintem
    merchant = { ...merchant, request: (method, path, body, options) => request(method, path, body, { key, ...options }) }
  })
  after(async () => {
    await vintem.close()
    await databases.remove()
  })

  /** A sale whose process died before the acquirer had it. Returns its payment intent. */
  async function dieSending(): Promise<string> {
    const { id } = await newIntent(merchant, { customer })
    const body = { payment_method: (await newToken(merchant)).id }
    const victim = await spawnVintem({ LOG_LEVEL: "silent" }, { databases, role: "api", merchant })
    await victim.ask("dieAt", "charge: sent")
    await victim.request("POST", `/v1/payment_intents/${id}/confirm`, body).catch(() => undefined)
    await victim.close()
    return id
  }

  it("a card that was entered before can be neither charged nor saved, and must be entered again", async () => {
    const { id } = await newIntent(merchant, { customer })
    const refused = [
      [await confirm(merchant, id, tokens.confirmed), "payment_method"],
      [await merchant.request("POST", "/v1/payment_methods", { customer, token: tokens.saved }), "token"],
    ] as const
    for (const [response, param] of refused) {
      expect(expectStatus(response, 400).error).to.include({ code: "token_unusable", param })
    }
    expect(expectStatus(await confirm(merchant, id, (await newToken(merchant)).id), 200).status).to.equal("succeeded")
  })

  it("a card is not charged without the CVC that was entered with it, also where its number is kept to save the card", async () => {
    const product = await newRecurringProduct(vintem, merchant)
    const { id } = await newIntent(merchant, { customer: subscriber, product })
    expect(expectStatus(await confirm(merchant, id, tokens.tried), 400).error.code).to.equal("token_unusable")
  })

  it("a token that is created again under its idempotency key is the same one", async () => {
    const again = await merchant.request("POST", "/v1/tokens", cardBody(), { idempotencyKey })
    expect(expectStatus(again, 201).id).to.equal(tokens.created)
  })

  it("a sale that may have been sent is looked up, not sent without its CVC, and given up once it was not found for 15 minutes", async () => {
    await recoverAttempts(vintem, merchant.account)
    expect((await retrieve(merchant, sent)).status).to.equal("processing")
    await advance(merchant, { seconds: 20 * 60 })
    await perform(vintem, callAcquirers, merchant.account)
    const { status, last_payment_error } = await retrieve(merchant, sent)
    expect([status, last_payment_error.code]).to.deep.equal(["canceled", "processing_error"])
  })

  it("a subscription starts when its payer's challenge is passed, and renews by the saved card", async () => {
    expectStatus(await help(merchant, challenged, "succeed"), 200)
    const [subscription] = await subscriptionsOf(merchant, subscriber)
    await advance(merchant, { to: subscription.current_period_end })
    // A card that needs 3DS is refused off session by its issuer: it was sent.
    const [cycle] = await cyclesOf(merchant, subscription)
    expect(cycle.last_payment_error.code).to.equal("authentication_failed")
  })
})
