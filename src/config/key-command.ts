import { execFileSync } from "node:child_process"
import { ConfigError, key } from "./values.ts"

/** A program and its arguments. */
export type KeyCommand = { program: string; args: string[] }

const TIMEOUT_MS = 30_000
const MAX_OUTPUT = 64 * 1024

/** Characters that only a shell would interpret. */
const OF_SHELLS = /["'`$|&;<>\\\n]/

/** Reads a program and its arguments, separated by spaces. No shell runs, so shell syntax is refused. */
export function keyCommand(text: string, name: string): KeyCommand {
  if (OF_SHELLS.test(text)) {
    throw new ConfigError(
      `${name} must be a program and its arguments, separated by spaces: no shell reads it, so quotes, variables and pipes have no meaning. Put them into a script, and name the script here.`,
    )
  }
  const [program, ...args] = text.trim().split(/\s+/)
  if (!program) throw new ConfigError(`${name} must name a program.`)
  return { program, args }
}

/**
 * Runs the command with an environment. Returns the key that it writes to stdout within 30 seconds. Throws ConfigError, which never
 * includes the command's output.
 */
export function keyOfCommand({ program, args }: KeyCommand, name: string, env: NodeJS.ProcessEnv, timeout = TIMEOUT_MS): Buffer {
  let output: string
  try {
    output = execFileSync(program, args, {
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout,
      killSignal: "SIGKILL",
      maxBuffer: MAX_OUTPUT,
    })
  } catch (error) {
    throw new ConfigError(
      `${name} gave no key: ${reasonOf(error as Failure, timeout)}. Run the command by hand to see what it says.`,
    )
  }
  return key(output.trim(), `What ${name} prints`)
}

type Failure = { code?: string; status?: number | null; signal?: string | null }

function reasonOf({ code, status, signal }: Failure, timeout: number): string {
  if (code === "ETIMEDOUT") return `it took more than ${timeout / 1000} seconds`
  if (code === "ENOBUFS") return "it printed too much"
  if (code) return `it could not be started (${code})`
  return signal ? `it was ended by ${signal}` : `it ended with status ${status}`
}
