import type { Command } from "commander"
import { findSaleOrCapture, settleSaleOrCapture } from "../payments/captures/settle.ts"
import { presentIntent } from "../payments/intents/present.ts"
import { actOn } from "./shared/act.ts"
import { print, withModes } from "./shared/operator.ts"

type Options = { accept?: boolean; sendBack?: boolean; notMade?: boolean; json?: boolean }

export function chargeCommands(vintem: Command): void {
  vintem
    .command("charges")
    .description(
      "Resolve charges and captures for which the acquirer took another amount than requested, or about which it gives no answer.",
    )
    .command("settle")
    .argument("<id>", "a charge or a capture (att_…); vintem attention list shows those that wait")
    .description("Accept what was taken, send it back, or record that nothing was taken.")
    .option("--accept", "the payment intent succeeds with its own amount; settle the difference with the payer yourself")
    .option("--send-back", "what the acquirer still has goes back to the payer, and the payment intent is canceled")
    .option(
      "--not-made",
      "the acquirer, which gives no answer here, has taken nothing; the payment intent is canceled, or can be captured again",
    )
    .option("--json", "print one JSON value")
    .action((id: string, { accept, sendBack, notMade, json }: Options, command: Command) => {
      if ([accept, sendBack, notMade].filter(Boolean).length !== 1)
        command.error("error: give one of --accept, --send-back and --not-made")
      const decision = accept ? "accept" : sendBack ? "send_back" : "not_made"
      return withModes(async (modes) => {
        const missing = `No such charge: '${id}'. List those that wait for you with: vintem attention list`
        const { mode, done } = await actOn(
          modes,
          { action: "charge.settle", id, missing, find: findSaleOrCapture },
          (tx, scope, charge) => settleSaleOrCapture(tx, scope, charge, decision),
        )
        print(json, presentIntent(done, mode), () => `The payment intent ${done.id} is ${done.status} now.`)
      })
    })
}
