// What merchants and payers chose, as they said it in their requests, and what arrived of it at the bank.
import type { AttemptRow } from "../../src/payments/attempts/table.ts"
import type { BankSale } from "../../test/support/banks/bank.ts"
import type { Answered } from "../merchants/shop.ts"
import { line } from "./line.ts"

const DAY = 86_400
const BRASILIA = -3 * 3600
/** A call may take so long, and the clocks of two processes differ by less. */
const LATE_SECONDS = 120
/** A code that is made late can still be paid for so long. */
const LEAST_LIFETIME = 60

type Chosen = {
  card?: { max_installments?: number | null }
  pix?: { expires_after_seconds?: number | null }
  boleto?: { expires_after_days?: number | null }
}
type Ours = { attempts: readonly AttemptRow[]; answers: readonly Answered[] }

/** Returns the sales at the bank that are otherwise than what was chosen. */
export function checkChosen(sales: readonly BankSale[], { attempts, answers }: Ours): string[] {
  const attemptOf = new Map(attempts.map((attempt) => [attempt.reference, attempt]))
  const created = answers.filter(({ path, response }) => path === "/v1/payment_intents" && response.status === 201)
  const answersTo = Map.groupBy(answers, ({ path }) => path)
  const chosenFor = new Map(created.map(({ body, response }) => [response.body.id, optionsIn(body)]))
  return sales.flatMap((sale) => {
    const attempt = attemptOf.get(sale.reference)
    if (!attempt?.payment_intent) return []
    const chosen = chosenFor.get(attempt.payment_intent) ?? {}
    const confirms = answersTo.get(`/v1/payment_intents/${attempt.payment_intent}/confirm`) ?? []
    return checkSale(sale, attempt, chosen, confirms).map((what) => line(what, sale, attempt, chosen))
  })
}

function checkSale(sale: BankSale, { created }: AttemptRow, chosen: Chosen, confirms: readonly Answered[]): string[] {
  const { installments, lifetime_seconds, expires_at, due_date } = sale
  const asked = confirms.map(({ body }) => ("installments" in body ? Number(body.installments) : 1))
  const isAsked = installments === null || (asked.length === 0 ? [1] : asked).includes(installments)
  const seconds = chosen.pix?.expires_after_seconds ?? null
  const isLate = lifetime_seconds === LEAST_LIFETIME
  const end = seconds === null ? null : created + seconds
  const isPix = lifetime_seconds === null || expires_at === null || end === null || isLate
  const days = chosen.boleto?.expires_after_days ?? null
  const expected = days === null ? due_date : new Date((created + BRASILIA + days * DAY) * 1000).toISOString().slice(0, 10)
  return [
    ...(isAsked && (installments ?? 1) <= (chosen.card?.max_installments ?? 12)
      ? []
      : [`a card is charged in ${installments} installments, and ${asked} were asked for`]),
    ...(isPix || Math.abs(expires_at - end) <= LATE_SECONDS
      ? []
      : [`a PIX can be paid until ${expires_at}, and not until ${end}`]),
    ...(due_date === null || due_date === expected ? [] : [`a boleto is due on ${due_date}, and not on ${expected}`]),
  ]
}

function optionsIn(body: object): Chosen {
  return "payment_method_options" in body ? (body.payment_method_options as Chosen) : {}
}
