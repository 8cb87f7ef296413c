import { createCustomer, listCustomers, mustFindCustomer, presentCustomer, updateCustomer } from "../src/customers/customers.ts"
import { created, ok } from "../src/http/response.ts"
import { listOf, type Read, type Write } from "./call.ts"

export const create: Write<"createCustomer"> = async ({ tx, scope, body }) =>
  created(presentCustomer(await createCustomer(tx, scope, body), tx.livemode))

export const retrieve: Read<"retrieveCustomer"> = async ({ db, scope, params }) =>
  ok(presentCustomer(await mustFindCustomer(db, scope, params.id), scope.mode.livemode))

export const update: Write<"updateCustomer"> = async ({ tx, scope, params, body }) =>
  ok(presentCustomer(await updateCustomer(tx, scope, params.id, body), tx.livemode))

export const list: Read<"listCustomers"> = async ({ db, scope, query }) => {
  const { rows, has_more } = await listCustomers(db, scope, query)
  return ok(listOf("/v1/customers", { has_more, rows: rows.map((row) => presentCustomer(row, scope.mode.livemode)) }))
}
