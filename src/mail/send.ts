import { lockAccount } from "../accounts/accounts.ts"
import { mustFindCustomer } from "../customers/customers.ts"
import type { Transaction } from "../db/database.ts"
import { waitAfter } from "../events/webhooks/schedule.ts"
import { queueOf } from "../jobs/queue.ts"
import type { Work } from "../jobs/work.ts"
import { isAsked } from "./causes.ts"
import type { MadeMail } from "./content.ts"
import { makeMail } from "./make.ts"
import type { MailMode, MailScope } from "./mode.ts"
import { enabledKinds, isStopped } from "./settings.ts"
import { type Outcome, sendMail } from "./smtp.ts"
import { digestOfAddress, stopPath } from "./stop-link.ts"
import {
  endMail,
  findMail,
  fullSinceOfAccount,
  fullSinceOfAddress,
  handOver,
  keepMade,
  lockMail,
  sealMade,
  waitUntil,
} from "./store.ts"
import { type MailReason, type MailRow, type MailStatus, mails } from "./tables.ts"

/** How many mails an address gets in a day, and an account sends in an hour. More wait. */
export const MAX_MAILS = { address: 20, account: 2000 } as const

const DAY = 86_400
const HOUR = 3600

/**
 * Sends the mails that are due (docs/mail.md). What a mail says is made when its turn comes. It is marked before the server gets any of its content:
 * a mail with the mark and without an outcome may have arrived, and is not sent again.
 */
export const sendMails: Work<MailMode> = {
  kind: "send_mail",
  queue: queueOf(mails, { due: "due_at" }),
  // Longer than an attempt takes: two times to connect, and the silences of a slow server.
  leaseMs: 300_000,
  stuckAfterMs: 240_000,
  bounds: { process: 20, account: 5 },
  perform: async (scope, { account, id }) => {
    const { database, checkpoint } = scope.mode
    const made = await make(scope, { account, id })
    if (!made || !(await database.transaction((tx) => prepare(tx, scope, made)))) return
    checkpoint("mail: made")
    const outcome = await deliver(scope, { account, id }, made.mail)
    checkpoint("mail: server answered")
    await database.transaction((tx) => settle(tx, scope, { account, id }, outcome))
    checkpoint("mail: settled")
  },
}

type Key = Pick<MailRow, "account" | "id">

/** A mail whose turn has come, as it was made. */
type Ready = { row: MailRow; address_digest: string; mail: MadeMail }

/**
 * Makes a mail whose turn has come. Stores why not if it is not to be sent. No transaction is open meanwhile, because a boleto may have to be drawn.
 */
async function make(scope: MailScope, key: Key): Promise<Ready | undefined> {
  const { now, mode } = scope
  const { database: db, ring, baseUrl, drawBoleto } = mode
  const row = await db.one(findMail, key)
  if (row?.status !== "pending" || row.due_at === null || row.due_at > now) return undefined
  // The claim of the process that gave the content to the server has ended without an outcome.
  if (row.handed_at !== null) return endNow(scope, row, "failed", "no_answer")
  const customer = await mustFindCustomer(db, key, row.customer)
  const address_digest = digestOfAddress(ring, customer.email)
  // What a person asked for is sent although its kind is off.
  if (!isAsked(row) && !(await enabledKinds(db, key.account)).has(row.kind)) return endNow(scope, row, "dropped", "kind_off")
  if (!isAsked(row) && (await isStopped(db, { account: key.account, address_digest, kind: row.kind })))
    return endNow(scope, row, "dropped", "unsubscribed")
  const making = { db, now, mail: row, customer, pages: mode, ...(drawBoleto && { drawBoleto }) }
  const mail = await makeMail(making, `${baseUrl}${stopPath(ring, key)}`)
  return mail ? { row, address_digest, mail } : endNow(scope, row, "dropped", "cause_ended")
}

/** Keeps what a mail says and counts it. Returns whether it is to be sent now. */
async function prepare(tx: Transaction, scope: MailScope, { row, address_digest, mail }: Ready): Promise<boolean> {
  const { now, mode } = scope
  const { account, id, due_at, attempts, answer } = row
  // The mails of an account are counted one after the other, so that all workers together keep its limits.
  await lockAccount(tx, account)
  const seen = await tx.one(lockMail, { account, id })
  if (seen?.status !== "pending" || seen.due_at !== due_at || seen.handed_at !== null) return false
  const isSent = mode.mailServer !== undefined
  const full = isSent ? await fullUntil(tx, scope, address_digest) : undefined
  if (full !== undefined) {
    await tx.run(waitUntil, { account, id, due_at: full, attempts, answer })
    return false
  }
  const sealed_mail = await sealMade(tx, mode.ring, id, mail.made)
  await tx.run(keepMade, { account, id, address_digest, counted_at: isSent ? now : null, sealed_mail })
  if (!isSent) await end(tx, scope, row, "dropped", "not_outside")
  return isSent
}

async function endNow(scope: MailScope, key: Key, status: MailStatus, reason: MailReason): Promise<undefined> {
  await scope.mode.database.transaction((tx) => end(tx, scope, key, status, reason))
}

/** When there is room for one more mail, in Unix seconds. Undefined if there is room now. */
async function fullUntil(tx: Transaction, { account, now }: MailScope, address_digest: string): Promise<number | undefined> {
  const ofAddress = { account, address_digest, since: now - DAY, before: MAX_MAILS.address - 1 }
  const address = await tx.one(fullSinceOfAddress, ofAddress)
  const all = await tx.one(fullSinceOfAccount, { account, since: now - HOUR, before: MAX_MAILS.account - 1 })
  const times = [address && address.counted_at + DAY, all && all.counted_at + HOUR].filter((time) => time !== undefined)
  return times.length > 0 ? Math.max(...times) : undefined
}

async function deliver({ mode, now }: MailScope, key: Key, made: MadeMail): Promise<Outcome> {
  if (!mode.mailServer) throw new Error("There is no mail server.")
  return sendMail(mode.mailServer, key.id, made, async () => {
    const marked = await mode.database.transaction((tx) => tx.one(handOver, { ...key, handed_at: now }))
    if (!marked) throw new Error("Another worker has sent the mail.")
    mode.checkpoint("mail: handed over")
  })
}

async function settle(tx: Transaction, scope: MailScope, key: Key, { result, answer }: Outcome): Promise<void> {
  const mail = await tx.one(lockMail, key)
  if (mail?.status !== "pending") return
  switch (result) {
    case "sent":
      return end(tx, scope, key, "sent", null, answer)
    case "address_refused":
    case "refused":
      return end(tx, scope, key, "failed", result, answer)
    case "unknown":
      return end(tx, scope, key, "failed", "no_answer")
    case "later": {
      const attempts = mail.attempts + 1
      const wait = waitAfter(attempts)
      if (wait === undefined) return end(tx, scope, key, "failed", "unreachable", answer)
      return void (await tx.run(waitUntil, { ...key, due_at: scope.now + Math.ceil(wait / 1000), attempts, answer }))
    }
  }
}

async function end(
  tx: Transaction,
  { now }: MailScope,
  { account, id }: Key,
  status: MailStatus,
  reason: MailReason | null,
  answer: string | null = null,
): Promise<void> {
  await tx.run(endMail, { account, id, status, reason, answer, ended_at: now })
}
