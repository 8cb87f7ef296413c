import { created } from "../src/http/answer.ts"
import { createBareToken, createCardToken, presentToken } from "../src/tokens/tokens.ts"
import type { Write } from "./call.ts"

export const create: Write<"createToken"> = async ({ tx, scope, body }) => {
  if (body.type !== "card") return created(await presentToken(tx, await createBareToken(tx, scope, body.type), tx.livemode))
  const { token, card } = await createCardToken(tx, scope, body.card)
  return created(await presentToken(tx, token, tx.livemode, card))
}
