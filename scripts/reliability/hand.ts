// The operator's commands, as an operator runs them.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { runCommand } from "../../test/support/app/commands.ts"
import type { Hand } from "../live-mode/desk.ts"
import type { Decision } from "../live-mode/dispute-desk.ts"

const DECIDE: Record<Decision, (id: string, document: string) => string[]> = {
  accept: (id) => ["accept", id],
  refuse: (id, document) => ["refuse", id, "--file", document],
  win: (id) => ["close", id, "--won"],
  lose: (id) => ["close", id, "--lost"],
}

/** `refusals` are the errors of commands that could not be carried out, without ids, and how many had each of them. */
export function commandsOn(env: Record<string, string>): Hand & { refusals: ReadonlyMap<string, number> } {
  const refusals = new Map<string, number>()
  /** What proves each sale. Cielo has no cases here, so nobody reads it. */
  const document = join(env.DATA_DIR ?? ".", "proof.pdf")
  writeFileSync(document, "%PDF-1.7\n%%EOF\n")

  async function vintem(...args: string[]): Promise<boolean> {
    const { status, stderr } = await runCommand(args, env)
    if (status !== 0) note(stderr)
    return status === 0
  }

  function note(stderr: string): void {
    const refusal = stderr.trim().replaceAll(/(att|re|pi|dp)_\w+/g, "$1_…")
    refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1)
  }

  const disputes: Hand["disputes"] = {
    open: async (_account, intent, { amount, due_by, again }) => {
      const options = {
        amount: amount && String(amount),
        "respond-by": due_by && new Date(due_by * 1000).toISOString(),
        again,
      }
      const given = Object.entries(options).flatMap(([name, value]) => (value ? [`--${name}`, value] : []))
      const { status, stderr, json } = await runCommand(["disputes", "open", intent, ...given, "--json"], env)
      if (status !== 0) note(stderr)
      return status === 0 ? json : undefined
    },
    decide: (_account, id, decision) => vintem("disputes", ...DECIDE[decision](id, document)),
  }
  const OPTIONS = { accept: "--accept", send_back: "--send-back", not_made: "--not-made" } as const
  return {
    refusals,
    disputes,
    settleRefund: ({ id }, status) => vintem("refunds", "settle", id, ...(status === "failed" ? ["--failed"] : [])),
    settleReversal: ({ id }) => vintem("refunds", "settle", id),
    settleCharge: ({ id }, decision) => vintem("charges", "settle", id, OPTIONS[decision]),
    dismiss: ({ id }) => vintem("disputes", "dismiss", id),
    settleExcess: ({ id }, taken) => vintem("disputes", "excess", id, taken ? "--taken" : "--not-taken"),
  }
}
