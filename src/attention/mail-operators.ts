// The mail to the operators of the platform about what waits for them: docs/mail.md.
import { findUserById } from "../accounts/users/manage.ts"
import { operatorsOf } from "../accounts/users/readers.ts"
import { newId } from "../base/ids.ts"
import { must, mustHave } from "../base/must.ts"
import { dashboardOriginOf } from "../config/addresses.ts"
import { databaseNow } from "../db/now.ts"
import { waitAfter } from "../events/webhooks/schedule.ts"
import { regularly } from "../jobs/retention.ts"
import type { MadeMail } from "../mail/content.ts"
import type { MailMode } from "../mail/mode.ts"
import {
  claimOperatorMail,
  endOperatorMail,
  findOperatorMail,
  handOverOperatorMail,
  insertOperatorMail,
  keepOperatorMail,
  newestTo,
  replaceEarlier,
  retryOperatorMail,
} from "../mail/operator-store.ts"
import type { OperatorMailRow } from "../mail/operator-table.ts"
import { renderHtml, renderText } from "../mail/render.ts"
import { type Outcome, sendMail } from "../mail/smtp.ts"
import { sealMade } from "../mail/store.ts"
import { countAttention, listAttention, MAX_LISTED } from "./list.ts"
import { operatorFrame, operatorMail } from "./operator-mail.ts"

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Longer than an attempt takes, as for the other mails. */
const LEASE_MS = 300_000
/** How many items a mail names. The others are in the dashboard and in `vintem attention list`. */
const MAX_NAMED = 20
/** No worker has handed the mail over. */
const NO_MARK = 0

/**
 * While something waits, mails it to each operator of the platform: when it begins to wait, and then once in 24 hours. Nothing is written where no
 * mail goes outside. An operator is a user without an account. Stops at the deadline (of `performance.now()`), and returns whether all was sent.
 */
export async function mailOperatorsPass(mode: MailMode, deadline: number): Promise<boolean> {
  if (!mode.mailServer) return true
  await writeMails(mode)
  for (;;) {
    const claimed = await mode.database.transaction((tx) => tx.one(claimOperatorMail, { lease_ms: LEASE_MS }))
    if (!claimed) return true
    await sendOne(mode, must(await mode.database.one(findOperatorMail, { id: claimed.id }), claimed.id))
    if (performance.now() >= deadline) return false
  }
}

export const mailOperators = regularly("mail_operators", MINUTE_MS, mailOperatorsPass)

async function writeMails(mode: MailMode): Promise<void> {
  const operators = await operatorsOf(mode.users)
  if (operators.length === 0 || (await listAttention(mode, { limit: 1 })).items.length === 0) return
  const now = await databaseNow(mode.database)
  for (const { id: user_id } of operators) {
    const last = await mode.database.one(newestTo, { user_id })
    if (last && now - last.created_ms < DAY_MS) continue
    const number = (last?.number ?? 0) + 1
    await mode.database.transaction(async (tx) => {
      await tx.run(insertOperatorMail, { id: newId("mail"), user_id, number })
      await tx.run(replaceEarlier, { user_id, number })
    })
  }
}

async function sendOne(mode: MailMode, row: OperatorMailRow): Promise<void> {
  const { id, user_id, handed_ms } = row
  if (handed_ms !== null) return settle(mode, row, { result: "unknown", answer: null }, handed_ms)
  const user = await findUserById(mode.users, user_id)
  if (!user || user.removed_at_ms !== null) return end(mode, id, "dropped", "no_reader")
  const mail = await makeOne(mode, user.email)
  if (!mail) return end(mode, id, "dropped", "cause_ended")
  await mode.database.transaction(async (tx) =>
    tx.run(keepOperatorMail, { id, sealed_mail: await sealMade(tx, mode.ring, id, mail.made) }),
  )
  let mark = NO_MARK
  const outcome = await sendMail(must(mode.mailServer, "a mail server"), id, mail, async () => {
    const marked = await mode.database.transaction((tx) => tx.one(handOverOperatorMail, { id }))
    if (!marked) throw new Error("Another worker has sent the mail.")
    mark = mustHave(marked, "handed_ms").handed_ms
    mode.checkpoint("operator mail: handed over")
  })
  mode.checkpoint("operator mail: server answered")
  await settle(mode, row, outcome, mark)
}

/** `mark`: that of this worker. The mail of a worker that has marked it since is that worker's to settle. */
async function settle(mode: MailMode, { id, attempts: before }: OperatorMailRow, outcome: Outcome, mark: number): Promise<void> {
  const { result, answer } = outcome
  if (result === "sent") return end(mode, id, "sent", null, { answer: null, mark })
  const attempts = before + 1
  const wait_ms = result === "later" ? waitAfter(attempts) : undefined
  mode.log.warn({ mail: id, result, answer, attempts }, "could not mail an operator what needs attention")
  if (wait_ms === undefined) return end(mode, id, "failed", REASONS[result], { answer, mark })
  await mode.database.transaction((tx) => tx.run(retryOperatorMail, { id, attempts, answer, wait_ms, mark }))
}

const REASONS = { later: "unreachable", unknown: "no_answer", refused: "refused", address_refused: "address_refused" } as const

async function end(
  { database }: MailMode,
  id: string,
  status: "sent" | "dropped" | "failed",
  reason: OperatorMailRow["reason"],
  { answer, mark }: { answer: string | null; mark: number } = { answer: null, mark: NO_MARK },
): Promise<void> {
  await database.transaction((tx) => tx.run(endOperatorMail, { id, status, reason, answer, mark }))
}

/** Makes the mail as the list is now. Undefined if nothing waits any more. */
async function makeOne(mode: MailMode, to: string): Promise<MadeMail | undefined> {
  const { items } = await listAttention(mode, { limit: MAX_NAMED })
  if (items.length === 0) return undefined
  const counts = await countAttention(mode, MAX_LISTED)
  const content = operatorMail(mode, { items, counts, dashboard: dashboardOriginOf(mode.config) })
  const frame = operatorFrame(mode)
  const made = {
    ...{ to, subject: content.subject, sender: "", replyTo: null },
    ...{ html: renderHtml(content, frame), text: renderText(content, frame), attachments: [] },
  }
  return { made, attachments: [], stopUrl: null }
}
