// Runs the command `vintem` again and again, each time with another environment. Started by commands.ts.
import { run } from "../../src/cli/run.ts"
import type { CommandOutput } from "./commands.ts"

/** Runs the command and returns what it writes instead of writing it. */
async function runAndCatch(args: string[], env: Record<string, string>): Promise<CommandOutput> {
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
  try {
    const status = await run(args)
    return { status, ...output }
  } finally {
    for (const stream of streams) process[stream].write = writes[stream]
  }
}

let last: Promise<void> = Promise.resolve()
process.on("message", ({ id, args, env }: { id: number; args: string[]; env: Record<string, string> }) => {
  // One at a time, because the environment and the output belong to the process.
  last = last.then(async () => void process.send?.({ id, output: await runAndCatch(args, env) }))
})
process.on("disconnect", () => process.exit()) // the test process is gone
