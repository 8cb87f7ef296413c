import { MAX_OF_ACCOUNT } from "../base/bounds.ts"
import { ApiError } from "../base/errors.ts"
import { modeName } from "../base/mode-name.ts"
import type { Transaction } from "../db/database.ts"
import type { Statement, Values } from "../db/statement.ts"
import { lockAccount } from "./accounts.ts"

type Limited = keyof typeof MAX_OF_ACCOUNT

const TEXTS: Record<Limited, { name: string; remedy: string }> = {
  webhook_endpoints: { name: "webhook endpoints", remedy: "Delete one that you no longer need, then try again." },
  integrations: { name: "active integrations", remedy: "Deactivate one that you no longer need, then try again." },
  origins: { name: "origins", remedy: "Delete one that you no longer need, then try again." },
  keys: { name: "active API keys", remedy: "Revoke one that you no longer need, then try again." },
  payment_links: {
    name: "active payment links",
    remedy: "Set `active` to false on one that you no longer need, then try again.",
  },
}

/**
 * Throws limit_reached if the account already has as many of these as one mode allows. Locks the account until the transaction ends, so
 * concurrent creates cannot pass the limit together.
 */
export async function mustHaveRoom<Given extends Values & { account: string }>(
  tx: Transaction,
  what: Limited,
  count: Statement<{ count: number }, Given>,
  values: NoInfer<Given>,
): Promise<void> {
  await lockAccount(tx, values.account)
  const max = MAX_OF_ACCOUNT[what]
  if ((await tx.only(count, values)).count < max) return
  const { name, remedy } = TEXTS[what]
  throw new ApiError("limit_reached", `This account already has ${max} ${name} in ${modeName(tx)} mode. ${remedy}`)
}
