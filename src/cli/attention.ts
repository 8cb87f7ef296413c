import type { Command } from "commander"
import type { AttentionItem } from "../attention/item.ts"
import { bySince, listAttention, MAX_LISTED } from "../attention/list.ts"
import type { ModeName } from "../base/mode-name.ts"
import { modesNamed, mustFindAccount, print, readMode, table, withModes } from "./shared/operator.ts"

type Options = { mode?: ModeName; account?: string; json?: boolean }

export function attentionCommands(vintem: Command): void {
  vintem
    .command("attention")
    .description("Show what needs a person's attention.")
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
        print(json, json ? items.map(({ letters: _, ...item }) => item) : items, (list) =>
          table(list.map(line), "Nothing needs attention."),
        )
      }),
    )
}

function line({ since, kind, mode, account, id, message }: AttentionItem): string[] {
  return [new Date(since * 1000).toISOString(), kind, mode, account, id, message]
}
