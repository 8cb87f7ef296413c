// Which disputes there are, and what becomes of them: the merchant's answer, and the card network's decision.
import { type Command, InvalidArgumentError } from "commander"
import { plainMoney } from "../base/currency.ts"
import { minuteOf } from "../base/day.ts"
import { type ModeName, modeName } from "../base/mode-name.ts"
import { acceptDispute, closeDispute, refuseDispute } from "../payments/disputes/close.ts"
import { findDisputeAnywhere, pageOfDisputes, presentDispute } from "../payments/disputes/store.ts"
import { readFileUpTo } from "./file.ts"
import { actOn } from "./shared/act.ts"
import { modeNamed, modesNamed, print, readMode, resolveAccount, table, warnOfLimit, withModes } from "./shared/operator.ts"

type ListOptions = { mode: ModeName; account?: string; limit: number; json?: boolean }
type Dispute = ReturnType<typeof presentDispute>

export function listCommands(disputes: Command): void {
  disputes
    .command("list")
    .description("List the disputes of an account, newest first.")
    .requiredOption("--mode <mode>", "test or live", readMode)
    .option("--account <id>", "the account; optional if there is only one")
    .option("--limit <number>", "the maximum number of disputes", readLimit, 100)
    .option("--json", "print one JSON value")
    .action(({ mode: name, account: named, limit, json }: ListOptions) =>
      withModes(async (modes) => {
        const mode = modeNamed(modes, name)
        const { id: account } = await resolveAccount(modes, mode, named)
        const { rows, has_more } = await pageOfDisputes(mode.database, account, { limit })
        if (has_more) warnOfLimit(limit)
        const found = rows.map((row) => presentDispute(row, mode.livemode))
        print(json, found, (list) => table(list.map(line), "No disputes."))
      }),
    )
  disputes
    .command("show")
    .argument("<dispute>", "dp_…")
    .description("Show a dispute.")
    .option("--json", "print one JSON value")
    .action((id: string, { json }: { json?: boolean }) =>
      withModes(async (modes) => {
        for (const mode of modesNamed(modes, undefined)) {
          const row = await findDisputeAnywhere(mode.database, id)
          if (row) return print(json, presentDispute(row, mode.livemode), (dispute) => table(facts(dispute, modeName(mode))))
        }
        throw new Error(missing(id))
      }),
    )
}

type Answer = {
  action: "dispute.accept" | "dispute.refuse" | "dispute.close"
  act: typeof acceptDispute
  said: (id: string) => string
}

export function decisionCommands(disputes: Command): void {
  disputes
    .command("accept")
    .argument("<dispute>", "dp_…, which needs a response")
    .description("Accept a chargeback: the dispute is lost. Sends the event charge.dispute.closed.")
    .option("--json", "print one JSON value")
    .action((id: string, { json }: { json?: boolean }) =>
      decide(id, json, { action: "dispute.accept", act: acceptDispute, said: () => `${id} is accepted: it is lost.` }),
    )
  disputes
    .command("refuse")
    .argument("<dispute>", "dp_…, which needs a response")
    .description(
      "Record that you refuse a chargeback. No acquirer takes the answer from Vintém: send it the file yourself. Once the card network has decided, run 'vintem disputes close'.",
    )
    .requiredOption("--file <path>", "the document that you send to the acquirer; it is not kept here", readPath)
    .option("--json", "print one JSON value")
    .action(async (id: string, { file, json }: { file: string; json?: boolean }) => {
      const { length } = await readFileUpTo(file, "--file")
      if (length === 0) throw new Error(`The file ${file} is empty.`)
      const said = () => `${id} is under review. Send ${file} to the acquirer, if you have not done so.`
      return decide(id, json, { action: "dispute.refuse", act: refuseDispute, said })
    })
  disputes
    .command("close")
    .argument("<dispute>", "dp_…")
    .description("Record what the card network has decided. Sends the event charge.dispute.closed.")
    .option("--won", "it gave the money back: the dispute's refund fails")
    .option("--lost", "it kept the money")
    .option("--json", "print one JSON value")
    .action(
      (id: string, { won = false, lost = false, json }: { won?: boolean; lost?: boolean; json?: boolean }, command: Command) => {
        if (won === lost) command.error("error: give either --won or --lost")
        const outcome = won ? "won" : "lost"
        const act: typeof acceptDispute = (tx, scope, dispute) => closeDispute(tx, scope, dispute, outcome)
        return decide(id, json, { action: "dispute.close", act, said: () => `${id} is ${outcome}.` })
      },
    )
}

function decide(id: string, json: boolean | undefined, { action, act, said }: Answer): Promise<void> {
  return withModes(async (modes) => {
    const wanted = { action, id, missing: missing(id), find: findDisputeAnywhere }
    const { mode, done } = await actOn(modes, wanted, act)
    print(json, presentDispute(done, mode.livemode), () => said(id))
  })
}

const missing = (id: string) => `No such dispute: '${id}'. List them with: vintem disputes list --mode MODE`

const sumOf = ({ amount, currency }: Dispute) => plainMoney(amount, currency)
const time = (seconds: number | null) => (seconds === null ? "-" : minuteOf(seconds).replace("T", " "))

function line(dispute: Dispute): string[] {
  return [dispute.id, dispute.status, sumOf(dispute), dispute.payment_intent, time(dispute.created), time(dispute.due_by)]
}

function facts(dispute: Dispute, mode: ModeName): string[][] {
  return [
    ["id", dispute.id],
    ["mode", mode],
    ["status", dispute.status],
    ["amount", sumOf(dispute)],
    ["payment", dispute.payment_intent],
    ["refund", dispute.refund ?? "-"],
    ["reason", dispute.network_reason ?? dispute.reason ?? "-"],
    ["opened", time(dispute.created)],
    ["answer by", time(dispute.due_by)],
  ]
}

function readLimit(text: string): number {
  const limit = Number(text)
  if (/^\d{1,4}$/.test(text) && limit >= 1 && limit <= 1000) return limit
  throw new InvalidArgumentError("Give a number from 1 to 1000.")
}

function readPath(text: string): string {
  if (text !== "") return text
  throw new InvalidArgumentError("Name a file.")
}
