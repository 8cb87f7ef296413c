import { lockAccount } from "../accounts/accounts.ts"
import type { Transaction } from "../db/database.ts"
import { waitAfter } from "../events/webhooks/schedule.ts"
import { queueOf } from "../jobs/queue.ts"
import type { Work } from "../jobs/work.ts"
import { dueAt, isAsked } from "./causes.ts"
import type { MadeMail } from "./content.ts"
import { isUserKind } from "./kinds.ts"
import { makeMail } from "./make.ts"
import type { MailMode, MailScope } from "./mode.ts"
import { giveReaders, payerOf, readerOf } from "./readers.ts"
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

// Longer than it takes to make a mail. Its delivery has a longer one (keepMade), which only a process with a mail server needs.
const LEASE = { leaseMs: 30_000, stuckAfterMs: 240_000 } as const

/**
 * Sends the mails to payers that are due (docs/mail.md). What a mail says is made when its turn comes. It is marked before the server gets any of its content:
 * a mail with the mark and without an outcome may have arrived, and is not sent again.
 */
export const sendMails: Work<MailMode> = {
  kind: "send_mail",
  queue: queueOf(mails, { due: "due_at" }),
  ...LEASE,
  bounds: { process: 20, account: 5 },
  perform: (scope, { account, id }) => sendOne(scope, { account, id }),
}

/** Sends the mails to users. They have a queue and bounds of their own, so they wait for no mail to a payer. */
export const sendUserMails: Work<MailMode> = {
  kind: "send_user_mail",
  queue: queueOf(mails, { due: "user_due_at" }),
  ...LEASE,
  bounds: { process: 20, account: 5 },
  perform: (scope, { account, id }) => sendOne(scope, { account, id }),
}

async function sendOne(scope: MailScope, key: Key): Promise<void> {
  const { database, checkpoint } = scope.mode
  const made = await make(scope, key)
  if (!made || !(await database.transaction((tx) => prepare(tx, scope, made)))) return
  checkpoint("mail: made")
  const outcome = await deliver(scope, key, made.mail)
  checkpoint("mail: server answered")
  await database.transaction((tx) => settle(tx, scope, key, outcome))
  checkpoint("mail: settled")
}

type Key = Pick<MailRow, "account" | "id">

/** A mail whose turn has come, as it was made. */
type Ready = { row: MailRow; address_digest: string; mail: MadeMail }

/**
 * Makes a mail whose turn has come. Stores why not if it is not to be sent. No transaction is open meanwhile, because a boleto may have to be drawn.
 */
async function make(scope: MailScope, key: Key): Promise<Ready | undefined> {
  const { now, mode } = scope
  const { database: db, ring, baseUrl } = mode
  const found = await db.one(findMail, key)
  if (found?.status !== "pending" || !isDue(found, now)) return undefined
  // The claim of the process that gave the content to the server has ended without an outcome.
  if (found.handed_at !== null) return endNow(scope, found, "failed", "no_answer")
  const row = isUserKind(found.kind) && found.user_id === null ? await giveReaders(scope, found) : found
  const reader = row && (await readerOf(scope, row))
  if (!row || !reader) return endNow(scope, key, "dropped", "no_reader")
  const address_digest = digestOfAddress(ring, reader.email)
  const unwanted = await whyUnwanted(scope, row, address_digest)
  if (unwanted) return endNow(scope, row, "dropped", unwanted)
  const mail = await makeMail({ mode, now, mail: row, reader }, `${baseUrl}${stopPath(ring, row)}`)
  return mail ? { row, address_digest, mail } : endNow(scope, row, "dropped", "cause_ended")
}

function isDue({ due_at, user_due_at }: MailRow, now: number): boolean {
  const at = due_at ?? user_due_at
  return at !== null && at <= now
}

/** What a person asked for is sent although its kind is off. */
async function whyUnwanted(
  { mode: { database: db } }: MailScope,
  row: MailRow,
  address_digest: string,
): Promise<MailReason | undefined> {
  const { account, kind } = row
  if (isAsked(row)) return undefined
  if (!(await enabledKinds(db, account)).has(kind)) return "kind_off"
  return (await isStopped(db, { account, address_digest, kind })) ? "unsubscribed" : undefined
}

/** Keeps what a mail says and counts it. Returns whether it is to be sent now. */
async function prepare(tx: Transaction, scope: MailScope, { row, address_digest, mail }: Ready): Promise<boolean> {
  const { now, mode } = scope
  const { account, id, attempts, answer } = row
  // The mails of an account are counted one after the other, so that all workers together keep its limits.
  await lockAccount(tx, account)
  const seen = await tx.one(lockMail, { account, id })
  if (seen?.status !== "pending" || !isSameTurn(seen, row) || seen.handed_at !== null) return false
  // The customer may have been erased, or have another address, since the mail was made. Its turn comes again.
  const payer = row.customer !== null && (await payerOf(tx, { account, customer: row.customer }))
  if (payer !== false && (!payer || digestOfAddress(mode.ring, payer.email) !== address_digest)) return false
  const isSent = mode.mailServer !== undefined
  // Mails to users are outside the bounds.
  const isBounded = isSent && !isUserKind(row.kind)
  const full = isBounded ? await fullUntil(tx, scope, address_digest) : undefined
  if (full !== undefined) {
    await tx.run(waitUntil, { account, id, ...dueAt(row, full), attempts, answer })
    return false
  }
  const sealed_mail = await sealMade(tx, mode.ring, id, mail.made)
  await tx.run(keepMade, { account, id, address_digest, counted_at: isBounded ? now : null, sealed_mail })
  if (!isSent) await end(tx, scope, row, "dropped", "not_outside")
  return isSent
}

function isSameTurn(a: MailRow, b: MailRow): boolean {
  return a.due_at === b.due_at && a.user_due_at === b.user_due_at
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

/** `isMarked`: this attempt has marked that the server gets the content. */
type Delivered = Outcome & { isMarked: boolean }

async function deliver({ mode, now }: MailScope, key: Key, made: MadeMail): Promise<Delivered> {
  if (!mode.mailServer) throw new Error("There is no mail server.")
  let isMarked = false
  const outcome = await sendMail(mode.mailServer, key.id, made, async () => {
    const marked = await mode.database.transaction((tx) => tx.one(handOver, { ...key, handed_at: now }))
    if (!marked) throw new Error("Another worker has sent the mail.")
    isMarked = true
    mode.checkpoint("mail: handed over")
  })
  return { ...outcome, isMarked }
}

async function settle(tx: Transaction, scope: MailScope, key: Key, { result, answer, isMarked }: Delivered): Promise<void> {
  const mail = await tx.one(lockMail, key)
  if (mail?.status !== "pending") return
  // The claim has lapsed, and another worker gives the content to the server: only that attempt says what became of the mail.
  if (mail.handed_at !== null && !isMarked) return
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
      const at = scope.now + Math.ceil(wait / 1000)
      return void (await tx.run(waitUntil, { ...key, ...dueAt(mail, at), attempts, answer }))
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
