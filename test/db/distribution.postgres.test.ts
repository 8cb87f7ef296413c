// The schema can be divided by account: each statement of a request names it (docs/scale.md).
import { expect } from "chai"
import pg from "pg"
import { type Compiled, statements } from "../../src/db/statement.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIntent, newToken, postOnce } from "../support/merchants/payments.ts"
import { newPayer } from "../support/merchants/subscriptions.ts"

describe("Divided by account", () => {
  let vintem: Running
  let client: pg.Client
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
    client = new pg.Client({ connectionString: vintem.databases.env.TEST_DATABASE_URL! })
    await client.connect()
    await client.query("SET enable_seqscan = off")
  })
  after(async () => {
    await client.end()
    await vintem.close()
  })

  it("every table has the account of its rows, but for those that all accounts share", async () => {
    const { rows } = await client.query<{ name: string }>(TABLES_WITHOUT_ACCOUNT)
    expect(rows.map(({ name }) => name).sort()).to.deep.equal(Object.keys(SHARED_TABLES).sort())
  })

  it("every statement of a request names the account of each row that it reads or writes", async () => {
    const ran = await statementsOf(() => useApi(vintem))
    const everywhere: string[] = []
    const met = new Set<string>()
    for (const { sql } of ran) {
      const plain = sql.replace(/"/g, "").replace(/\s+/g, " ").trim()
      if (Object.keys(BESIDE_REQUESTS).some((start) => plain.startsWith(start))) continue
      const tables = await tablesOfAnyAccount(client, plain, sql)
      const exception = Object.keys(WITHOUT_ACCOUNT).find((start) => plain.startsWith(start))
      if (tables.length > 0 && exception) met.add(exception)
      else if (tables.length > 0) everywhere.push(`${tables}: ${plain}`)
    }
    expect(ran.length).to.be.greaterThan(60)
    expect(everywhere, everywhere.join("\n")).to.deep.equal([])
    expect([...met].sort(), "exceptions that are none any more").to.deep.equal(Object.keys(WITHOUT_ACCOUNT).sort())
  })
})

const TABLES_WITHOUT_ACCOUNT = `
  SELECT table_name AS name FROM information_schema.tables
  WHERE table_schema = 'public' AND table_name NOT LIKE 'knex_%' AND NOT EXISTS (
    SELECT 1 FROM information_schema.columns
    WHERE columns.table_schema = 'public' AND columns.table_name = tables.table_name AND column_name = 'account')`

/** Small tables that each node has whole, and why they have no account. */
const SHARED_TABLES: Record<string, string> = {
  accounts: "its id is the account",
  settings: "of the mode",
  encryption_keys: "of the mode",
  short_lived_keys: "of the mode: a few a minute, each seals the cards of all accounts",
  card_tests: "counts by a key or by a payer's address, for ten minutes",
  rate_limits: "counts by a key, for a minute",
  rate_windows: "windows of counts by a key, for two minutes",
  login_links: "of users, who may belong to no account",
  sessions: "of users",
  passkeys: "of users",
  operator_mails: "to users who belong to no account",
  payout_files: "the numbers of the files that the bank gets, of all accounts",
  sent_forms: "of users",
  sign_in_challenges: "of users",
  statement_files: "a file of the acquirer has lines of several accounts",
  statement_contents: "the content of such files",
  unowned_statement_lines: "lines of which nobody knows the account",
}

/** Statements of a request that do not name the account, by how they begin, and why. */
const WITHOUT_ACCOUNT: Record<string, string> = {
  "insert into accounts": "makes the account",
  "select id, account, kind, scopes, digest": "finds the account of a key by its digest",
}

/** What a process does beside requests, if it comes to it meanwhile. */
const BESIDE_REQUESTS: Record<string, string> = {
  "UPDATE api_keys SET last_used_ms": "notes uses of many keys together, once in five minutes",
  "update attempts set held_until_ms": "renews what it holds, where a call to the acquirer takes longer than a second and a half",
  "WITH RECURSIVE step(target)": "looks for endpoints with pending deliveries",
  "WITH ended AS MATERIALIZED ( SELECT ended.*": "stores the outcomes of deliveries together; each is joined by its account",
  "WITH picked AS MATERIALIZED ( SELECT id FROM deliveries": "claims the deliveries of an endpoint",
}

/** The tables of which a statement reads or writes rows without naming their account. */
async function tablesOfAnyAccount(client: pg.Client, plain: string, sql: string): Promise<string[]> {
  const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${sql}`)
  const [, into, columns] = /^insert into (\w+) \(([^)]*)\)/i.exec(plain) ?? []
  const inserted = into && !/\baccount\b/.test(columns!) ? [into] : []
  return [...readWithout(rows[0]["QUERY PLAN"][0].Plan), ...inserted].filter(
    (table) => !(table in SHARED_TABLES) || table === "accounts",
  )
}

/** The statements that run meanwhile. */
async function statementsOf(work: () => Promise<void>): Promise<Compiled[]> {
  const ran = new Set<Compiled>()
  const originals = statements.map((each) => each.compiled)
  statements.forEach((each, i) => {
    each.compiled = (dialect) => {
      const compiled = originals[i]!(dialect)
      ran.add(compiled)
      return compiled
    }
  })
  await work()
  statements.forEach((each, i) => {
    each.compiled = originals[i]!
  })
  return [...ran]
}

type Plan = { "Node Type": string; "Relation Name"?: string; Plans?: Plan[]; [detail: string]: unknown }

/** The tables that a plan reads without an account in the condition. An expression about the account is none: it could not be told where the row is. */
function readWithout(plan: Plan): string[] {
  const below = (plan.Plans ?? []).flatMap(readWithout)
  const table = plan["Relation Name"]
  if (table === undefined || plan["Node Type"] === "ModifyTable") return below
  const conditions = ["Index Cond", "Recheck Cond", "Filter"].map((name) => plan[name]).join(" ")
  const column = table === "accounts" ? "id" : "account"
  return new RegExp(`\\(\\(?${column}\\)?(::\\w+)? = `).test(conditions) ? below : [table, ...below]
}

async function useApi(vintem: Running): Promise<void> {
  const shop = await newMerchant(vintem)
  const post = (path: string, body: object, status?: number) => postOnce(shop, path, body, status)
  const get = async (path: string) => expectStatus(await shop.request("GET", path), 200)
  const endpoint = await post("/v1/webhook_endpoints", { url: "https://shop.example/hooks", events: ["*"] })
  const customer = await newPayer(shop)
  const intent = (details: object = {}) => post("/v1/payment_intents", { amount: 4990, currency: "brl", customer, ...details })
  const confirm = async (id: string, payment_method: string) => post(`/v1/payment_intents/${id}/confirm`, { payment_method }, 200)
  const card = (number?: string) => newToken(shop, number)

  const paid = await intent()
  await confirm(paid.id, (await card()).id)
  await post("/v1/refunds", { payment_intent: paid.id, amount: 100 })
  await confirm((await intent()).id, (await card(CARDS.declined)).id)
  await confirm((await intent()).id, (await card(CARDS.threeDs)).id)
  const saved = await post("/v1/payment_methods", { token: (await card()).id, customer })
  await confirm((await intent()).id, saved.id)
  for (const type of ["pix", "boleto"]) {
    const waiting = await intent({ payment_method_types: [type] })
    await confirm(waiting.id, (await post("/v1/tokens", { type })).id)
    await post(`/v1/payment_intents/${waiting.id}/cancel`, {}, 200)
  }
  await post(`/v1/payment_intents/${(await intent()).id}/cancel`, {}, 200)
  await post(`/v1/customers/${customer}`, { name: "Ana" }, 200)
  await post(`/v1/payment_methods/${saved.id}/detach`, {}, 200)
  for (const path of ["payment_intents", "refunds", "customers", "events", "customer_subscriptions", "products"]) {
    const { data } = await get(`/v1/${path}`)
    if (data.length === 0) continue
    await get(`/v1/${path}/${data[0].id}`)
    await get(`/v1/${path}?starting_after=${data[0].id}`)
  }
  await get(`/v1/payment_methods?customer=${customer}`)
  await get("/v1/payment_intents?status=succeeded&created_gte=1")
  await get("/v1/balance")
  expectStatus(await shop.request("DELETE", `/v1/webhook_endpoints/${endpoint.id}`), 200)
  await newIntent(shop)
}
