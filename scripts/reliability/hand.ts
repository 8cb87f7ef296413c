// The operator's commands, as an operator runs them.
import { runCommand } from "../../test/support/app/commands.ts"
import type { Hand } from "../live-mode/desk.ts"

/** `refusals` are the errors of commands that could not be carried out, without ids, and how many had each of them. */
export function commandsOn(env: Record<string, string>): Hand & { refusals: ReadonlyMap<string, number> } {
  const refusals = new Map<string, number>()
  async function vintem(...args: string[]): Promise<boolean> {
    const { status, stderr } = await runCommand(args, env)
    if (status === 0) return true
    const refusal = stderr.trim().replaceAll(/(att|re|pi|dp)_\w+/g, "$1_…")
    refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1)
    return false
  }

  const OPTIONS = { accept: "--accept", send_back: "--send-back", not_made: "--not-made" } as const
  return {
    refusals,
    settleRefund: ({ id }, status) => vintem("refunds", "settle", id, ...(status === "failed" ? ["--failed"] : [])),
    settleReversal: ({ id }) => vintem("refunds", "settle", id),
    settleCharge: ({ id }, decision) => vintem("charges", "settle", id, OPTIONS[decision]),
    dismiss: ({ id }) => vintem("disputes", "dismiss", id),
    settleExcess: ({ id }, taken) => vintem("disputes", "excess", id, taken ? "--taken" : "--not-taken"),
  }
}
