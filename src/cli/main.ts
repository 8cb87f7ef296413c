import { CommanderError } from "commander"
import { ConfigError } from "../config/config.ts"
import { program } from "./program.ts"

const WRONG_USAGE = 2
const FAILED = 1

try {
  await program().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE
  else {
    console.error(error instanceof ConfigError ? `vintem: ${error.message}` : `vintem: ${(error as Error).message}`)
    if (process.env.LOG_LEVEL === "debug") console.error((error as Error).stack)
    process.exitCode = FAILED
  }
}
