import type { Command } from "commander"
import { presentIntent } from "../payments/intents/present.ts"
import { findCharge, settleMismatch } from "../payments/intents/settle-mismatch.ts"
import { actOn } from "./shared/act.ts"
import { print, withModes } from "./shared/operator.ts"

type Options = { accept?: boolean; sendBack?: boolean; json?: boolean }

export function chargeCommands(vintem: Command): void {
  vintem
    .command("charges")
    .description("Resolve charges for which the acquirer took a different amount or currency than requested.")
    .command("settle")
    .argument("<id>", "a charge (att_…); vintem attention list shows those that wait")
    .description("Accept what was taken, or send it back.")
    .option("--accept", "the payment intent succeeds with its own amount; settle the difference with the payer yourself")
    .option("--send-back", "what the acquirer still has goes back to the payer, and the payment intent is canceled")
    .option("--json", "print one JSON value")
    .action((id: string, { accept = false, sendBack = false, json }: Options, command: Command) => {
      if (accept === sendBack) command.error("error: give either --accept or --send-back")
      return withModes(async (modes) => {
        const missing = `No such charge: '${id}'. List those that wait for you with: vintem attention list`
        const { mode, done } = await actOn(
          modes,
          { action: "charge.settle", id, missing, find: findCharge },
          (tx, scope, charge) => settleMismatch(tx, scope, charge, accept ? "accept" : "send_back"),
        )
        print(json, presentIntent(done, mode.livemode), () => `The payment intent ${done.id} is ${done.status} now.`)
      })
    })
}
