import { Command } from "commander"
import { accountCommands } from "./accounts.ts"
import { deliveryCommands } from "./deliveries.ts"
import { integrationCommands } from "./integrations.ts"
import { keyCommands } from "./keys.ts"
import { moneyBackCommands } from "./money-back.ts"
import { originCommands } from "./origins.ts"
import { planCommands } from "./plans.ts"
import { serviceCommands } from "./server.ts"

/** The vintem command: what has no public endpoint, on the same databases as the server and while it runs. */
export function program(): Command {
  const vintem = new Command("vintem")
    .description("Vintém: a payments API for cards, PIX and boleto that a platform runs itself.")
    .exitOverride()
    .showHelpAfterError("Run the command with --help to see what it takes.")
  for (const add of [
    serviceCommands,
    accountCommands,
    keyCommands,
    originCommands,
    planCommands,
    integrationCommands,
    deliveryCommands,
    moneyBackCommands,
  ])
    add(vintem)
  for (const command of everyCommand(vintem)) command.exitOverride()
  return vintem
}

function everyCommand(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...everyCommand(child)])
}
