// Bugs of PIX at the merchant's own bank.
import { inWorld } from "./planted-kind.ts"

const PIX = "src/acquirers/bank-pix/pix.ts"
const REFUNDS = "src/acquirers/bank-pix/refunds.ts"
const OUTCOMES = "src/acquirers/bank-pix/outcomes.ts"
const COMPARE = "src/payments/listings/compare.ts"

export const OF_OWN_BANK = inWorld("pix", [
  {
    name: "what a fraud takes back (MED) is booked as a refund",
    file: PIX,
    right: `isMed: textOf(natureza)?.startsWith("MED_") === true`,
    wrong: "isMed: false",
  },
  {
    name: "a devolução that was not made counts as gone back",
    file: PIX,
    right: `returns.filter(({ status }) => status === "DEVOLVIDO")`,
    wrong: "returns",
  },
  {
    name: "a devolução that is under way counts as made",
    file: REFUNDS,
    right: `return { result: "pending" }`,
    wrong: `return { result: "refunded" }`,
  },
  {
    name: "money that only the bank's list has is kept",
    file: COMPARE,
    right: "return (await differsFromReturned(db, known, intent, reversal)) ? { charge } : undefined",
    wrong: "return undefined",
  },
  {
    name: "money that was paid to another key with the charge's id counts",
    file: OUTCOMES,
    right: "paid === undefined || paid.toLowerCase() === key.toLowerCase()",
    wrong: "paid !== key.toUpperCase()",
  },
  {
    name: "a refund whose answer is lost is ordered again under another id",
    file: REFUNDS,
    right: `path: pathOf(order), body }, signal)
    if (written.result === "unavailable") return written
    const found = returnIn(written) ?? (await findReturn(account, order, signal))`,
    wrong: `path: pathOf({ ...order, reference: "again".repeat(tries) + order.reference }), body }, signal)
    if (written.result === "unavailable") return written
    const found = returnIn(written)`,
  },
  {
    name: "a refund that the bank could not make counts as made",
    file: REFUNDS,
    right: `return { result: "refused", message: \`The bank did not send the money back\${reason ? \`: \${wordsOf(reason)}\` : ""}.\` }`,
    wrong: `return { result: "refunded" }`,
  },
  {
    name: "what is taken back of a part of a payment (MED) is booked as the whole",
    file: PIX,
    right: "const charged_back = sum(true)",
    wrong: "const charged_back = sum(true) > 0 ? cents - sum(false) : 0",
  },
  {
    name: "money that a stranger's key has got under a txid of ours is sent back",
    file: "src/acquirers/bank-pix/listing.ts",
    right: "if (txid === undefined || reference === undefined || (key !== undefined && key.toLowerCase() !== ownKey)) return []",
    wrong: "if (txid === undefined || reference === undefined || key === ownKey.toUpperCase()) return []",
  },
])
