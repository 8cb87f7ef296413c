import { created } from "../src/http/response.ts"
import { createBareToken, createCardToken, createWalletToken, isSameCvc, presentToken } from "../src/payments/tokens/tokens.ts"
import type { SecretMember, Write } from "./call.ts"

export const create: Write<"createToken"> = async ({ tx, scope, body, tokenSource }) => {
  if (body.type === "wallet") return created(await presentToken(tx, await createWalletToken(tx, scope, body.wallet), tx.livemode))
  if (body.type !== "card") return created(await presentToken(tx, await createBareToken(tx, scope, body.type), tx.livemode))
  const { token, card } = await createCardToken(tx, scope, body.card, tokenSource)
  return created(await presentToken(tx, token, tx.livemode, card))
}

/** No digest includes a CVC (docs/threat-model.md). A repeated request is compared with the vault, as long as it has the CVC. */
export const cvc: SecretMember = {
  without: (body) => {
    const { card } = body
    if (typeof card !== "object" || card === null || !("cvc" in card)) return body
    const { cvc: _, ...rest } = card
    return { ...body, card: rest }
  },
  isSame: async (scope, body, id) => {
    const { cvc } = (body as { card?: { cvc: string } }).card ?? {}
    return cvc === undefined || isSameCvc(scope.mode.database, scope, id, cvc)
  },
}
