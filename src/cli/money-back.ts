import type { Command } from "commander"
import { scopeOf } from "../accounts/scope.ts"
import { openDispute, presentDispute } from "../payments/disputes.ts"
import { findIntentAnywhere } from "../payments/intents/store.ts"
import { findReversal, presentReversal, settleByHand, settleReversal } from "../payments/refunds/settle-by-hand.ts"
import { findRefund, presentRefund } from "../payments/refunds/store.ts"
import { everyMode, print, withModes } from "./operator.ts"

type SettleOptions = { failed?: boolean; json?: boolean }

export function disputeAndRefundCommands(vintem: Command): void {
  vintem
    .command("disputes")
    .description("Record disputes, the chargebacks of a card network.")
    .command("open")
    .argument("<payment-intent>", "pi_…")
    .description("Open a dispute. It refunds the whole payment intent and sends the event charge.dispute.created.")
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
            () => `Opened dispute ${dispute.id} of ${id}. The refund is ${dispute.refund}.`,
          )
        }
        throw new Error(`No such payment intent: '${id}'.`)
      }),
    )

  vintem
    .command("refunds")
    .description(
      "Record refunds and reversals that you made by hand because the acquirer cannot make them, such as those of boletos.",
    )
    .command("settle")
    .argument("<id>", "a refund (re_…) or a reversal (att_…); vintem attention list shows those that wait")
    .description("Record that a pending refund or a reversal was made.")
    .option("--failed", "record that the refund failed; the payment intent can be refunded again")
    .option("--json", "print one JSON value")
    .action((id: string, options: SettleOptions, command: Command) => {
      if (!id.startsWith("att_")) return settleRefund(id, options)
      if (options.failed) command.error("error: a reversal cannot be recorded as failed: the money must go back to the payer")
      return settleOneReversal(id, options)
    })
}

function settleRefund(id: string, { failed, json }: SettleOptions): Promise<void> {
  return withModes(async (modes) => {
    for (const mode of everyMode(modes)) {
      const { database, livemode } = mode
      const refund = await findRefund(database, id)
      if (!refund) continue
      const updated = await database.transaction((tx) => settleByHand(tx, refund, failed ? "failed" : "succeeded"))
      return print(json, presentRefund(updated, livemode), () => `${id} is ${updated.status} now.`)
    }
    throw new Error(`No such refund: '${id}'.`)
  })
}

function settleOneReversal(id: string, { json }: SettleOptions): Promise<void> {
  return withModes(async (modes) => {
    for (const { database } of everyMode(modes)) {
      const reversal = await findReversal(database, id)
      if (!reversal) continue
      const settled = await database.transaction((tx) => settleReversal(tx, reversal))
      return print(json, await presentReversal(database, settled), ({ status }) => `${id} is ${status} now.`)
    }
    throw new Error(`No such reversal: '${id}'. List those that wait for you with: vintem attention list`)
  })
}
