import type { Command } from "commander"
import type { AttentionItem } from "../attention/item.ts"
import { bySince, listAttention, MAX_LISTED } from "../attention/list.ts"
import { findFailing, resolveFailing } from "../attention/resolve.ts"
import type { ModeName } from "../base/mode-name.ts"
import { actOn } from "./shared/act.ts"
import { modesNamed, mustFindAccount, print, readMode, table, withModes } from "./shared/operator.ts"

type Options = { mode?: ModeName; account?: string; json?: boolean }

export function attentionCommands(vintem: Command): void {
  const attention = vintem
    .command("attention")
    .description("Show what needs a person's attention, and take failing work off the list.")
  resolveCommand(attention)
  attention
    .command("list")
    .description("List everything that waits for a person, oldest first. An item goes away by itself when its cause does.")
    .option("--mode <mode>", "test or live (default: both)", readMode)
    .option("--account <id>", "only what belongs to this account")
    .option("--json", "print one JSON value")
    .action(({ mode: name, account, json }: Options) =>
      withModes(async (modes) => {
        if (account) await mustFindAccount(modes, account)
        const wanted = modesNamed(modes, name)
        const lists = await Promise.all(wanted.map((mode) => listAttention(mode, { account })))
        if (lists.some(({ more }) => more)) console.error(`More waits: only the ${MAX_LISTED} oldest of each mode are listed.`)
        const items = lists.flatMap((list) => list.items).sort(bySince)
        print(json, json ? items.map(({ operation: _of, isPaid: _is, letters: _, ...item }) => item) : items, (list) =>
          table(list.map(line), "Nothing needs attention."),
        )
      }),
    )
}

function resolveCommand(attention: Command): void {
  attention
    .command("resolve")
    .argument("<id>", "the id of failing work; vintem attention list names the command for every other item")
    .description(
      "Take work that keeps failing off the list. It is still tried again, and listed again if it succeeds and then fails.",
    )
    .requiredOption("--reason <text>", "why; kept in the audit log")
    .option("--json", "print one JSON value")
    .action((id: string, { reason, json }: { reason: string; json?: boolean }) =>
      withModes(async (modes) => {
        const missing = `No failing work with the id '${id}'. vintem attention list names the command that ends each item.`
        await actOn(modes, { action: "attention.resolve", id, reason, missing, find: findFailing }, (tx, _scope, failing) =>
          resolveFailing(tx, failing, reason),
        )
        print(json, { id, status: "resolved" }, () => `${id} is off the list.`)
      }),
    )
}

function line({ since, kind, mode, account, id, message }: AttentionItem): string[] {
  return [new Date(since * 1000).toISOString(), kind, mode, account, id, message]
}
