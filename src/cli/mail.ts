import type { Command } from "commander"
import type { ModeName } from "../base/mode-name.ts"
import { findMailAnywhere, findMailable, requestMail } from "../mail/ask.ts"
import { findOperatorMail, newestOperatorMails } from "../mail/operator-store.ts"
import { presentMails, presentOperatorMails, type ShownMail } from "../mail/present.ts"
import { newestMails, openMade } from "../mail/store.ts"
import type { Mode } from "../modes/wiring.ts"
import { actOn } from "./shared/act.ts"
import { readLimit } from "./shared/limit.ts"
import {
  accountIn,
  type Modes,
  modeNamed,
  modesNamed,
  print,
  readMode,
  table,
  warnOfLimit,
  withModes,
} from "./shared/operator.ts"

type ListOptions = { mode: ModeName; account?: string; operators?: boolean; limit: number; json?: boolean }

export function mailCommands(vintem: Command): void {
  const mail = vintem.command("mail").description("Show what payers and users are mailed, and send a mail.")
  listCommand(mail)
  showCommand(mail)
  sendCommand(mail)
}

function listCommand(mail: Command): void {
  mail
    .command("list")
    .description("List the mails of an account, newest first.")
    .requiredOption("--mode <mode>", "test or live", readMode)
    .option("--account <id>", "the account; optional if there is only one")
    .option("--operators", "list instead what the operators of the platform are mailed")
    .option("--limit <number>", "the maximum number of mails", readLimit, 1000)
    .option("--json", "print one JSON value")
    .action(({ mode: name, account, operators, limit, json }: ListOptions) =>
      withModes(async (modes) => {
        const shown = operators
          ? await ofOperators(modeNamed(modes, name), limit)
          : await ofAccount(modes, name, { account, limit })
        if (shown.length === limit) warnOfLimit(limit)
        print(json, shown.map(withoutReason), (list) => table(list.map(line), "No mails."))
      }),
    )
}

async function ofOperators(mode: Mode, limit: number): Promise<ShownMail[]> {
  return presentOperatorMails(mode, await mode.database.all(newestOperatorMails, { limit }))
}

async function ofAccount(
  modes: Modes,
  name: ModeName,
  { account: named, limit }: Pick<ListOptions, "account" | "limit">,
): Promise<ShownMail[]> {
  const { mode, account } = await accountIn(modes, name, named)
  return presentMails(mode, await newestMails(mode.database, { account: account.id, limit }))
}

function showCommand(mail: Command): void {
  mail
    .command("show")
    .argument("<id>", "mail_…")
    .description("Show a mail and what it says. It can be shown for as long as it is kept.")
    .option("--json", "print one JSON value")
    .action((id: string, { json }) =>
      withModes(async (modes) => {
        for (const mode of modesNamed(modes, undefined)) {
          const found = await findShown(mode, id)
          if (!found) continue
          const { row, shown } = found
          const made = await openMade(mode.database, mode.ring, row)
          const { subject, text, html } = made ?? { subject: null, text: null, html: null }
          const { answer, attempts } = row
          return print(json, { ...shown, answer, attempts, subject, text, html }, (each) =>
            [...Object.entries(each)]
              .filter(([name]) => name !== "html" && name !== "text")
              .map(([name, value]) => `${name}: ${value ?? "-"}`)
              .concat("", text ?? "It has not been made yet.")
              .join("\n"),
          )
        }
        throw new Error(`No such mail: '${id}'. List them with: vintem mail list --mode MODE`)
      }),
    )
}

async function findShown(mode: Mode, id: string) {
  const row = await findMailAnywhere(mode.database, id)
  if (row) return { row, shown: (await presentMails(mode, [row]))[0] }
  const toOperator = await mode.database.one(findOperatorMail, { id })
  return toOperator && { row: toOperator, shown: (await presentOperatorMails(mode, [toOperator]))[0] }
}

function sendCommand(mail: Command): void {
  mail
    .command("send")
    .argument("<id>", "a payment intent (pi_…) whose PIX or boleto waits for its payer, or a mail (mail_…) to send again")
    .description("Mail a payer what there is to pay, or send a mail again. It is sent although its kind is off.")
    .option("--json", "print one JSON value")
    .action((id: string, { json }) =>
      withModes(async (modes) => {
        const missing = `No such payment intent or mail: '${id}'. List mails with: vintem mail list --mode MODE`
        const wanted = { action: "mail.send", id, missing, find: findMailable } as const
        const { mode, done } = await actOn(modes, wanted, (tx, scope) => requestMail(tx, scope, id))
        const [shown] = await presentMails(mode, [done])
        print(json, shown && withoutReason(shown), () => `Wrote ${done.id}. A running server sends it within a second.`)
      }),
    )
}

function withoutReason({ reason: _, ...mail }: ShownMail) {
  return mail
}

function line({ created, id, kind, status, to, cause }: ReturnType<typeof withoutReason>): string[] {
  return [new Date(created * 1000).toISOString(), id, kind, status, to, cause ?? ""]
}
