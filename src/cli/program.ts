import { Command } from "commander"
import manifest from "../../package.json" with { type: "json" }
import { ACQUIRER_KINDS } from "../modes/acquirers.ts"
import { accountCommands } from "./accounts.ts"
import { acquirerCommands } from "./acquirers.ts"
import { attentionCommands } from "./attention.ts"
import { auditCommands } from "./audit.ts"
import { balanceCommands } from "./balance.ts"
import { bankAccountCommands } from "./bank-accounts.ts"
import { chargeCommands } from "./charges.ts"
import { checkCommand } from "./check.ts"
import { conformanceCommand } from "./conformance/command/command.ts"
import { customerCommands } from "./customers.ts"
import { databaseCommands } from "./databases.ts"
import { deliveryCommands } from "./deliveries.ts"
import { disputeCommands } from "./disputes.ts"
import { encryptionCommands } from "./encryption.ts"
import { integrationCommands } from "./integrations.ts"
import { keyCommands } from "./keys.ts"
import { listenCommand } from "./listen/command.ts"
import { logCommands } from "./logs.ts"
import { mailCommands } from "./mail.ts"
import { mandateCommands } from "./mandates.ts"
import { originCommands } from "./origins.ts"
import { payoutCommands } from "./payouts.ts"
import { planCommands } from "./plans.ts"
import { refundCommands } from "./refunds.ts"
import { serviceCommands } from "./server.ts"
import { statementCommands } from "./statements.ts"
import { termsCommands } from "./terms.ts"
import { triggerCommand } from "./trigger/command.ts"
import { userCommands } from "./users.ts"

/** The vintem command, for operations without a public endpoint. It uses the server's databases and can run beside the server. */
export function program(kinds = ACQUIRER_KINDS): Command {
  const vintem = new Command("vintem")
    .description("Vintém: a payments API for cards, PIX and boleto that you run yourself.")
    .version(manifest.version)
    .exitOverride()
    .showHelpAfterError("Run the command with --help to see its arguments and options.")
  for (const add of [
    serviceCommands,
    listenCommand,
    triggerCommand,
    accountCommands,
    userCommands,
    keyCommands,
    originCommands,
    customerCommands,
    planCommands,
    integrationCommands,
    (command: Command) => acquirerCommands(command, kinds),
    (command: Command) => termsCommands(command, kinds),
    balanceCommands,
    bankAccountCommands,
    payoutCommands,
    statementCommands,
    deliveryCommands,
    mailCommands,
    disputeCommands,
    mandateCommands,
    refundCommands,
    chargeCommands,
    attentionCommands,
    auditCommands,
    logCommands,
    checkCommand,
    conformanceCommand,
    encryptionCommands,
    databaseCommands,
  ])
    add(vintem)
  for (const command of everyCommand(vintem)) command.exitOverride()
  return vintem
}

function everyCommand(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...everyCommand(child)])
}
