// Bugs of payouts: what they take, what becomes of it, and what the bank is told.
import { inWorld, type Planted } from "./planted-kind.ts"

type Bug = Omit<Planted, "world">

const CLAIMS = "src/payouts/claims.ts"
const CREATE = "src/payouts/create.ts"
const MOVE = "src/payouts/move.ts"
const EXPORT = "src/payouts/files/export.ts"
const IMPORT = "src/payouts/files/import.ts"
const BANK_ACCOUNTS = "src/payouts/bank-accounts.ts"

const OF_TAKING: Bug[] = [
  {
    name: "a payout takes what another one has",
    file: CLAIMS,
    right: `     AND (SELECT taken.account FROM payout_transactions AS taken WHERE taken.account = it.account AND taken.balance_transaction = it.id) IS NULL
     ON CONFLICT (account, balance_transaction) DO NOTHING`,
    wrong: "     ON CONFLICT (account, balance_transaction) DO UPDATE SET payout = excluded.payout",
  },
  {
    name: "a payout takes money that comes tomorrow",
    file: "src/ledger/totals/unpaid.ts",
    right: "today: dateOf(dayOf(now))",
    wrong: "today: dateOf(dayOf(now) + 1)",
  },
  {
    name: "a payout leaves refunds out",
    file: CLAIMS,
    right: `!type.startsWith("payout")`,
    wrong: `!type.startsWith("payout") && type !== "refund"`,
  },
  {
    name: "a payout costs nothing",
    file: CREATE,
    right:
      "if (amount <= 0 || amount < minimum) throw tooLittle(amount, minimum, currency)\n    bookPlatform(tx, scope, currency, linesOf(id, amount, terms.payout_fee, now))",
    wrong:
      "if (amount <= 0 || amount < minimum) throw tooLittle(amount, minimum, currency)\n    bookPlatform(tx, scope, currency, linesOf(id, amount, 0, now))",
  },
  {
    name: "a payout is made below the minimum",
    file: CREATE,
    right: "amount <= 0 || amount < minimum",
    wrong: "amount <= 0",
  },
]

const OF_MOVING: Bug[] = [
  {
    name: "a payout that failed keeps what it took",
    file: MOVE,
    right: "releaseTaken(tx, account, id)",
    wrong: "void releaseTaken",
  },
  {
    name: "a payout that failed keeps its fee",
    file: MOVE,
    right: "bookPlatform(tx, scope, currency, undone)",
    wrong: `bookPlatform(tx, scope, currency, undone.filter(({ type }) => type !== "fee"))`,
  },
  {
    name: "a payout that was sent is canceled",
    file: "src/payouts/store.ts",
    right: `payouts.update(["account", "id", { status: "from" }], [{ status: "to" }, ...CHANGED], (rows) =>`,
    wrong: `payouts.update(["account", "id"], [{ status: "to" }, ...CHANGED], (rows) =>`,
  },
  {
    name: "a payout that failed is not told",
    file: MOVE,
    right: `recordEvent(tx, scope, "payout.failed", presentPayout(failed, tx.livemode))`,
    wrong: "",
  },
  {
    name: "a payout is decided on the day on which it is sent",
    file: "src/payouts/work.ts",
    right: "const decidedOn = bankingDaysAfter(dayOf(now), 1)",
    wrong: "const decidedOn = dayOf(now)",
  },
  {
    name: "a schedule pays each hour",
    file: "src/payouts/work.ts",
    right: "nextPayoutAt(settings.schedule, now)",
    wrong: "now + 3600",
  },
]

const OF_FILES: Bug[] = [
  {
    name: "a payout takes money that its acquirer pays",
    file: CLAIMS,
    right: "it.currency = ? AND it.funds = 'platform'",
    wrong: "it.currency = ?",
  },
  {
    name: "what was sent is in the next file again",
    file: EXPORT,
    right: `  rows
    .whereRaw("status = 'pending'")
    .where({ currency: "brl" })
    .whereNot({ method: "acquirer" })
    .update(`,
    wrong: `  rows
    .whereRaw("status IN ('pending', 'in_transit')")
    .where({ currency: "brl" })
    .whereNot({ method: "acquirer" })
    .update(`,
  },
  {
    name: "a file is printed with today's bank account",
    file: EXPORT,
    right: "must(await findBankAccount(db, account, must(payout.bank_account, id)), id)",
    wrong: `must((await (await import("../bank-accounts.ts")).bankAccountsOf(db, { account, now: Date.now() / 1000 })).current, id)`,
  },
  {
    name: "what no file has told is paid",
    file: IMPORT,
    right: `if (payout.file === null) return "unmatched"`,
    wrong: "",
  },
  {
    name: "a line that was read is read again",
    file: IMPORT,
    right: "const digest = digestOf(line)",
    wrong: `const digest = digestOf(line) + newId("prl")`,
  },
  {
    name: "a line that fits nothing is taken for known",
    file: IMPORT,
    right: `if (!(error instanceof Refusal)) throw error
    return "unmatched"`,
    wrong: `if (!(error instanceof Refusal)) throw error
    return "known"`,
  },
  {
    name: "a new bank account counts before its release",
    file: BANK_ACCOUNTS,
    right: "counts_from <= now && (!needs_release || released_at !== null)",
    wrong: "counts_from <= now",
  },
  {
    name: "a new bank account counts at once",
    file: BANK_ACCOUNTS,
    right: "counts_from <= now && (!needs_release || released_at !== null)",
    wrong: "!needs_release || released_at !== null",
  },
  {
    name: "what was available before payouts were opened is paid out",
    file: "src/payouts/open.ts",
    right: "const { net: paid_before } = await takeAvailable(tx, scope, currency, null)",
    wrong: "const paid_before = 0",
  },
]

export const OF_PAYOUTS = [...inWorld("bank", [...OF_TAKING, ...OF_MOVING]), ...inWorld("cielo", OF_FILES)]
