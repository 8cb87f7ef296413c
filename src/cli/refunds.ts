import type { Command } from "commander"
import { findReversal, presentReversal, settleByHand, settleReversal } from "../payments/refunds/settle-by-hand.ts"
import { findRefundAnywhere, presentRefund } from "../payments/refunds/store.ts"
import { actOn } from "./shared/act.ts"
import { print, withModes } from "./shared/operator.ts"

type SettleOptions = { failed?: boolean; json?: boolean }

export function refundCommands(vintem: Command): void {
  vintem
    .command("refunds")
    .description(
      "Record the outcome of refunds and reversals that the acquirer cannot make (such as those of boletos) or does not report to Vintém.",
    )
    .command("settle")
    .argument("<id>", "a refund (re_…) or a reversal (att_…); vintem attention list shows those that wait")
    .description("Record that a pending refund or a reversal was made, by you or by the acquirer.")
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
    const { mode, done } = await actOn(
      modes,
      { action: "refund.settle", id, missing: `No such refund: '${id}'.`, find: findRefundAnywhere },
      (tx, scope, refund) => settleByHand(tx, scope, refund, failed ? "failed" : "succeeded"),
    )
    print(json, presentRefund(done, mode.livemode), () => `${id} is ${done.status} now.`)
  })
}

function settleOneReversal(id: string, { json }: SettleOptions): Promise<void> {
  return withModes(async (modes) => {
    const missing = `No such reversal: '${id}'. List those that wait for you with: vintem attention list`
    const { mode, done } = await actOn(
      modes,
      { action: "reversal.settle", id, missing, find: findReversal },
      (tx, scope, reversal) => settleReversal(tx, scope, reversal),
    )
    print(json, await presentReversal(mode.database, done), ({ status }) => `${id} is ${status} now.`)
  })
}
