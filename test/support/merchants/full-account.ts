// An account with one of every object that pages show.

import type { Running } from "../app/vintem.ts"
import { command } from "../dashboard/dashboard.ts"
import { type Merchant, newEndpoint } from "./merchant.ts"
import { CARDS, cardBody, expectStatus } from "./payments.ts"
import { newPayer, newRecurringProduct, subscribe } from "./subscriptions.ts"

export type FullAccount = Merchant & { payment: string; customer: string }

/** `text` is the name, the description and the metadata of all objects. `url` is the address of an endpoint. */
export async function newFullAccount(
  vintem: Running,
  { text, url = "https://shop.example/hooks" }: { text: string; url?: string },
): Promise<FullAccount> {
  const account = await vintem.newAccount(text)
  const { key } = await vintem.newKey({ account })
  const request: Merchant["request"] = (method, path, body, options) => vintem.request(method, path, body, { key, ...options })
  const merchant = { account, key, request }
  const post = async (path: string, body: object, status = 201) => expectStatus(await request("POST", path, body), status)

  await newEndpoint(merchant, url)
  await post("/v1/webhook_endpoints", { url: "https://shop.example/other", events: ["*"], description: text })
  await request("POST", "/merchant-origins", { origin: "https://shop.example" })
  const metadata = { [text.slice(0, 40)]: text }
  const customer = await post("/v1/customers", { email: "ana@example.com", name: text, metadata })
  const product = await post("/v1/products", { name: text, description: text, metadata })
  const inAccount = ["--mode", "test", "--account", account]
  await command(vintem, ["plans", "create", ...inAccount, "--product", product.id, "--name", text, "--interval", "MONTH"])
  const tool = `https://tool.example/${encodeURIComponent(text)}?token=${encodeURIComponent(text)}`
  await command(vintem, ["integrations", "create", ...inAccount, "--url", tool])
  const texts = { description: text, metadata, customer: customer.id, currency: "brl" }
  const payment = await post("/v1/payment_intents", { amount: 4990, ...texts })
  const pay = async (id: string, card?: string) => {
    const token = await post("/v1/tokens", cardBody(card))
    return post(`/v1/payment_intents/${id}/confirm`, { payment_method: token.id }, 200)
  }
  await pay(payment.id)
  await post("/v1/refunds", { payment_intent: payment.id, amount: 990, metadata })
  await pay((await post("/v1/payment_intents", { amount: 1500, ...texts })).id, CARDS.declined)
  await pay((await post("/v1/payment_intents", { amount: 2500, ...texts })).id, CARDS.threeDs)
  const disputed = await post("/v1/payment_intents", { amount: 3500, ...texts })
  await pay(disputed.id)
  await pay((await post("/v1/payment_intents", { amount: 3500, ...texts, product: product.id })).id)
  await command(vintem, ["disputes", "open", disputed.id])
  await command(vintem, ["accounts", "update", "--account", account, "--holder-document", "529.982.247-25"])
  await command(vintem, ["bank-account", "set", ...inAccount, "--pix-key", "529.982.247-25", "--holder-name", "Ana"])
  await command(vintem, ["payouts", "create", ...inAccount])
  await subscribe(merchant, await newRecurringProduct(vintem, merchant), { customer: await newPayer(merchant) })
  await request("GET", `/v1/customers/${encodeURIComponent(text)}`, undefined, { headers: { "user-agent": text } })
  return { ...merchant, payment: payment.id, customer: customer.id }
}
