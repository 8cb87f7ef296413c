import { CommanderError } from "commander"
import { maskCardNumbers } from "../base/card-numbers.ts"
import { ACQUIRER_KINDS } from "../modes/acquirers.ts"
import { program } from "./program.ts"
import { CannotRun } from "./shared/cannot-run.ts"

const WRONG_USAGE = 2
const FAILED = 1

/** Runs the command with these arguments. Prints an error and returns the exit status. `kinds` are the supported acquirers. */
export async function run(args: string[], kinds = ACQUIRER_KINDS): Promise<number> {
  try {
    await program(kinds).parseAsync(args, { from: "user" })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE
    const { message, stack = "" } = error as Error
    console.error(maskCardNumbers(`vintem: ${message}`))
    if (process.env.LOG_LEVEL === "debug") console.error(maskCardNumbers(stack))
    return error instanceof CannotRun ? WRONG_USAGE : FAILED
  }
}
