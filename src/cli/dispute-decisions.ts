// Which disputes there are, and what becomes of them: the merchant's answer, and the card network's decision.
import { type Command, InvalidArgumentError } from "commander"
import { plainMoney } from "../base/currency.ts"
import { minuteOf } from "../base/day.ts"
import { type ModeName, modeName } from "../base/mode-name.ts"
import type { Queries, Transaction } from "../db/database.ts"
import type { Scope } from "../modes/wiring.ts"
import { MAX_DOCUMENT_BYTES } from "../payments/chargebacks/document.ts"
import { type Answered, accept, type ReadRefusal, type Responded, readRefusal, refuse } from "../payments/chargebacks/respond.ts"
import { findCaseAnywhere } from "../payments/chargebacks/store.ts"
import type { CaseRow } from "../payments/chargebacks/tables.ts"
import { closeDispute } from "../payments/disputes/close.ts"
import { findDispute, findDisputeAnywhere, pageOfDisputes, presentDispute } from "../payments/disputes/store.ts"
import type { DisputeRow } from "../payments/disputes/table.ts"
import type { SaidBy } from "../payments/intents/platform-money.ts"
import { readFileUpTo } from "./file.ts"
import { actOn } from "./shared/act.ts"
import { accountIn, modesNamed, print, readMode, table, warnOfLimit, withModes } from "./shared/operator.ts"

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
        const {
          mode,
          account: { id: account },
        } = await accountIn(modes, name, named)
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

type Decide = (tx: Transaction, scope: SaidBy<Scope>, dispute: DisputeRow) => Promise<DisputeRow>

type Answer = {
  action: "dispute.close"
  act: Decide
  said: (id: string) => string
}

export function decisionCommands(disputes: Command): void {
  disputes
    .command("accept")
    .argument("<dispute>", "dp_…, which needs a response, or a case (cbk_… or the acquirer's number)")
    .description(
      "Accept a chargeback: the dispute is lost. Where the acquirer's case is known, the answer is sent to the acquirer. Sends the event charge.dispute.closed.",
    )
    .option("--json", "print one JSON value")
    .action((id: string, { json }: { json?: boolean }) => respond(id, json, "dispute.accept", accept))
  disputes
    .command("refuse")
    .argument("<dispute>", "dp_…, which needs a response, or a case (cbk_… or the acquirer's number)")
    .description(
      "Refuse a chargeback. Where the acquirer's case is known, the file and the reason are sent to the acquirer. Otherwise send them yourself, and run 'vintem disputes close' once the card network has decided.",
    )
    .requiredOption(
      "--file <path>",
      "the document that proves the sale: one PDF, JPEG or TIFF of at most 8 MB and 10 pages",
      readPath,
    )
    .option("--reason <text>", "why you refuse it, at most 100 characters; needed where the answer is sent to the acquirer")
    .option("--json", "print one JSON value")
    .action(async (id: string, { file, reason, json }: { file: string; reason?: string; json?: boolean }) => {
      const document = await readFileUpTo(file, "--file", MAX_DOCUMENT_BYTES)
      if (document.length === 0) throw new Error(`The file ${file} is empty.`)
      const read = (db: Queries, what: Answered) => readRefusal(db, what, { reason, document })
      return respond(id, json, "dispute.refuse", refuse, { file, read })
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
        const act: Decide = (tx, scope, dispute) => closeDispute(tx, scope, dispute, outcome)
        return decide(id, json, { action: "dispute.close", act, said: () => `${id} is ${outcome}.` })
      },
    )
}

type Respond = (...args: Parameters<typeof refuse>) => Promise<Responded>
type Given = { file?: string; read?: (db: Queries, what: Answered) => Promise<ReadRefusal> }

/** Accepts or refuses a dispute, or a case that has none. */
function respond(
  id: string,
  json: boolean | undefined,
  action: "dispute.accept" | "dispute.refuse",
  act: Respond,
  { file, read }: Given = {},
): Promise<void> {
  const find = async (db: Queries) => {
    const found = await findAnswered(db, id)
    return found && { ...found, refusal: await read?.(db, found.what) }
  }
  return withModes(async (modes) => {
    const wanted = { action, id, missing: missing(id), find }
    const { mode, done } = await actOn(modes, wanted, async (tx, scope, { what, refusal }) => {
      const responded = await act(tx, scope, what, refusal)
      return { id: "dispute" in what ? what.dispute.id : what.case.id, responded }
    })
    const { responded } = done
    if ("answer" in responded) {
      const { account, number } = responded.case
      const shown = { id: done.id, account, case: number, answer: responded.answer.kind, status: "sending" }
      return print(json, shown, () => `The answer to ${id} is on its way to the acquirer. See: vintem disputes cases --mode MODE`)
    }
    const { dispute } = responded
    const isLost = dispute.status === "lost"
    const said = isLost
      ? `${id} is accepted: it is lost.`
      : `${id} is under review. Send ${file} to the acquirer, if you have not done so.`
    print(json, presentDispute(dispute, mode.livemode), () => said)
  })
}

/** A dispute by its id, or a case by its id or its number. */
async function findAnswered(db: Queries, id: string): Promise<{ account: string; what: Answered } | undefined> {
  const dispute = await findDisputeAnywhere(db, id)
  if (dispute) return { account: dispute.account, what: { dispute } }
  const found = await findCaseAnywhere(db, id)
  return found && { account: found.account, what: found.dispute === null ? { case: found } : await ofCase(db, found) }
}

async function ofCase(db: Queries, row: CaseRow): Promise<Answered> {
  const dispute = row.dispute === null ? undefined : await findDispute(db, row.account, row.dispute)
  return dispute ? { dispute } : { case: row }
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
