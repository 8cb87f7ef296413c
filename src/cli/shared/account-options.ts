import type { Command } from "commander"
import { readMode } from "./operator.ts"

/** Adds the options of a command that is about one account of one mode. */
export function ofAccount(command: Command): Command {
  return command
    .requiredOption("--mode <mode>", "test or live", readMode)
    .option("--account <id>", "the account; optional if there is only one")
    .option("--json", "print one JSON value")
}
