import { type MetadataInput, mergeMetadata, newMetadata, readMetadata } from "../accounts/metadata.ts"
import type { Scope } from "../accounts/scope.ts"
import { checkCurrency } from "../base/currency.ts"
import { ApiError, notFound } from "../base/errors.ts"
import { newId } from "../base/ids.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { isPostgres, tableOf } from "../db/dialect.ts"
import { legacyPages } from "../db/page.ts"
import { LIMIT, statement } from "../db/statement.ts"

export type ProductStatus = "ACTIVE" | "INACTIVE"

export type ProductRow = {
  id: string
  account: string
  created: number
  name: string
  description: string | null
  status: ProductStatus
  /** Whether the product has an active plan. */
  recurring: boolean | number
  /** Metadata as JSON. */
  metadata: string
}

export type PriceRow = { id: string; account: string; created: number; product: string; amount: number; currency: string }

export type ProductInput = {
  name?: string
  description?: string | null
  status?: ProductStatus | null
  metadata?: MetadataInput
}

const insertProduct = statement<ProductRow, "id" | "account" | "created" | "name" | "description" | "status" | "metadata">(
  (k, p) =>
    k("products")
      .insert({
        id: p.id,
        account: p.account,
        created: p.created,
        name: p.name,
        description: p.description,
        status: p.status,
        recurring: false,
        metadata: p.metadata,
      })
      .returning("*"),
)
const findProduct = statement<ProductRow, "account" | "id">((k, p) => k("products").where({ account: p.account, id: p.id }))
const lockProduct = statement<ProductRow, "account" | "id">((k, p) =>
  k("products")
    .where({ account: p.account, id: p.id })
    .update({ created: k.ref("created") })
    .returning("*"),
)
const updateRow = statement<ProductRow, "account" | "id" | "name" | "description" | "status" | "metadata">((k, p) =>
  k("products")
    .where({ account: p.account, id: p.id })
    .update({ name: p.name, description: p.description, status: p.status, metadata: p.metadata })
    .returning("*"),
)
const findAccount = statement<{ account: string }, "id">((k, p) => k("products").where({ id: p.id }).select("account"))
const markRow = statement<void, "id" | "recurring">((k, p) =>
  k("products").where({ id: p.id }).update({ recurring: p.recurring }),
)
const insertPrice = statement<PriceRow, "id" | "account" | "created" | "product" | "amount" | "currency">((k, p) =>
  k("product_prices")
    .insert({
      id: p.id,
      account: p.account,
      created: p.created,
      product: p.product,
      amount: p.amount,
      currency: p.currency,
      position: k("product_prices")
        .where({ account: p.account, product: p.product })
        .select(k.raw("coalesce(max(position), 0) + 1")),
    })
    .returning("*"),
)
const priceOfProduct = statement<PriceRow, "account" | "product">((k, p) =>
  // Ordered by position, not by id: an id from a host whose clock is behind looks older than it is.
  k("product_prices")
    .where({ account: p.account, product: p.product })
    .orderBy([
      { column: "position", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(1),
)
/** `products` is a JSON list of ids. */
const findPrices = statement<PriceRow, "account" | "products">((k, p) => {
  const ids = `SELECT (
      SELECT id FROM product_prices WHERE account = :account AND product = wanted.value ORDER BY position DESC, id DESC LIMIT 1
    ) FROM ${tableOf(k, ":products", "wanted")}`
  return k("product_prices")
    .select("id", "account", "created", "product", "amount", "currency")
    .whereRaw(isPostgres(k) ? `id = ANY(ARRAY(${ids}))` : `id IN (${ids})`, { account: p.account, products: p.products })
})
const priceById = statement<PriceRow, "account" | "id">((k, p) => k("product_prices").where({ account: p.account, id: p.id }))
const pricesOf = statement<PriceRow, "account" | "product" | "limit">((k, p) =>
  k("product_prices")
    .where({ account: p.account, product: p.product })
    .select("id", "account", "created", "product", "amount", "currency")
    .orderBy([
      { column: "position", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(LIMIT),
)

export const pageOfProducts = legacyPages<ProductRow, "status">("products", ["status"])

/** Creates a product. Pass `id` to choose its id. Throws parameter_invalid if the metadata is over a limit. */
export async function createProduct(
  tx: Transaction,
  scope: Scope,
  input: ProductInput & { name: string },
  id = newId("prd"),
): Promise<ProductRow> {
  const { name, description, status, metadata } = input
  const row = await tx.one(insertProduct, {
    id,
    account: scope.account,
    created: scope.now,
    name,
    description: description ?? null,
    status: status ?? "ACTIVE",
    metadata: newMetadata(metadata),
  })
  return row!
}

/** Changes the given members. Null clears the description, and metadata is merged. Throws product_not_found and parameter_invalid. */
export async function updateProduct(tx: Transaction, { account }: Scope, id: string, input: ProductInput): Promise<ProductRow> {
  const row = await tx.one(lockProduct, { account, id })
  if (!row) throw notFound("product", id)
  const updated = await tx.one(updateRow, {
    account,
    id,
    name: input.name ?? row.name,
    description: input.description === undefined ? row.description : input.description,
    status: input.status ?? row.status,
    metadata: mergeMetadata(row.metadata, input.metadata),
  })
  return updated!
}

/** Throws product_not_found. */
export async function mustFindProduct(
  db: Queries,
  { account }: Pick<Scope, "account">,
  id: string,
  param?: string,
): Promise<ProductRow> {
  const row = await db.one(findProduct, { account, id })
  if (!row) throw notFound("product", id, param)
  return row
}

/** Returns the account of a product, for the operator, or undefined if there is no such product. */
export async function accountOfProduct(db: Queries, id: string): Promise<string | undefined> {
  return (await db.one(findAccount, { id }))?.account
}

/** Locks a product until the transaction ends. Throws product_not_found. */
export async function holdProduct(
  tx: Transaction,
  { account }: Pick<Scope, "account">,
  id: string,
  param?: string,
): Promise<void> {
  if (!(await tx.one(lockProduct, { account, id }))) throw notFound("product", id, param)
}

/** Stores whether a product has an active plan. */
export async function markRecurring(tx: Transaction, id: string, recurring: boolean): Promise<void> {
  await tx.run(markRow, { id, recurring })
}

/** Sets the current price, in cents. Earlier prices stay in the database. Throws parameter_invalid and product_not_found. */
export async function setPrice(
  tx: Transaction,
  scope: Scope,
  product: string,
  amount: number,
  currency: string,
): Promise<PriceRow> {
  checkCurrency(currency)
  await mustFindProduct(tx, scope, product)
  const row = await tx.one(insertPrice, {
    id: newId("ppr"),
    account: scope.account,
    created: scope.now,
    product,
    amount,
    currency,
  })
  return row!
}

/** Returns the current price of a product, or undefined if none was set. */
export function currentPrice(db: Queries, { account }: Pick<Scope, "account">, product: string): Promise<PriceRow | undefined> {
  return db.one(priceOfProduct, { account, product })
}

/** Returns the current price of each product, or undefined if none was set. */
export async function currentPrices(
  db: Queries,
  { account }: Pick<Scope, "account">,
  products: readonly Pick<ProductRow, "id">[],
): Promise<(PriceRow | undefined)[]> {
  const prices = await db.all(findPrices, { account, products: JSON.stringify(products.map(({ id }) => id)) })
  return products.map(({ id }) => prices.find(({ product }) => product === id))
}

/** Returns a price of any product, or undefined if the account has no price with this id. */
export function findPrice(db: Queries, { account }: Pick<Scope, "account">, id: string): Promise<PriceRow | undefined> {
  return db.one(priceById, { account, id })
}

/** Lists the newest prices of a product, at most `limit`. The first one is the current price. */
export function listPrices(
  db: Queries,
  { account }: Pick<Scope, "account">,
  product: string,
  limit: number,
): Promise<PriceRow[]> {
  return db.all(pricesOf, { account, product, limit })
}

/** Returns the current price. Throws product_not_found and product_price_not_found. */
export async function mustFindPrice(db: Queries, scope: Pick<Scope, "account">, product: string): Promise<PriceRow> {
  await mustFindProduct(db, scope, product)
  const row = await currentPrice(db, scope, product)
  if (!row)
    throw new ApiError(
      "product_price_not_found",
      `The product ${product} has no price yet. Set one with POST /v1/products/${product}/price.`,
    )
  return row
}

export function presentProduct(row: ProductRow, livemode: boolean) {
  const { id, name, description, status, created } = row
  const recurring = Boolean(row.recurring)
  const metadata = readMetadata(row.metadata)
  return { id, object: "product" as const, livemode, name, description, status, recurring, metadata, created }
}

export function presentPrice({ id, product, amount, currency, created }: PriceRow, livemode: boolean) {
  return { id, object: "product_price" as const, livemode, product, amount, currency, created }
}
