// An acquirer for tests without idempotency: a repeated request repeats the operation.
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import type { Acquirer } from "../../../src/acquirers/acquirer.ts"
import type { Operation } from "../../../src/acquirers/mock/faults.ts"
import type { CaptureOutcome, RefundOutcome, Sale, SaleOutcome } from "../../../src/acquirers/sale.ts"
import type { Databases } from "../databases/databases.ts"
import { CARDS } from "../merchants/payments.ts"
import { type BankCapture, CAPTURES, type Captures, openCaptures } from "./bank-captures.ts"
import { type BankSale, holdingsOf, INSERT_SALE, type Kind, outcomeOf, SALES, STATUSES, type Status } from "./bank-outcomes.ts"

export type { BankCapture } from "./bank-captures.ts"
export type { BankSale } from "./bank-outcomes.ts"

/**
 * The trouble with an operation. `held`: it waits until the test sets another trouble, which then applies. `lost_before`: the request never
 * arrives. `lost_after`: it is done, but the response is lost. `late`: it is done and the response is lost, and look-ups do not find it
 * until `reveal`. `held_after`: it is done, but the response waits. `nothing_yet`: a look-up does not find a booking. `twice`: it is done
 * twice, and the response is lost. All other values are returned as the result, and nothing is done.
 */
export type Trouble =
  | "held"
  | "held_after"
  | "lost_before"
  | "lost_after"
  | "late"
  | "nothing_yet"
  | "twice"
  | "by_hand"
  | "refused"
  | "unavailable"
  | "unprocessed"
  | "unknown"

export type BankRefund = {
  account: string
  reference: string
  charge: string
  amount: number
  hidden: number
  visible_at: number
}

type Delayed = "sales" | "refunds" | "captures"

export type Bank = {
  acquirer: Acquirer
  /** The path of the ledger, for another process. */
  file: string
  set(operation: Operation, trouble: Trouble): void
  /** Removes all troubles. */
  heal(): void
  /** All booked sales and paid refunds, oldest first. */
  sales(account: string): BankSale[]
  refunds(account: string): BankRefund[]
  /** What was captured of authorized cards, oldest first. */
  captures(account: string): BankCapture[]
  /** The number of calls, whatever their result. */
  calls(account: string, operation: Operation): number
  /** Decides the sales that are pending or wait for the payer. */
  decide(account: string, status: "approved" | "refused" | "pending", reference?: string): void
  /** Pays a waiting PIX, as the payer would. */
  pay(account: string, reference: string): void
  /** Pays a sale that the bank has already ended, because banks clear late. */
  payLate(account: string): void
  /** Sets the amount that was paid for all sales of the account, in cents. */
  setAmount(account: string, amount: number): void
  /** Refunds a charge without an order from here, as a merchant can in an acquirer's portal. */
  refundInPortal(account: string, charge: string, amount: number): void
  /** Captures what is held on a card, or releases it, in the same way. */
  captureInPortal(account: string, charge: string, amount: number): Promise<void>
  releaseInPortal(account: string, charge: string): Promise<void>
  /** Sets what look-ups show as charged back of each of the account's sales, in cents. */
  chargeBack(account: string, amount: number): void
  /** From now on, look-ups find new bookings only after this many seconds of the account's time. Only for a bank that knows this time. */
  delay(kind: Delayed, seconds: number): void
  /** Makes look-ups find delayed bookings. */
  reveal(account: string, kind: "sales" | "refunds"): void
  close(): void
}

/** What the merchant or the payer has chosen. */
type Asked = Pick<BankSale, "installments" | "lifetime_seconds" | "due_date">

const CREATES = { card: "authorize", pix: "create_pix", boleto: "create_boleto" } as const

const TABLES = `
  CREATE TABLE IF NOT EXISTS troubles (operation TEXT PRIMARY KEY, trouble TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS delays (kind TEXT PRIMARY KEY, seconds INTEGER NOT NULL);
  ${CAPTURES}
  CREATE TABLE IF NOT EXISTS calls (account TEXT NOT NULL, operation TEXT NOT NULL);
  ${SALES}
  CREATE TABLE IF NOT EXISTS refunds (account TEXT, reference TEXT, charge TEXT, amount INTEGER, hidden INTEGER, visible_at INTEGER);`

/** Opens a bank next to a server's databases. Its ledger is a separate file, which survives when a process is killed. */
export function bankFor(databases: Pick<Databases, "directory">): Bank {
  return openBank(join(databases.directory, "bank.sqlite"))
}

/** The time of an account in Unix seconds. */
type AccountTime = (account: string) => Promise<number>

export function openBank(file: string, timeOf: AccountTime = async () => 0): Bank {
  const ledger = new Sqlite(file, { timeout: 10_000 })
  ledger.pragma("journal_mode = WAL")
  ledger.pragma("synchronous = OFF")
  ledger.exec(TABLES)
  const salesOf = ledger.prepare<[string], BankSale>("SELECT * FROM sales WHERE account = ? ORDER BY rowid")
  const refundsOf = ledger.prepare<[string], BankRefund>("SELECT * FROM refunds WHERE account = ? ORDER BY rowid")
  const captures = openCaptures(ledger)
  const countCalls = ledger
    .prepare<[string, string], number>("SELECT count(*) FROM calls WHERE account = ? AND operation = ?")
    .pluck()
  const setTrouble = ledger.prepare("INSERT INTO troubles VALUES (?, ?) ON CONFLICT DO UPDATE SET trouble = excluded.trouble")
  const inPortal = async (account: string, charge: string, act: (now: number) => unknown) => {
    const now = await timeOf(account)
    if (captures.isShown(account, charge, now)) act(now)
  }
  const setDelay = ledger.prepare("INSERT INTO delays VALUES (?, ?) ON CONFLICT DO UPDATE SET seconds = excluded.seconds")
  return {
    acquirer: acquirerWith(ledger, timeOf, captures),
    file,
    set: (operation, trouble) => void setTrouble.run(operation, trouble),
    heal: () => ledger.exec("DELETE FROM troubles"),
    sales: (account) => salesOf.all(account),
    refunds: (account) => refundsOf.all(account),
    captures: captures.of,
    calls: (account, operation) => countCalls.get(account, operation)!,
    decide: (account, status, reference) => decideWaiting(ledger, account, status, reference),
    pay: (account, reference) => decideWaiting(ledger, account, "approved", reference),
    payLate: (account) =>
      void ledger.prepare("UPDATE sales SET status = 'approved' WHERE account = ? AND status = 'refused'").run(account),
    setAmount: (account, amount) => void ledger.prepare("UPDATE sales SET amount = ? WHERE account = ?").run(amount, account),
    refundInPortal: (account, charge, amount) =>
      void ledger.prepare("INSERT INTO refunds VALUES (?, 'portal', ?, ?, 0, 0)").run(account, charge, amount),
    captureInPortal: (account, charge, amount) =>
      inPortal(account, charge, (at) => captures.capture({ account, charge, amount, made_by: "portal", at, visible_at: 0 })),
    releaseInPortal: (account, charge) => inPortal(account, charge, () => captures.release(account, charge)),
    chargeBack: (account, amount) =>
      void ledger.prepare("UPDATE sales SET charged_back = ? WHERE account = ?").run(amount, account),
    reveal: (account, kind) => void ledger.prepare(`UPDATE ${kind} SET hidden = 0 WHERE account = ?`).run(account),
    delay: (kind, seconds) => void setDelay.run(kind, seconds),
    close: () => ledger.close(),
  }
}

/** The bank could not process the sale, whatever the card. */
const UNPROCESSED: SaleOutcome = {
  ...{ result: "refused", charge: null, code: "processing_error", message: "The bank's systems are down." },
  unprocessed: true,
}

function acquirerWith(ledger: Sqlite.Database, timeOf: AccountTime, captures: Captures): Acquirer {
  const note = ledger.prepare("INSERT INTO calls VALUES (?, ?)")
  const troubleOf = ledger.prepare<[string], string>("SELECT trouble FROM troubles WHERE operation = ?").pluck()
  const insertSale = ledger.prepare<BankSale>(INSERT_SALE)
  const insertRefund = ledger.prepare<BankRefund>(
    "INSERT INTO refunds VALUES (@account, @reference, @charge, @amount, @hidden, @visible_at)",
  )
  const found = "account = ? AND reference = ? AND NOT hidden AND visible_at <= ? ORDER BY rowid DESC"
  const findSale = ledger.prepare<[string, string, number], BankSale>(`SELECT * FROM sales WHERE ${found}`)
  const findRefund = ledger.prepare<[string, string, number], BankRefund>(`SELECT * FROM refunds WHERE ${found}`)
  const sumOfRefunds = ledger
    .prepare<[string, string], number>("SELECT coalesce(sum(amount), 0) FROM refunds WHERE account = ? AND charge = ?")
    .pluck()
  const delayOf = ledger.prepare<[string], number>("SELECT seconds FROM delays WHERE kind = ?").pluck()
  const visibleAt = async (account: string, kind: Delayed) => {
    const seconds = delayOf.get(kind) ?? 0
    return seconds === 0 ? 0 : (await timeOf(account)) + seconds
  }
  const saleOfCharge = ledger.prepare<[string, string], BankSale>("SELECT * FROM sales WHERE account = ? AND charge = ?")
  const saleOf = ledger.prepare<[string, string], BankSale>("SELECT * FROM sales WHERE account = ? AND reference = ?")
  const hasTaken = ledger.prepare("SELECT 1 FROM sales WHERE account = ? AND charge = ? AND status = 'approved'")
  const voidSale = ledger.prepare(
    "UPDATE sales SET status = 'refused' WHERE account = ? AND charge = ? AND kind = 'pix' AND status = 'action_required'",
  )

  /** Runs `operate` with the trouble of the operation. Throws if the request or the response is lost. */
  async function respond<T>(
    account: string,
    operation: Operation,
    operate: (trouble: string | undefined) => T | Promise<T>,
  ): Promise<T> {
    note.run(account, operation)
    const now = () => troubleOf.get(operation)
    const trouble = await waitWhile("held", now)
    if (trouble === "lost_before") throw new Error(`the bank was not reached (${operation})`)
    const result = await operate(trouble)
    if (trouble === "held_after") await waitWhile("held_after", now)
    if (trouble === "lost_after" || trouble === "late" || trouble === "twice")
      throw new Error(`the bank's response was lost (${operation})`)
    return result
  }

  const sell = (sale: Sale, kind: Kind, usual: Status, asked: Partial<Asked> = {}) =>
    respond(sale.account, CREATES[kind], async (trouble): Promise<SaleOutcome> => {
      if (trouble === "unavailable" || trouble === "unknown") return { result: trouble }
      if (trouble === "unprocessed") return UNPROCESSED
      const { account, reference, amount } = sale
      const visible_at = await visibleAt(account, "sales")
      const hidden = Number(trouble === "late")
      const expires_at = asked.lifetime_seconds ? (await timeOf(account)) + asked.lifetime_seconds : null
      const terms = { installments: null, lifetime_seconds: null, due_date: null, ...asked, expires_at }
      const booked = { account, reference, kind, amount, status: usual, hidden, visible_at, charged_back: 0, ...terms }
      const sold = { ...booked, charge: randomUUID() }
      insertSale.run(sold)
      if (trouble === "twice") insertSale.run({ ...booked, charge: randomUUID() })
      return outcomeOf(sold)
    })

  return {
    name: "bank",
    currencies: { card: "all", pix: ["brl"], boleto: ["brl"] },
    boletoClearingDays: 0,
    maxPixSeconds: 86_400,
    // What is not captured within a day is released.
    captureDays: 2,
    hasRefundReferences: true,
    authorize: ({ installments, ...sale }) => {
      const usual = STATUSES[sale.card.number] ?? (sale.capture_later ? "authorized" : "approved")
      return sell(sale, "card", usual, { installments })
    },
    createPix: ({ lifetime_seconds, ...sale }) => sell(sale, "pix", "action_required", { lifetime_seconds }),
    createBoleto: ({ due_date, ...sale }) => sell(sale, "boleto", "action_required", { due_date }),
    verify: (account, { number }) =>
      respond(account, "verify", (trouble) => {
        if (trouble === "refused" || number === CARDS.declined)
          return { result: "refused", code: "card_declined", message: "The bank refuses this card." }
        return { result: trouble === "unavailable" ? "unavailable" : "approved" }
      }),
    refund: ({ account, reference, charge, amount }) =>
      respond(account, "refund", async (trouble): Promise<RefundOutcome> => {
        if (trouble === "refused") return { result: "refused", message: "The bank does not give this back." }
        if (trouble === "by_hand" || trouble === "unavailable" || trouble === "unknown") return { result: trouble }
        if (!hasTaken.get(account, charge)) return { result: "refused", message: "There is no such money to give back." }
        const visible_at = await visibleAt(account, "refunds")
        insertRefund.run({ account, reference, charge, amount, hidden: Number(trouble === "late"), visible_at })
        return { result: "refunded" }
      }),
    lookUp: (account, reference) =>
      respond(account, "look_up", async (trouble) => {
        if (trouble === "unavailable" || trouble === "unknown") return { result: trouble }
        const now = await timeOf(account)
        const found = trouble === "nothing_yet" ? [] : findSale.all(account, reference, now)
        const [sale, ...more] = found.map((each) => captures.shown(each, now))
        return sale && outcomeOf(sale, more, (charge) => sumOfRefunds.get(account, charge)!)
      }),
    lookUpRefund: ({ account, reference }) =>
      respond(account, "look_up_refund", async (trouble): Promise<RefundOutcome | undefined> => {
        if (trouble === "refused") return { result: "refused", message: "The bank does not give this back." }
        if (trouble === "by_hand") return { result: "by_hand" }
        const refund = trouble === "nothing_yet" ? undefined : findRefund.get(account, reference, await timeOf(account))
        return refund && { result: "refunded" }
      }),
    holds: ({ account, charge }) =>
      respond(account, "holds", (trouble) => {
        const sale = trouble === "nothing_yet" ? undefined : saleOfCharge.get(account, charge)
        return sale && holdingsOf(sale, sumOfRefunds.get(account, charge) ?? 0)
      }),
    voidPix: ({ account, charge }) =>
      respond(account, "void_pix", (trouble) => {
        if (trouble === "unavailable" || trouble === "unknown") return { result: trouble }
        return { result: voidSale.run(account, charge).changes === 1 ? "voided" : "refused" }
      }),
    capture: ({ account, charge, amount }) =>
      respond(account, "capture", async (trouble): Promise<CaptureOutcome> => {
        if (trouble === "unavailable" || trouble === "unknown") return { result: trouble }
        if (trouble === "refused") return { result: "refused", code: "card_declined", message: "The bank does not capture this." }
        const visible_at = await visibleAt(account, "captures")
        captures.capture({ account, charge, amount, made_by: "call", at: await timeOf(account), visible_at })
        const sale = saleOfCharge.get(account, charge)
        const outcome = sale && outcomeOf(sale, [], (of) => sumOfRefunds.get(account, of)!)
        if (outcome?.result === "approved") return outcome
        return { result: "refused", code: "processing_error", message: "There is nothing to capture." }
      }),
    release: ({ account, charge }) =>
      respond(account, "release", (trouble) => {
        if (trouble === "unavailable" || trouble === "unknown") return { result: trouble }
        return { result: captures.release(account, charge) ? "voided" : "refused" }
      }),
    finishChallenge: (account, reference, passed) =>
      respond(account, "finish_challenge", (trouble) => {
        if (trouble === "unavailable" || trouble === "unknown") return { result: trouble }
        decideWaiting(ledger, account, passed ? "approved" : "refused", reference)
        return outcomeOf(saleOf.get(account, reference)!)
      }),
  }
}

function decideWaiting(ledger: Sqlite.Database, account: string, status: Status, reference?: string): void {
  const which = reference === undefined ? "" : "AND reference = @reference"
  const sql = `UPDATE sales SET status = @status WHERE account = @account AND status IN ('action_required', 'pending') ${which}`
  ledger.prepare(sql).run({ account, status, ...(reference === undefined ? {} : { reference }) })
}

/** Waits until the trouble changes from `trouble`, and returns the new one. */
async function waitWhile(trouble: Trouble, now: () => string | undefined): Promise<string | undefined> {
  for (;;) {
    const current = now()
    if (current !== trouble) return current
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
