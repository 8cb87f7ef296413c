import { created } from "../src/http/answer.ts"
import { createBareToken, createCardToken, createWalletToken, presentToken } from "../src/payments/tokens/tokens.ts"
import type { Write } from "./call.ts"

export const create: Write<"createToken"> = async ({ tx, scope, body }) => {
  if (body.type === "wallet") return created(await presentToken(tx, await createWalletToken(tx, scope, body.wallet), tx.livemode))
  if (body.type !== "card") return created(await presentToken(tx, await createBareToken(tx, scope, body.type), tx.livemode))
  const { token, card } = await createCardToken(tx, scope, body.card)
  return created(await presentToken(tx, token, tx.livemode, card))
}
