import type { Command } from "commander"
import type { AttentionItem } from "../attention/item.ts"
import { bySince, listAttention, MAX_LISTED } from "../attention/list.ts"
import { checkReason, findFailing, resolveFailing } from "../attention/resolve.ts"
import { act } from "../audit/act.ts"
import type { ModeName } from "../base/mode-name.ts"
import { findMailAnywhere, resolveMail } from "../mail/ask.ts"
import { findUnmatched, resolveUnmatched } from "../payouts/files/import.ts"
import { actOn } from "./shared/act.ts"
import { currentActor } from "./shared/actor.ts"
import { type Modes, modesNamed, mustFindAccount, ofDatabase, print, readMode, table, withModes } from "./shared/operator.ts"

type Options = { mode?: ModeName; database?: string; account?: string; json?: boolean }

export function attentionCommands(vintem: Command): void {
  const attention = vintem
    .command("attention")
    .description("Show what needs a person's attention, and take failing work off the list.")
  resolveCommand(attention)
  ofDatabase(attention.command("list"))
    .description("List everything that waits for a person, oldest first. An item goes away by itself when its cause does.")
    .option("--mode <mode>", "test or live (default: both)", readMode)
    .option("--account <id>", "only what belongs to this account")
    .option("--json", "print one JSON value")
    .action(({ mode: name, database, account, json }: Options) =>
      withModes(async (modes) => {
        if (account) await mustFindAccount(modes, account)
        const wanted = modesNamed(modes, name, database)
        const lists = await Promise.all(wanted.map((mode) => listAttention(mode, { account })))
        if (lists.some(({ more }) => more)) console.error(`More waits: only the ${MAX_LISTED} oldest of each mode are listed.`)
        const items = lists.flatMap((list) => list.items).sort(bySince)
        print(json, json ? items.map(withoutDashboard) : items, (list) => table(list.map(line), "Nothing needs attention."))
      }),
    )
}

/** An item as scripts read it. */
function withoutDashboard({
  operation,
  isPaid,
  pixKey,
  letters,
  difference,
  problem,
  certificateEndsAt,
  ...item
}: AttentionItem) {
  return item
}

function resolveCommand(attention: Command): void {
  attention
    .command("resolve")
    .argument(
      "<id>",
      "failing work, a mail (mail_…) or a line of a return file (prl_…); vintem attention list names the command for every other item",
    )
    .description(
      "Take an item off the list. Work that keeps failing is still tried again, and listed again if it succeeds and then fails.",
    )
    .requiredOption("--reason <text>", "why; kept in the audit log")
    .option("--json", "print one JSON value")
    .action((id: string, { reason, json }: { reason: string; json?: boolean }) =>
      withModes(async (modes) => {
        if (id.startsWith("prl_")) await resolveReturn(modes, id, reason)
        else if (id.startsWith("mail_")) await resolveFailedMail(modes, id, reason)
        else await resolveWork(modes, id, reason)
        print(json, { id, status: "resolved" }, () => `${id} is off the list.`)
      }),
    )
}

async function resolveWork(modes: Modes, id: string, reason: string): Promise<void> {
  const missing = `No failing work with the id '${id}'. vintem attention list names the command that ends each item.`
  await actOn(modes, { action: "attention.resolve", id, reason, missing, find: findFailing }, (tx, _scope, failing) =>
    resolveFailing(tx, failing, reason),
  )
}

async function resolveFailedMail(modes: Modes, id: string, reason: string): Promise<void> {
  checkReason(reason)
  const missing = `No mail with the id '${id}'. vintem attention list names the command that ends each item.`
  await actOn(modes, { action: "attention.resolve", id, reason, missing, find: findMailAnywhere }, (tx, scope) =>
    resolveMail(tx, scope, id),
  )
}

/** A line may be of no account, and only live mode reads files. */
async function resolveReturn(modes: Modes, id: string, reason: string): Promise<void> {
  checkReason(reason)
  for (const { database, clock } of modesNamed(modes, "live")) {
    const found = await findUnmatched(database, id)
    if (!found) continue
    const doing = { action: "attention.resolve", account: found.account, target: id, reason } as const
    await act(database, currentActor(), doing, (tx) => resolveUnmatched(tx, found, Math.floor(clock.now() / 1000)))
    return
  }
  throw new Error(`No line '${id}' waits for you. vintem attention list names the command that ends each item.`)
}

function line({ since, kind, mode, account, id, message }: AttentionItem): string[] {
  return [new Date(since * 1000).toISOString(), kind, mode, account, id, message]
}
