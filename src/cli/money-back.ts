import type { Command } from "commander"
import { scopeOf } from "../accounts/scope.ts"
import { openDispute, presentDispute } from "../payments/disputes.ts"
import { findIntentAnywhere } from "../payments/intents/store.ts"
import { settleByHand } from "../payments/refunds/settle-by-hand.ts"
import { findRefund, presentRefund } from "../payments/refunds/store.ts"
import { everyMode, print, withModes } from "./operator.ts"

/** disputes open; refunds settle. */
export function moneyBackCommands(vintem: Command): void {
  vintem
    .command("disputes")
    .description("Chargebacks: the network has taken the money back for the payer.")
    .command("open")
    .argument("<payment-intent>", "pi_…")
    .description("Open a chargeback: a compulsory refund of all of it, and the event charge.dispute.created.")
    .option("--json", "print one JSON value")
    .action((id: string, { json }) =>
      withModes(async (modes) => {
        for (const mode of everyMode(modes)) {
          const { database, livemode } = mode
          const intent = await database.one(findIntentAnywhere, { id })
          if (!intent) continue
          const scope = await scopeOf(database, mode, intent.account)
          const dispute = await database.transaction((tx) => openDispute(tx, scope, id, "fraudulent"))
          return print(
            json,
            presentDispute(dispute, livemode),
            () => `${dispute.id} disputes ${id}; the refund is ${dispute.refund}.`,
          )
        }
        throw new Error(`There is no payment intent ${id}.`)
      }),
    )

  vintem
    .command("refunds")
    .description("Refunds that no acquirer can do, such as those of boletos.")
    .command("settle")
    .argument("<refund>", "re_…")
    .description("Say that a pending refund was done by hand.")
    .option("--failed", "it could not be done: the payment intent can be refunded again")
    .option("--json", "print one JSON value")
    .action((id: string, { json, failed }) =>
      withModes(async (modes) => {
        for (const mode of everyMode(modes)) {
          const { database, livemode } = mode
          const refund = await findRefund(database, id)
          if (!refund) continue
          const scope = await scopeOf(database, mode, refund.account)
          const settled = await database.transaction((tx) => settleByHand(tx, scope, refund, failed ? "failed" : "succeeded"))
          return print(json, presentRefund(settled, livemode), () => `${id} has ${settled.status}.`)
        }
        throw new Error(`There is no refund ${id}.`)
      }),
    )
}
