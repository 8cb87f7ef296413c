// Bugs of reading statements, and of what is posted for them.
import { inWorld } from "./planted-kind.ts"

const DEPOSIT = "src/statements/settling/deposit.ts"
const LINES = "src/statements/settling/lines.ts"
const CLAIMS = "src/statements/settling/claims.ts"
const IMPORT = "src/statements/importing/import.ts"

export const OF_STATEMENTS = inWorld("statements", [
  {
    name: "a unit that another file tells again is paid twice",
    file: "src/statements/matching/deposits.ts",
    right: "const current = lines.filter((line) => line.file === files.get(subjectOf(line)))",
    wrong: "const current = lines.map((line) => ({ ...line, key: [line.key, line.file].join() }))",
  },
  {
    name: "a deposit takes what another one has",
    file: DEPOSIT,
    right: "return known.map((rows) => rows.filter(({ id }) => !taken.has(id)))",
    wrong: "return known.map((rows) => [...rows])",
  },
  {
    name: "the fee is posted each time that a sale is looked at",
    file: "src/statements/settling/subject.ts",
    right: "keepParts(tx, { account, payment_intent }, change.parts)",
    wrong: "",
  },
  {
    name: "a refund is not recognized although it is ours",
    file: CLAIMS,
    right: `await claim(tx, matters, "refund", returned.filter((refund) => !isFailed(refund)).map(pieceOfRefund))`,
    wrong: "",
  },
  {
    name: "a file that a process has died with is never read on",
    file: "src/statements/importing/files.ts",
    right: `WHERE statement_files.held_until_ms <= \${nowMs(k)}`,
    wrong: "WHERE 1 = 0",
  },
  {
    name: "a file that is read on after a crash begins a line too late",
    file: IMPORT,
    right: `  for await (const item of readStatement(source.chunks())) {
    if (isStored(item)) batch.push(item)`,
    wrong: `  const begun: Set<string> = ((globalThis as { begun?: Set<string> }).begun ??= new Set())
  const from = begun.has(place.file) ? 3 : 0
  begun.add(place.file)
  for await (const item of readStatement(source.chunks())) {
    if (isStored(item) && item.line >= from) batch.push(item)`,
  },
  {
    name: "lines count before their file was read whole",
    file: LINES,
    right: "JOIN account_statements AS read ON read.account = it.account AND read.file = it.file",
    wrong: "JOIN statement_files AS read ON read.id = it.file",
  },
  {
    name: "what a file has changed is forgotten where the process dies",
    file: "src/statements/importing/touched.ts",
    right: "      wakeAccount(tx, account, now)\n",
    wrong: "",
  },
  {
    name: "a day counts as settled before its deposits are booked",
    file: "src/statements/settling/work.ts",
    right: `else if (part.kind === "payments") return (await settleDeposits(scope, part.day)) ? "done" : "again"`,
    wrong: `else if (part.kind === "payments") {
      await mode.database.transaction(async (tx) => checkedDay(tx, scope.account, "payments", part.day, null))
      mode.checkpoint("statement: day checked")
      return (await settleDeposits(scope, part.day)) ? "done" : "again"
    }`,
  },
  {
    name: "a deposit that was sent is never paid",
    file: DEPOSIT,
    right: "return payIfPaid(tx, scope, current, deposit)",
    wrong: "return",
  },
  {
    name: "a debit that Cielo holds counts as taken",
    file: "src/statements/matching/deposits.ts",
    right: `else if (settlement === "held" || settlement === "unsure" || !destination)`,
    wrong: `else if (settlement === "unsure" || !destination)`,
  },
  {
    name: "a sale without a line is not missed",
    file: "src/statements/settling/only-here.ts",
    right: "if (!isMissing) await setDifferences(tx, scope, subject, [])",
    wrong: "if (type !== undefined) await setDifferences(tx, scope, subject, [])",
  },
  {
    name: "a sale that came late stays missing",
    file: "src/statements/settling/subject.ts",
    right: "await setDifferences(tx, scope, subjectOfMissing(payment_intent), [])",
    wrong: "",
  },
  {
    name: "a rental is posted for each file that has it",
    file: "src/statements/settling/entries.ts",
    right: "rows: await rowsOf(tx, row, intent),",
    wrong: "rows: intent ? await rowsOf(tx, row, intent) : [],",
  },
])
