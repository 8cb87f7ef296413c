import type { Command } from "commander"
import { findCustomerAnywhere } from "../customers/customers.ts"
import { beginErasure } from "../erasure/begin.ts"
import { finishErasure } from "../erasure/finish.ts"
import { tryErasure } from "../erasure/try.ts"
import { allOf } from "../http/mode.ts"
import { actOn } from "./shared/act.ts"
import { print, withModes } from "./shared/operator.ts"

type Options = { dryRun?: boolean; json?: boolean }

export function customerCommands(vintem: Command): void {
  vintem
    .command("customers")
    .description("Erase the personal data of a customer, for example because the customer asks for it (LGPD).")
    .command("erase")
    .argument("<id>", "cus_…")
    .description("Erase who a customer is, for good: also in events, saved responses and pages. Money and references stay.")
    .option("--dry-run", "only say what would be erased")
    .option("--json", "print one JSON value")
    .action((id: string, { dryRun, json }: Options) => (dryRun ? showErasure(id, json) : erase(id, json)))
}

function erase(id: string, json?: boolean): Promise<void> {
  return withModes(async (modes) => {
    const { mode, done } = await actOn(
      modes,
      { action: "customer.erase", id, missing: missing(id), find: findCustomerAnywhere },
      async (tx, scope, { account }) => ({ ...(await beginErasure(tx, scope, id)), account }),
    )
    const { account, ...erased } = done
    await finishErasure(mode.database, { account, customer: id })
    print(
      json,
      erased,
      () => `${id} is erased. Detached cards: ${erased.cards}. Emptied pages: ${erased.pages}, orders: ${erased.orders}.`,
    )
  })
}

function showErasure(id: string, json?: boolean): Promise<void> {
  return withModes(async (modes) => {
    const found = await tryErasure(allOf(modes), id)
    if (!found) throw new Error(missing(id))
    print(
      json,
      found,
      () =>
        `${id} would be erased. Cards: ${found.cards}. Pages: ${found.pages}, orders: ${found.orders}, events: ${found.events}.`,
    )
  })
}

function missing(id: string): string {
  return `No such customer: '${id}'.`
}
