// Bugs of what payments bring: their fees, their days, and what is taken back.
import { inWorld, type Planted } from "./planted-kind.ts"

type Bug = Omit<Planted, "world">

const TAKE = "src/ledger/parts/take.ts"
const UNDO = "src/ledger/parts/undo.ts"
const MOVEMENT = "src/ledger/parts/movement.ts"
const PAYMENT = "src/ledger/parts/payment.ts"
const STORE = "src/payments/refunds/store.ts"
const BOOKING = "src/payments/inquiries/booking.ts"

const OF_PRICES: Bug[] = [
  {
    name: "the fixed fee is charged for each installment",
    file: PAYMENT,
    right: "const fees = split(feeOf(amount, price), times.length)",
    wrong: "const fees = amounts.map((each) => feeOf(each, price))",
  },
  {
    name: "all installments come with the first",
    file: "src/ledger/terms/available-on.ts",
    right: "(index + 1) * settles.days",
    wrong: "settles.days",
  },
  {
    name: "installments cost what one payment costs",
    file: "src/ledger/terms/price.ts",
    right: "installments >= from &&\n    installments <= to",
    wrong: "installments >= from",
  },
  {
    name: "the brand of a card does not matter",
    file: "src/ledger/terms/price.ts",
    right: "price.brands.includes(brand)",
    wrong: "true",
  },
]

const OF_PARTS: Bug[] = [
  {
    name: "a refund has the terms of today",
    file: "src/ledger/book.ts",
    right: "const terms = await termsOf(tx, account, about.currency, success?.terms ?? null)",
    wrong: `const { terms } = await (await import("./terms/store.ts")).termsNow(tx, account, about.currency)`,
  },
  {
    name: "money to come is taken the earliest first",
    file: TAKE,
    right: "b.available_on - a.available_on",
    wrong: "a.available_on - b.available_on",
  },
  {
    name: "a part of a payment is taken twice",
    file: TAKE,
    right: "left: part.amount + changeOf(part, lines)",
    wrong: "left: part.amount",
  },
  {
    name: "money that has come is taken from its part",
    file: TAKE,
    right: `type === "payment" && available_on > now`,
    wrong: `type === "payment"`,
  },
]

const OF_REFUNDS: Bug[] = [
  {
    name: "the fee that goes back is rounded for each refund",
    file: TAKE,
    right: `let gone = -sum(TAKING, "amount")
  let returned = -sum(TAKING, "fee")`,
    wrong: "let [gone, returned] = [0, 0]",
  },
  {
    name: "what a refund took comes back at once if it fails",
    file: UNDO,
    right: "Math.max(line.available_on, now)",
    wrong: "now",
  },
  {
    name: "the fee that went back stays there if the refund fails",
    file: UNDO,
    right: "fee: 0 - line.fee",
    wrong: "fee: 0",
  },
  {
    name: "a refund that failed costs its own fee",
    file: MOVEMENT,
    right: "[...undoingLines(own, now), ...feeLines(lines, source, 0, now)]",
    wrong: "undoingLines(own, now)",
  },
  {
    name: "a refund that failed stays taken",
    file: STORE,
    right: `await book(tx, { ...scope, account }, { id: payment_intent, currency }, { moved: "refund_undone", refund: id })`,
    wrong: "",
  },
]

const OF_DISPUTES: Bug[] = [
  {
    name: "a dispute costs what a refund costs",
    file: STORE,
    right: `is_dispute: reason === "dispute"`,
    wrong: "is_dispute: false",
  },
  {
    name: "a dispute costs nothing",
    file: "src/payments/disputes/disputes.ts",
    right: `await book(tx, scope, intent, { moved: "dispute", dispute: id })`,
    wrong: "",
  },
  {
    name: "all of a dispute is lost beyond its payment",
    file: "src/payments/disputes/excess.ts",
    right: "amount: taken ? dispute.excess : 0",
    wrong: "amount: taken ? dispute.amount : 0",
  },
]

const OF_DIFFERENCES: Bug[] = [
  {
    name: "what was taken beyond an accepted payment is nobody's",
    file: "src/payments/intents/settle-charge.ts",
    right: "amount: amount - paid.amount }",
    wrong: "amount: 0 }",
  },
  {
    name: "what was taken beyond a payment and has gone back is still there",
    file: BOOKING,
    right: "amount: excessGone(held, intent, refunded)",
    wrong: "amount: 0",
  },
]

export const OF_LEDGER = [
  ...inWorld("cielo", OF_PRICES),
  ...inWorld("parts", OF_PARTS),
  ...inWorld("bank", OF_REFUNDS),
  ...inWorld("chargebacks", OF_DISPUTES),
  ...inWorld("amounts", OF_DIFFERENCES),
  ...inWorld("portal", [
    {
      name: "a refund in the portal takes nothing of the balance",
      file: STORE,
      right: `await book(tx, scope, intent, { moved: "refund", refund: id`,
      wrong: `if (!row.reported) await book(tx, scope, intent, { moved: "refund", refund: id`,
    },
  ]),
  ...inWorld("bank", [
    {
      name: "money is available a day late",
      file: "src/ledger/totals/read.ts",
      right: "kind = 'net' AND code <= ?",
      wrong: "kind = 'net' AND code < ?",
    },
  ]),
]
