import { deleteOrigin, listOrigins, registerOrigin } from "../src/accounts/origins.ts"
import type { OriginRow } from "../src/accounts/tables.ts"
import { created, ok } from "../src/http/response.ts"
import { listOf, type Read, type Write } from "./call.ts"

export const create: Write<"createMerchantOrigin"> = async ({ tx, scope, body }) => {
  const { row, isNew } = await registerOrigin(tx, scope, body.origin)
  return (isNew ? created : ok)(present(row, tx.livemode))
}

export const list: Read<"listMerchantOrigins"> = async ({ db, scope }) => {
  const rows = await listOrigins(db, scope.account)
  return ok(listOf("/merchant-origins", { has_more: false, rows: rows.map((row) => present(row, scope.mode.livemode)) }))
}

export const remove: Write<"deleteMerchantOrigin"> = async ({ tx, scope, query }) => {
  const { origin } = await deleteOrigin(tx, scope, query.origin)
  return ok({ object: "merchant_origin", origin, deleted: true })
}

function present({ origin, created }: OriginRow, livemode: boolean) {
  return { object: "merchant_origin" as const, origin, livemode, created }
}
