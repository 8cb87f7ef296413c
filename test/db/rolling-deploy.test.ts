import { expect } from "chai"
import type { Knex } from "knex"
import { PNG } from "pngjs"
import { scopeOf } from "../../src/accounts/scope.ts"
import { updateSettings } from "../../src/accounts/settings.ts"
import { migrations } from "../../src/db/migrations/index.ts"
import { migrateDatabase } from "../../src/db/migrations/migrate.ts"
import { createIntegration } from "../../src/events/webhooks/integrations.ts"
import { openDispute } from "../../src/payments/disputes/disputes.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { keyedOperations } from "../support/contract/examples.ts"
import { newParty } from "../support/contract/strangers.ts"
import { sql } from "../support/databases/sql.ts"
import { mainTables } from "../support/databases/table.ts"
import { newMerchant, payOne } from "../support/merchants/merchant.ts"
import { expectStatus, newCustomer, newIdempotencyKey } from "../support/merchants/payments.ts"
import { newOpenIntent, payWith } from "../support/merchants/rails.ts"
import { newRecurringProduct, subscribeBy } from "../support/merchants/subscriptions.ts"

/** What the migrations of the next version may do while this version runs. Each is short, or locks no writers. */
const expansions = {
  ...migrations,
  ...Object.fromEntries(
    mainTables().map(({ name }) => [
      `9000_${name}`,
      { up: (knex: Knex) => knex.schema.alterTable(name, (t) => void t.text("added").notNullable().defaultTo("new")) },
    ]),
  ),
  "9001_new_table": { up: (knex: Knex) => knex.schema.createTable("novelties", (t) => t.text("name")) },
  "9002_index": {
    config: { transaction: false },
    up: async (knex: Knex) => {
      const concurrently = knex.client.config.client === "pg" ? "CONCURRENTLY" : ""
      await knex.raw(`CREATE INDEX ${concurrently} customers_added ON customers (account, added)`)
    },
  },
}

describe("A process of this version, while a newer version migrates its database", function () {
  this.timeout(400_000)
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { role: "all" })
  })
  after(() => vintem.close())

  /** Calls every operation, and does what only the command line does. Returns the operations that did not succeed. */
  async function useEverything(): Promise<string[]> {
    const { test } = vintem.server.modes
    const merchant = await newMerchant(vintem)
    await test.database.transaction(async (tx) =>
      createIntegration(tx, await scopeOf(tx, test, merchant.account), "https://127.0.0.1/purchases"),
    )
    const logo = {
      type: "image/png",
      width: 32,
      height: 32,
      digest: "0",
      content: PNG.sync.write(new PNG({ width: 32, height: 32 })),
    } as const
    await test.database.transaction((tx) => updateSettings(tx, merchant.account, { display_name: "Padaria", logo }))
    const { id } = await payOne(merchant)
    await fetch((await newOpenIntent(merchant)).hosted_url)
    await test.database.transaction(async (tx) =>
      openDispute(tx, await scopeOf(tx, test, merchant.account), id, { reason: "fraudulent" }),
    )
    await subscribeBy("pix", merchant, await newRecurringProduct(vintem, merchant))
    await subscribeBy("boleto", merchant, await newRecurringProduct(vintem, merchant))
    const party = await newParty(vintem, merchant, "test")
    const failed: string[] = []
    for (const operation of keyedOperations) {
      const request = await party.fill(operation)
      // An address that is refused at once, so that no attempt waits for a DNS server.
      if (request.body?.url) request.body.url = "https://127.0.0.1/webhooks"
      const { status, text } = await party.send(request, newIdempotencyKey())
      if (status >= 300) failed.push(`${operation.id}: ${status} ${text}`)
    }
    // Its payer has not paid yet.
    await payWith(merchant, "boleto", { product: await newRecurringProduct(vintem, merchant) })
    await vintem.server.tick()
    return failed
  }

  async function emptyTables(): Promise<string[]> {
    const { database } = vintem.server.modes.test
    const counted = mainTables().map(async ({ name }) => {
      const row = await database.one(sql<{ n: number }>(`SELECT count(*) AS n FROM ${name}`), {})
      return row?.n === 0 ? [name] : []
    })
    return (await Promise.all(counted)).flat()
  }

  const PAYOUTS = [
    "payouts",
    "payout_transactions",
    "payout_openings",
    "payout_settings",
    "bank_accounts",
    "payout_files",
    "payout_returns",
    "negative_balances",
  ]
  const MAILS = ["mail_kinds", "mail_stops"]
  const STATEMENTS = [
    "statement_files",
    "statement_contents",
    "unowned_statement_lines",
    "account_statements",
    "statement_lines",
    "establishments",
    "statement_matters",
    "statement_postings",
    "statement_parts",
    "statement_differences",
    "statement_days",
    "statement_work",
    "acquirer_openings",
    "statement_deposits",
  ]
  const CHARGEBACKS = ["chargeback_desks", "chargeback_cases", "chargeback_answers", "chargeback_files"]
  const USERS = ["users", "operator_mails", "login_links", "sessions", "passkeys", "sign_in_challenges", "sent_forms"]
  const ready = () => vintem.request("GET", "/readyz", undefined, { key: null })

  it("serves every operation with the new schema as with its own, and stays ready", async () => {
    expect(await useEverything()).to.deep.equal([])
    // The API knows no users. The last operation on these deletes its row. Cards are counted only where a browser sent them. Only live mode has credentials, and payers who are authenticated before the sale. The mock
    // acquirer names no references.
    // No payment is made by a link. The command line sets terms, connects UTMify and erases customers. The acquirer makes every refund.
    const unused = [
      "account_moves",
      "merchant_origins",
      "card_tests",
      "clock_turns",
      "failing_work",
      "acquirer_credentials",
      "acquirer_listings",
      "acquirer_notices",
      "authentications",
      "balance_terms",
      "charge_references",
      "erasures",
      "mandate_charges",
      "mandates",
      "mock_mandates",
      "order_messages",
      "payment_link_places",
      "refund_keys",
      "reference_lookups",
      "total_deltas",
      ...PAYOUTS,
      ...MAILS,
      ...STATEMENTS,
      ...CHARGEBACKS,
      ...USERS,
    ]
    expect(await emptyTables()).to.have.members(unused)
    const merchant = await newMerchant(vintem)
    await newCustomer(merchant)
    const customer = (await merchant.request("GET", "/v1/customers?limit=1")).body
    await migrateDatabase(vintem.databases.env.TEST_DATABASE_URL!, false, expansions)
    expect((await merchant.request("GET", "/v1/customers?limit=1")).body).to.deep.equal(customer)
    expect(await useEverything()).to.deep.equal([])
    expectStatus(await ready(), 200)
  })
})
