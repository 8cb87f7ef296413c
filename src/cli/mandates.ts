import type { Command } from "commander"
import { endMockMandate } from "../acquirers/mock/mandates.ts"
import { Refusal } from "../base/errors.ts"
import { findMandateAnywhere } from "../payments/mandates/store.ts"
import { learnStatus } from "../payments/methods/mandates.ts"
import { mustFindPaymentMethod, presentPaymentMethod } from "../payments/methods/store.ts"
import { actOn } from "./shared/act.ts"
import { print, withModes } from "./shared/operator.ts"

/** What payers do with mandates in their banks' apps, for test mode. */
export function mandateCommands(vintem: Command): void {
  const mandates = vintem.command("mandates").description("Play the payers of PIX Automático in test mode.")
  mandates
    .command("cancel")
    .argument("<payment-method>", "pm_…, a mandate")
    .description("Cancel a mandate as its payer does in the bank's app. Its subscription goes on by PIX codes.")
    .option("--json", "print one JSON value")
    .action((id: string, { json }: { json?: boolean }) =>
      withModes(async (modes) => {
        const wanted = { id, missing: `No such mandate: '${id}'.`, find: findMandateAnywhere }
        const { done } = await actOn(modes, { ...wanted, action: "payment_method.detach" }, async (tx, scope, found) => {
          if (tx.livemode) throw new Refusal("live_mode", "In live mode the payer cancels a mandate in the bank's app.")
          if (found.mandate !== null) await endMockMandate(tx, found.account, found.mandate)
          await learnStatus(tx, scope, id, "canceled")
          return presentPaymentMethod(tx, await mustFindPaymentMethod(tx, scope, id), tx.livemode)
        })
        print(json, done, () => `The mandate ${id} is ${done.pix_automatico?.status}.`)
      }),
    )
}
