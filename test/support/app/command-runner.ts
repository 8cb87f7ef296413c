// Runs the command `vintem` repeatedly, each time with another environment. Started by commands.ts.
import { Readable } from "node:stream"
import { run } from "../../../src/cli/run.ts"
import { ACQUIRER_KINDS } from "../../../src/modes/acquirers.ts"
import { bankKind, pixBankKind } from "../banks/bank-kind.ts"
import type { CommandOutput } from "./commands.ts"

type Command = { id: number; args: string[]; env: Record<string, string>; stdin: string }

const kinds = [...ACQUIRER_KINDS, bankKind(), pixBankKind()]

/** Runs the command and returns its output in place of printing it. */
async function runAndCatch({ args, env, stdin }: Command): Promise<CommandOutput> {
  const output = { stdout: "", stderr: "" }
  const writes = { stdout: process.stdout.write, stderr: process.stderr.write }
  const streams = ["stdout", "stderr"] as const
  for (const stream of streams) {
    process[stream].write = (chunk: string | Uint8Array) => {
      output[stream] += chunk
      return true
    }
  }
  process.env = env
  Object.defineProperty(process, "stdin", { value: Readable.from([stdin]), configurable: true })
  try {
    const status = await run(args, kinds)
    return { status, ...output }
  } finally {
    for (const stream of streams) process[stream].write = writes[stream]
  }
}

let last: Promise<void> = Promise.resolve()
process.on("message", (command: Command) => {
  // One at a time, because the environment and the output belong to the process.
  last = last.then(async () => void process.send?.({ id: command.id, output: await runAndCatch(command) }))
})
process.on("disconnect", () => process.exit()) // the test process is gone
