import {
  createPaymentLink,
  mustFindPaymentLink,
  pageOfPaymentLinks,
  updatePaymentLink,
} from "../src/checkout/payment-links/links.ts"
import { presentPaymentLink, presentPaymentLinks } from "../src/checkout/payment-links/present.ts"
import { created, ok } from "../src/http/response.ts"
import { listOf, type Read, type Write } from "./call.ts"

export const create: Write<"createPaymentLink"> = async ({ tx, scope, body }) =>
  created(await presentPaymentLink(tx, scope, await createPaymentLink(tx, scope, body)))

export const retrieve: Read<"retrievePaymentLink"> = async ({ db, scope, params }) =>
  ok(await presentPaymentLink(db, scope, await mustFindPaymentLink(db, scope.account, params.id)))

export const update: Write<"updatePaymentLink"> = async ({ tx, scope, params, body }) =>
  ok(await presentPaymentLink(tx, scope, await updatePaymentLink(tx, scope, params.id, body)))

export const list: Read<"listPaymentLinks"> = async ({ db, scope, query }) => {
  const { active, ...page } = query
  const { rows, has_more } = await pageOfPaymentLinks(db, scope.account, {
    ...page,
    ...(active && { active: active === "true" }),
  })
  return ok(listOf("/v1/payment_links", { has_more, rows: await presentPaymentLinks(db, scope, rows) }))
}
