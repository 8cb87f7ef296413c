import type { Running } from "../../test/support/app/vintem.ts"
import { command } from "../../test/support/dashboard/dashboard.ts"
import { sql } from "../../test/support/databases/sql.ts"
import { type Merchant, newEndpoint } from "../../test/support/merchants/merchant.ts"
import { CARDS, cardBody, expectStatus } from "../../test/support/merchants/payments.ts"
import { advance, newRecurringProduct, subscribe } from "../../test/support/merchants/subscriptions.ts"
import { startSink } from "../../test/support/network/https-sink.ts"

const HOUR = 3600
const DAYS = 14

const PEOPLE = [
  { name: "Ana Souza", email: "ana@example.com" },
  { name: "Bruno Lima", email: "bruno@example.com" },
  { name: "Carla Mendes", email: "carla@example.com" },
  { name: "Diego Rocha", email: "diego@example.com" },
  { name: "Elisa Castro", email: "elisa@example.com" },
]
const SALES = [
  { amount: 12990, description: "Cesta de pães", card: CARDS.approved },
  { amount: 3200, description: "Pão de fermentação natural", pix: true },
  { amount: 25800, description: "Café da manhã para seis", card: CARDS.mastercard },
  { amount: 4990, description: "Bolo de laranja", card: CARDS.declined },
  { amount: 8600, description: "Torta de maçã", pix: true },
  { amount: 7450, description: "Quiche de alho-poró", card: CARDS.approved },
  { amount: 15900, description: "Bolo de aniversário", card: CARDS.elo },
]

/** Creates the account of a bakery with two weeks of sales and a monthly bread subscription. */
export async function bakery(vintem: Running): Promise<Merchant> {
  const account = await vintem.newAccount("Padaria Aurora")
  const { key } = await vintem.newKey({ account })
  const request: Merchant["request"] = (method, path, body, options) => vintem.request(method, path, body, { key, ...options })
  const shop = { account, key, request }
  const post = async (path: string, body: object, status = 201) => expectStatus(await request("POST", path, body), status)
  const sink = await startSink()
  const { id: endpoint } = await newEndpoint(shop, sink.url)
  await newEndpoint(shop, "https://estoque.example/eventos", ["charge.dispute.created"])
  const customers: string[] = []
  for (const person of PEOPLE) customers.push((await post("/v1/customers", { ...person, document: CPF })).id)
  const basket = await post("/v1/products", { name: "Cesta de pães", description: "Seis pães, toda manhã de sábado" })
  await post(`/v1/products/${basket.id}/price`, { amount: 12990, currency: "brl" })
  const club = await newRecurringProduct(vintem, shop)
  const names = [
    "--display-name",
    "Padaria Aurora",
    "--document",
    "11.222.333/0001-81",
    "--address",
    "Rua das Flores, 12 – Recife",
  ]
  await command(vintem, ["accounts", "update", "--account", account, ...names])
  await command(vintem, ["terms", "set", "--account", account, "--mode", "test", "docs/terms.yaml"])

  let sale = 0
  for (let day = 0; day < DAYS; day++) {
    const sales = 2 + ((day * 5) % 4)
    for (let i = 0; i < sales; i++, sale++) {
      const { amount, description, card, pix } = SALES[sale % SALES.length]!
      const texts = { description, metadata: { pedido: String(8800 + sale) }, customer: customers[(sale * 3) % customers.length] }
      const types = pix ? { payment_method_types: ["pix"] } : {}
      const { id } = await post("/v1/payment_intents", { amount, currency: "brl", ...texts, ...types })
      const token = await post("/v1/tokens", pix ? { type: "pix" } : cardBody(card))
      const installments = amount > 15_000 && card ? 6 : 1
      await post(`/v1/payment_intents/${id}/confirm`, { payment_method: token.id, ...(card && { installments }) }, 200)
      if (pix && sale % 5 !== 4) await post(`/v1/test_helpers/payment_intents/${id}/succeed`, {}, 200)
      if (sale % 9 === 4) await subscribe(shop, club, { customer: customers[Math.floor(sale / 9) % customers.length]! })
      if (sale === 14) await command(vintem, ["disputes", "open", id])
      if (sale === 9) await post("/v1/refunds", { payment_intent: id, amount: 1500, reason: "requested_by_customer" })
      await advance(shop, { seconds: 2 * HOUR + ((sale * 1871) % HOUR) })
    }
    await advance(shop, { seconds: (24 - 3 * sales) * HOUR })
  }
  // Pictures show a realistic host.
  await vintem.server.modes.test.database.transaction((tx) => tx.run(sql<void>(`${RENAME} WHERE id = '${endpoint}'`), {}))
  await sink.close()
  return shop
}

const RENAME = "UPDATE webhook_endpoints SET url = 'https://padaria.example/webhooks'"
const CPF = { type: "cpf", number: "11144477735" }
