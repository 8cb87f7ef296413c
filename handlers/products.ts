import {
  createProduct,
  mustFindPrice,
  mustFindProduct,
  pageOfProducts,
  presentPrice,
  presentProduct,
  setPrice,
  updateProduct,
} from "../src/billing/products.ts"
import { created, ok } from "../src/http/response.ts"
import { listOf, type Read, type Write } from "./call.ts"

export const create: Write<"createProduct"> = async ({ tx, scope, body }) =>
  created(presentProduct(await createProduct(tx, scope, body), tx.livemode))

export const retrieve: Read<"retrieveProduct"> = async ({ db, scope, params }) =>
  ok(presentProduct(await mustFindProduct(db, scope, params.id), scope.mode.livemode))

export const update: Write<"updateProduct"> = async ({ tx, scope, params, body }) =>
  ok(presentProduct(await updateProduct(tx, scope, params.id, body), tx.livemode))

export const list: Read<"listProducts"> = async ({ db, scope, query }) => {
  const { rows, has_more } = await pageOfProducts(db, scope.account, query)
  return ok(listOf("/v1/products", { has_more, rows: rows.map((row) => presentProduct(row, scope.mode.livemode)) }))
}

export const retrievePrice: Read<"retrieveProductPrice"> = async ({ db, scope, params }) =>
  ok(presentPrice(await mustFindPrice(db, scope, params.productId), scope.mode.livemode))

export const setProductPrice: Write<"setProductPrice"> = async ({ tx, scope, params, body }) =>
  created(presentPrice(await setPrice(tx, scope, params.productId, body.amount, body.currency), tx.livemode))
