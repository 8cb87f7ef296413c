// Bugs of what becomes of disputes.
import { inWorld } from "./planted-kind.ts"

const CLOSE = "src/payments/disputes/close.ts"

export const OF_DISPUTES = inWorld("disputes", [
  {
    name: "a dispute that was won keeps its money",
    file: CLOSE,
    right: "await giveBack(tx, scope, intent, dispute)",
    wrong: "",
  },
  {
    name: "what a dispute took beyond its payment stays lost although it was won",
    file: CLOSE,
    right: `await book(tx, scope, { ...intent, funds }, { moved: "excess", dispute: dispute.id, amount: 0 })`,
    wrong: "",
  },
  {
    name: "the time to answer a chargeback never passes",
    file: CLOSE,
    right: "due_at !== null && due_at <= scope.now",
    wrong: "due_at !== null && due_at < 0",
  },
  {
    name: "a chargeback that was refused is lost",
    file: "src/payments/disputes/state.ts",
    right: `needs_response: { refuse: "under_review"`,
    wrong: `needs_response: { refuse: "lost"`,
  },
  {
    name: "a case that is taken again takes nothing",
    file: CLOSE,
    right: "const taken = await takeOf(tx, scope, intent, dispute)",
    wrong: "const taken = { refund: dispute.refund, excess: dispute.excess }",
  },
  {
    name: "disputes do not take what becomes free",
    file: "src/payments/disputes/taking.ts",
    right: "(await disputesOf(tx, intent)).filter(isOpenExcess)",
    wrong: "(await disputesOf(tx, intent)).filter(() => false)",
  },
])
