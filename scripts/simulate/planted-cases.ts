// Bugs of chargeback cases and of the answers to them.
import { inWorld } from "./planted-kind.ts"

const ANSWERING = "src/payments/chargebacks/answering.ts"
const POLL = "src/payments/chargebacks/poll.ts"
const APPLY = "src/payments/chargebacks/apply.ts"
const JUDGE = "src/payments/chargebacks/judge.ts"

export const OF_CASES = inWorld("cases", [
  {
    name: "an answer to a case is sent again when nobody knows what became of it",
    file: ANSWERING,
    right: `const learned = answer.state === "sent" ? await learn(scope, desk, row, answer) : "open"`,
    wrong: `const learned: Learned = "open"`,
  },
  {
    name: "no commit says that an answer to a case begins",
    file: ANSWERING,
    right: `.update({ state: "sent", tries: p.tries, sent_at: p.sent_at, due_at: p.due_at })`,
    wrong: `.update({ tries: p.tries, sent_at: p.sent_at, due_at: p.due_at })`,
  },
  {
    name: "an answer to a case whose outcome is unknown counts as given",
    file: ANSWERING,
    right: `return later(scope, answer, "sent", "the acquirer did not say whether it took the answer")`,
    wrong: `return settleAnswer(scope, answer, "done")`,
  },
  {
    name: "a refusal of a case is sent as an acceptance",
    file: ANSWERING,
    right: `if (kind === "accept") return await`,
    wrong: `if (kind) return await`,
  },
  {
    name: "the deadline of a case is forgotten",
    file: JUDGE,
    right: "return day === undefined ? null : startOfDay(day + 1) - 1",
    wrong: "return null",
  },
  {
    name: "the first case of a list is skipped",
    file: POLL,
    right: "items.push(...found.items)",
    wrong: "items.push(...found.items.slice(1))",
  },
  {
    name: "a case is not listed again after a process has died with its list",
    file: POLL,
    right: "const heard = await listAll(scope, desk)",
    wrong: `await database.transaction((tx) => tx.run(setListed, { account, id, was_due_at, due_at: now + 40 * HALF_A_DAY, listed_at: now }))
  const heard = await listAll(scope, desk)`,
  },
  {
    name: "a case that goes on stays decided",
    file: JUDGE,
    right: "const waiting = pending.filter(({ step }) => !treated.has(step) && step !== known?.treated_step).at(-1)",
    wrong: "const waiting = known?.treated_step ? undefined : pending.filter(({ step }) => !treated.has(step)).at(-1)",
  },
  {
    name: "a case that was won stays under review",
    file: JUDGE,
    right: "return steps.findLast((step) => step.verdict !== null && counts(step))?.verdict ?? null",
    wrong: `return steps.findLast((step) => step.verdict === "lost" && counts(step))?.verdict ?? null`,
  },
  {
    name: "a chargeback that its case and a look-up tell is booked twice",
    file: APPLY,
    right: "const dispute = own ?? (await disputeWithoutCase(tx, intent, of, row))",
    wrong: "const dispute = own",
  },
])
