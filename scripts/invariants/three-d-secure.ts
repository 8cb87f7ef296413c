// Compares the authentications of payers with what the MPI has answered, and the sales with what was demanded. The MPI's sessions say which sale
// carried which of them.
import type { ThreeDSecure } from "../../src/acquirers/authentication.ts"
import type { Database } from "../../src/db/database.ts"
import type { AttemptRow } from "../../src/payments/attempts/table.ts"
import { type AuthenticationRow, authentications } from "../../src/payments/authentication/table.ts"
import type { IntentRow } from "../../src/payments/intents/table.ts"
import type { Entry } from "../../test/cielo/control.ts"
import type { SessionEntry } from "../../test/cielo/mpi/sessions.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import type { Books } from "../live-mode/books.ts"
import type { Notes } from "../live-mode/till.ts"
import { line } from "./line.ts"

const authenticationsOf = testOnly(authentications.find(["account"]))

/** The code with which the simulator's issuers ask for an authentication. */
const SOFT_DECLINE = "1A"
/** Those of the issuer, and of the network in its stead. */
const INDICATORS: Record<string, { authenticated: string; attempted: string }> = {
  Visa: { authenticated: "05", attempted: "06" },
  Elo: { authenticated: "05", attempted: "06" },
  Amex: { authenticated: "05", attempted: "06" },
  Master: { authenticated: "02", attempted: "01" },
}
/** A sale that was on its way when a card was detached has arrived by then. */
const ON_ITS_WAY = 120

/** `listed`: the payments that wait for the operator. */
type Known = { sessions: readonly SessionEntry[]; notes: Notes; listed: ReadonlySet<string | null> }
type Payment = { intent: IntentRow; attempts: AttemptRow[]; sales: Entry[]; sessions: SessionEntry[] }

/** Returns what is wrong, once everything has come to rest. */
export async function checkAuthentications(
  database: Database,
  account: string,
  { intents, attempts, sales }: Pick<Books, "intents" | "attempts" | "sales">,
  { sessions, notes, listed }: Known,
): Promise<string[]> {
  const rows = await database.all(authenticationsOf, { account })
  const charges = attempts.filter(({ kind }) => kind === "charge")
  const byCard = sales.filter(({ type }) => type === "CreditCard" || type === "DebitCard")
  const payments = intents.map((intent): Payment => {
    const own = charges.filter(({ payment_intent }) => payment_intent === intent.id)
    const orders = own.map(({ reference }) => reference)
    return {
      ...{ intent, attempts: own, sales: byCard.filter(({ order_id }) => orders.includes(order_id)) },
      sessions: sessions.filter(({ order }) => order !== null && orders.includes(order)),
    }
  })
  return [
    ...payments.flatMap((payment) => {
      const wanted = notes.wanted.get(payment.intent.id)
      const told = notes.told.filter(({ intent }) => intent === payment.intent.id).map(({ state }) => state)
      const { intent, ...facts } = payment
      return [
        ...checkSales(payment, notes),
        ...checkShown(payment),
        ...(listed.has(intent.id) ? [] : checkTold(intent, told)),
      ].map((what) => line(what, { wanted, told }, intent, ...facts.attempts, ...facts.sales, ...facts.sessions))
    }),
    ...rows.flatMap((row) => checkForgotten(row, attempts)),
  ]
}

function checkSales({ intent, sales, sessions }: Payment, notes: Notes): string[] {
  const [wanted, detached] = [notes.wanted.get(intent.id), notes.detached.get(intent.id)]
  const wasAsked = ({ transaction_id }: SessionEntry) => transaction_id !== null && notes.asked.has(transaction_id)
  const paid = sales.filter(({ captured }) => captured > 0)
  const inOrder = [...sales].sort((a, b) => a.created.localeCompare(b.created))
  const wasRefused = (sale: Entry) =>
    inOrder.slice(0, inOrder.indexOf(sale)).some(({ return_code }) => return_code === SOFT_DECLINE)
  return [
    ...(paid.length > 0 && notes.left.has(intent.id) ? ["a payer was charged who has only given up"] : []),
    ...(paid.length > 1 ? ["the payer of one payment was charged twice"] : []),
    ...(wanted?.isPresent === false && sessions.length > 0 ? ["a payer was asked who is not there"] : []),
    ...inOrder.flatMap((sale) => {
      const proof = proofOf(sale, sessions)
      const isDemanded =
        sale.type === "DebitCard" || (wanted?.isPresent && wanted.request === "any") || (wanted?.isPresent && wasRefused(sale))
      const isProved = proof?.status === 1 && proof.has_cavv && strengthOf(proof) !== undefined
      const isAfterDetach = detached !== undefined && Date.parse(sale.created) / 1000 > detached + ON_ITS_WAY
      return [
        ...(wanted && (sale.type === "DebitCard") !== (wanted.funding === "debit") ? ["a card was charged as another kind"] : []),
        ...(isDemanded && !isProved ? ["a sale was sent without the proof that it needs"] : []),
        ...(!isProved && sessions.some((each) => each.order === sale.order_id && wasAsked(each))
          ? ["a sale was sent whose payer was asked, and did not pass"]
          : []),
        ...(isAfterDetach ? ["a card was charged that was detached"] : []),
        ...(sale.amount === (intent.authorized_amount ?? intent.amount) ? [] : ["a sale has another amount"]),
      ]
    }),
  ]
}

/** The session whose values a sale has carried. */
function proofOf({ payment_id }: Entry, sessions: readonly SessionEntry[]): SessionEntry | undefined {
  return sessions.find(({ sale }) => sale === payment_id)
}

function strengthOf({ brand, eci }: SessionEntry): "authenticated" | "attempted" | undefined {
  const { authenticated, attempted } = INDICATORS[brand ?? ""] ?? {}
  if (eci === null) return undefined
  return eci === authenticated ? "authenticated" : eci === attempted ? "attempted" : undefined
}

/** What a payment shows is what the MPI has answered in the session of its sale. */
function checkShown({ intent, sales, sessions }: Payment): string[] {
  const shown = shownOf(intent)
  const sale = sales.find(({ payment_id }) => payment_id === intent.charge)
  const proof = sale && proofOf(sale, sessions)
  if (proof) {
    const expected = expectedOf(proof)
    const isSame = shown && Object.entries(expected).every(([name, value]) => shown[name as keyof ThreeDSecure] === value)
    return isSame ? [] : [`a payment shows ${JSON.stringify(shown)}, and the MPI has answered ${JSON.stringify(expected)}`]
  }
  const isGood = shown?.liability_shifted || ["authenticated", "attempted", "data_only"].includes(shown?.result ?? "")
  if (sale && isGood) return [`a payment shows ${shown?.result}, and its sale carried nothing`]
  const isKnown = sessions.some(({ status, reason }) => status === 1 || reason === "100")
  return isGood && !isKnown ? [`a payment shows ${shown?.result}, and the MPI has not said so`] : []
}

function expectedOf(proof: SessionEntry): ThreeDSecure {
  const { status, reason, data_only, eci, version } = proof
  const strength = status === 1 ? strengthOf(proof) : undefined
  if (strength) return { result: strength, eci, version, liability_shifted: true }
  const result = data_only && reason === "100" ? "data_only" : "not_enrolled"
  return { result, eci, version, liability_shifted: false }
}

/** What a payment shows of its payer's authentication. */
export function shownOf({ payment_method_details }: IntentRow): ThreeDSecure | null {
  return payment_method_details?.card?.three_d_secure ?? null
}

/** A payer who was told an end of their payment can rely on it. */
function checkTold({ status, capture_method }: IntentRow, told: readonly string[]): string[] {
  const isKept = status === "succeeded"
  return told
    .filter((state) => (state === "succeeded" ? !isKept && capture_method === "automatic" : isKept))
    .map((state) => `a payer was told that a payment has ${state}, and it is ${status}`)
}

/** Nothing opens a session any more, and no sale can be sent with its values. */
function checkForgotten(row: AuthenticationRow, attempts: readonly AttemptRow[]): string[] {
  const attempt = attempts.find(({ id }) => id === row.attempt)
  const isOver = attempt?.state === "done" || attempt?.state === "given_up"
  if (!isOver || (row.sealed_secret === null && row.sealed_proof === null)) return []
  return [line("the secrets of an authentication are kept", { ...row, sealed_secret: "…", sealed_proof: "…" }, attempt ?? {})]
}
