// The cases that acquirers list: which there are, and which payment one is about.
import type { Command } from "commander"
import { plainMoney } from "../base/currency.ts"
import { minuteOf } from "../base/day.ts"
import type { ModeName } from "../base/mode-name.ts"
import { joinCase } from "../payments/chargebacks/by-hand.ts"
import { findCaseAnywhere, pageOfCases, presentCase } from "../payments/chargebacks/store.ts"
import { ofAccount } from "./shared/account-options.ts"
import { actOn } from "./shared/act.ts"
import { readLimit } from "./shared/limit.ts"
import { accountIn, print, table, warnOfLimit, withModes } from "./shared/operator.ts"

type ListOptions = { mode: ModeName; account?: string; limit: number; json?: boolean }

export function caseCommands(disputes: Command): void {
  ofAccount(disputes.command("cases"))
    .description("List the cases that the acquirer has listed, newest first, also those without a payment.")
    .option("--limit <number>", "the maximum number of cases", readLimit, 100)
    .action(({ mode: name, account: named, limit, json }: ListOptions) =>
      withModes(async (modes) => {
        const {
          mode,
          account: { id: account },
        } = await accountIn(modes, name, named)
        const { rows, has_more } = await pageOfCases(mode.database, account, { limit })
        if (has_more) warnOfLimit(limit)
        print(json, rows.map(presentCase), (list) => table(list.map(line), "No cases."))
      }),
    )
  disputes
    .command("join")
    .argument("<case>", "cbk_… or the acquirer's number; vintem attention list shows those that wait")
    .argument("<payment-intent>", "pi_…")
    .description("Record which payment a case is about, if the case names none: its dispute is then booked.")
    .option("--json", "print one JSON value")
    .action((id: string, payment: string, { json }: { json?: boolean }) =>
      withModes(async (modes) => {
        const wanted = { action: "dispute.join", id, missing: missingCase(id), find: findCaseAnywhere } as const
        const { done } = await actOn(modes, wanted, (tx, scope, found) => joinCase(tx, scope, found, payment))
        print(json, presentCase(done), ({ number, payment_intent }) => `The case ${number} is about ${payment_intent}.`)
      }),
    )
}

export const missingCase = (id: string) => `No such case: '${id}'. List them with: vintem disputes cases --mode MODE`

function line({ id, number, status, amount, payment_intent, due_by }: ReturnType<typeof presentCase>): string[] {
  const time = due_by === null ? "-" : minuteOf(due_by).replace("T", " ")
  return [id, number, status, amount === null ? "-" : plainMoney(amount, "brl"), payment_intent ?? "-", time]
}
