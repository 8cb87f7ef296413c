// What the steps share. They use `import type` because only the project that they run in has the package.
import type * as Package from "vintem"
import type { Vintem } from "vintem"

export type World = {
  sdk: typeof Package
  vintem: Vintem
  publishableKey: string
  /** A product with a monthly plan. */
  product: string
  baseUrl: string
}

/** Steps by title. They share only the account. */
export type Steps = Record<string, (world: World) => Promise<void>>

export const CARD = { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123", holderName: "ANA SOUZA" }
export const ANA = {
  email: "ana@example.com",
  name: "Ana Souza",
  document: { type: "cpf", number: "529.982.247-25" },
  address: { line1: "Rua A", number: "1", district: "Centro", city: "São Paulo", state: "SP", postal_code: "01310-200" },
} as const

export const cardToken = async ({ vintem }: World, number = CARD.number) =>
  (await vintem.tokens.create({ type: "card", card: { ...CARD, number } })).id
export const newCustomer = async ({ vintem }: World) => (await vintem.customers.create(ANA)).id
export const newIntent = async (world: World, more: Partial<Package.PaymentIntentCreateParams> = {}) =>
  world.vintem.paymentIntents.create({ amount: 4990, currency: "brl", customer: await newCustomer(world), ...more })
export const pay = async (world: World, number?: string, more?: Partial<Package.PaymentIntentCreateParams>) => {
  const intent = await newIntent(world, more)
  return world.vintem.paymentIntents.confirm(intent.id, { payment_method: await cardToken(world, number) })
}
export const ids = (items: { id: string }[]) => items.map(({ id }) => id)
