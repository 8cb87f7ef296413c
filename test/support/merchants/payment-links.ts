import type { Merchant } from "./merchant.ts"
import { expectStatus } from "./payments.ts"

/** Creates a product that costs R$ 49.90 and has no plan. Returns its id. */
export async function newPricedProduct(merchant: Merchant): Promise<string> {
  const { id } = expectStatus(await merchant.request("POST", "/v1/products", { name: "Livro" }), 201)
  expectStatus(await merchant.request("POST", `/v1/products/${id}/price`, { amount: 4990, currency: "brl" }), 201)
  return id
}

/** Creates a payment link. Returns its id. */
export async function newPaymentLink(merchant: Merchant, product: string): Promise<string> {
  return expectStatus(await merchant.request("POST", "/v1/payment_links", { product }), 201).id
}
