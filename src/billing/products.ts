import { type MetadataInput, mergeMetadata, newMetadata } from "../accounts/metadata.ts"
import type { Scope } from "../accounts/scope.ts"
import { checkCurrency } from "../base/currency.ts"
import { ApiError, notFound } from "../base/errors.ts"
import { newId } from "../base/ids.ts"
import { findAnywhere } from "../db/anywhere.ts"
import { integer, json } from "../db/columns.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { isPostgres, tableOf } from "../db/dialect.ts"
import { pages } from "../db/page.ts"
import { pick } from "../db/rows.ts"
import { LIMIT } from "../db/statement.ts"
import { type PriceRow, type ProductRow, type ProductStatus, productPrices, products } from "./tables.ts"

export type ProductInput = {
  name?: string
  description?: string | null
  status?: ProductStatus | null
  metadata?: MetadataInput
}

const insertProduct = products.insert(
  ["id", "account", "created", "name", "description", "status", "recurring", "metadata"],
  (rows) => rows.returning("*"),
)
const findProduct = products.find(["account", "id"])
const lockProduct = products.find(["account", "id"], (rows, _, k) => rows.update({ created: k.ref("created") }).returning("*"))
const updateRow = products.update(["account", "id"], ["name", "description", "status", "metadata"], (rows) => rows.returning("*"))
const productAnywhere = findAnywhere(products)
const markRow = products.update(["account", "id"], ["recurring"])

const PRICE = ["id", "account", "created", "product", "amount", "currency"] as const

const insertPrice = productPrices.statement(PRICE, (rows, p, k) =>
  rows
    .insert({
      ...pick(p, PRICE),
      position: productPrices
        .rows(k)
        .where({ account: p.account, product: p.product })
        .select(k.raw("coalesce(max(position), 0) + 1")),
    })
    .returning("*"),
)
// Ordered by position, not by id: an id from a host whose clock is behind looks older than it is.
const NEWEST_FIRST = [
  { column: "position", order: "desc" },
  { column: "id", order: "desc" },
] as const
/** The SQL of the id of a product's current price. `:account` has the account. */
export const idOfCurrentPrice = (product: string) =>
  `SELECT id FROM product_prices WHERE account = :account AND product = ${product} ORDER BY position DESC, id DESC LIMIT 1`

const priceOfProduct = productPrices.find(["account", "product"], (rows) => rows.orderBy(NEWEST_FIRST).limit(1))
const findPrices = productPrices.statement(["account", { products: json<string[]>() }], (rows, p, k) => {
  const ids = `SELECT (${idOfCurrentPrice("wanted.value")}) FROM ${tableOf(k, ":products", "wanted")}`
  return rows
    .select(...PRICE)
    .where({ account: p.account })
    .whereRaw(isPostgres(k) ? `id = ANY(ARRAY(${ids}))` : `id IN (${ids})`, { account: p.account, products: p.products })
})
const priceById = productPrices.find(["account", "id"])
const pricesOf = productPrices.find(["account", "product", { limit: integer() }], (rows) =>
  rows
    .select(...PRICE)
    .orderBy(NEWEST_FIRST)
    .limit(LIMIT),
)

export const pageOfProducts = pages(products, { filters: ["status"] })

/** Creates a product. Pass `id` to choose its id. Throws parameter_invalid if the metadata is over a limit. */
export async function createProduct(
  tx: Transaction,
  scope: Scope,
  input: ProductInput & { name: string },
  id = newId("prd"),
): Promise<ProductRow> {
  const { name, description, status, metadata } = input
  return tx.only(insertProduct, {
    id,
    account: scope.account,
    created: scope.now,
    name,
    description: description ?? null,
    status: status ?? "ACTIVE",
    recurring: false,
    metadata: newMetadata(metadata),
  })
}

/** Changes the given members. Null clears the description, and metadata is merged. Throws product_not_found and parameter_invalid. */
export async function updateProduct(tx: Transaction, { account }: Scope, id: string, input: ProductInput): Promise<ProductRow> {
  const row = await tx.one(lockProduct, { account, id })
  if (!row) throw notFound("product", id)
  return tx.only(updateRow, {
    account,
    id,
    name: input.name ?? row.name,
    description: input.description === undefined ? row.description : input.description,
    status: input.status ?? row.status,
    metadata: mergeMetadata(row.metadata, input.metadata),
  })
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
  return (await db.one(productAnywhere, { id }))?.account
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
export async function markRecurring(
  tx: Transaction,
  { account, id }: Pick<ProductRow, "account" | "id">,
  recurring: boolean,
): Promise<void> {
  await tx.run(markRow, { account, id, recurring })
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
  return tx.only(insertPrice, {
    id: newId("ppr"),
    account: scope.account,
    created: scope.now,
    product,
    amount,
    currency,
  })
}

/** Returns the current price of a product, or undefined if none was set. */
export function currentPrice(db: Queries, { account }: Pick<Scope, "account">, product: string): Promise<PriceRow | undefined> {
  return db.one(priceOfProduct, { account, product })
}

/** Returns the current price of each product, or undefined if none was set. */
export async function currentPrices(
  db: Queries,
  { account }: Pick<Scope, "account">,
  of: readonly Pick<ProductRow, "id">[],
): Promise<(PriceRow | undefined)[]> {
  const prices = await db.all(findPrices, { account, products: of.map(({ id }) => id) })
  return of.map(({ id }) => prices.find(({ product }) => product === id))
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
  const { id, name, description, status, recurring, metadata, created } = row
  return { id, object: "product" as const, livemode, name, description, status, recurring, metadata, created }
}

export function presentPrice({ id, product, amount, currency, created }: PriceRow, livemode: boolean) {
  return { id, object: "product_price" as const, livemode, product, amount, currency, created }
}
