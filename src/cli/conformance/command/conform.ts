import { colored } from "../../shared/colors.ts"
import { startReceiver } from "../receiver.ts"
import { type Report, type RunOptions, runChecks } from "../run.ts"
import { chosen } from "./list.ts"
import { type Format, written } from "./report.ts"

export type ConformOptions = Omit<RunOptions, "checks" | "receiver"> & {
  /** Groups and ids of checks. If empty, all checks. */
  only: string[]
  format: Format
  webhooks?: { url: string; port: number }
  /** Whether the report is shown on a terminal. */
  toTerminal: boolean
}

/** Runs the chosen checks. Receives webhooks if the server can reach this machine. Reports progress on stderr. */
export async function conform({
  only,
  format,
  webhooks,
  toTerminal,
  ...options
}: ConformOptions): Promise<{ report: Report; text: string }> {
  const checks = chosen(only, options.version)
  const receiver = webhooks && (await startReceiver(webhooks.url, webhooks.port))
  try {
    const report = await runChecks({ ...options, checks, receiver, ...progress(checks.length) })
    return { report, text: written(report, format, toTerminal ? colored : undefined) }
  } finally {
    await receiver?.close()
  }
}

function progress(total: number): Pick<RunOptions, "onResult" | "onWait"> {
  let done = 0
  return {
    onResult: ({ id, result }) => {
      done++
      if (result === "failed") console.error(`${done} of ${total}: ${id} failed`)
    },
    onWait: (seconds) => console.error(`${done} of ${total}: waiting ${seconds} s for the rate limit of the key`),
  }
}
