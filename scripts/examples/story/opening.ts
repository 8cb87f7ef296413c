// Padaria do Zé opens its shop: origins, an endpoint, a product with a monthly plan, and its first customer.
import { scopeOf } from "../../../src/accounts/scope.ts"
import { createPlan } from "../../../src/billing/plans.ts"
import type { Shop } from "../shop.ts"
import { listenToEverything } from "./payment.ts"

export async function openTheShop(shop: Shop): Promise<void> {
  for (const [operation, example] of [
    ["checkHealth", "ok"],
    ["checkReadiness", "ok"],
  ] as const)
    await shop.show(operation, example, { key: null })
  await shop.show("retrieveBalance", "empty")
  await shop.show("retrieveTestClock", "clock")
  await shop.whatIf((shop) => shop.show("advanceTestClock", "month"))
  await shop.whatIf((shop) => shop.show("advanceTestClock", "moment"))
  await registerOrigins(shop)
  await registerEndpoint(shop)
  await offerProduct(shop)
  await meetCustomer(shop)
}

async function registerOrigins(shop: Shop): Promise<void> {
  await shop.send("createMerchantOrigin", { body: { origin: "http://localhost:5173" } })
  await shop.show("createMerchantOrigin", "shop")
  await shop.show("createMerchantOrigin", "shop") // 200: registered already
  await shop.show("listMerchantOrigins", "all")
  await shop.whatIf((shop) => shop.show("deleteMerchantOrigin", "deleted"))
}

async function registerEndpoint(shop: Shop): Promise<void> {
  await shop.whatIf((shop) => shop.show("createWebhookEndpoint", "all"))
  await shop.show("createWebhookEndpoint", "some")
  await shop.show("retrieveWebhookEndpoint", "endpoint")
  await shop.show("listWebhookEndpoints", "page")
  await shop.whatIf(async (shop) => {
    await shop.send("updateWebhookEndpoint", { body: { service_version: "2026-04-27" } })
    await shop.show("updateWebhookEndpoint", "version")
  })
  await shop.whatIf((shop) => shop.show("updateWebhookEndpoint", "url"))
  await shop.whatIf((shop) => shop.show("rotateWebhookEndpointSecret", "at_once"))
  await shop.whatIf((shop) => shop.show("rotateWebhookEndpointSecret", "overlap"))
  await shop.whatIf((shop) => shop.show("deleteWebhookEndpoint", "deleted"))
}

async function offerProduct(shop: Shop): Promise<void> {
  const { id } = await shop.show("createProduct", "product")
  await shop.show("retrieveProductPrice", "product_price_not_found")
  await shop.show("setProductPrice", "price")
  await shop.show("retrieveProductPrice", "price")
  const { test } = shop.server.modes
  const scope = await scopeOf(test.database, test, shop.account)
  const monthly = { product: id, name: "Mensal", interval: "MONTH", interval_count: 1, trial_days: 7 } as const
  await test.database.transaction((tx) => createPlan(tx, scope, monthly))
  await shop.show("retrieveProduct", "product")
  await shop.show("listProducts", "page")
  await shop.whatIf((shop) => shop.show("updateProduct", "retire"))
}

async function meetCustomer(shop: Shop): Promise<void> {
  await shop.whatIf((shop) => shop.show("createCustomer", "short"))
  await shop.show("createCustomer", "full")
  await shop.show("retrieveCustomer", "full")
  await shop.show("listCustomers", "page")
  await shop.whatIf(async (shop) => {
    await listenToEverything(shop)
    await shop.send("createCustomer", { like: "short" })
    shop.showWebhook("customer.created")
    await shop.show("updateCustomer", "name")
    shop.showWebhook("customer.updated")
  })
  await shop.whatIf((shop) => shop.show("updateCustomer", "metadata"))
}
