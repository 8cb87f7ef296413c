// Compares what was authorized and captured with what merchants were told of it, once everything has settled.
import { text } from "../../src/db/columns.ts"
import type { Database } from "../../src/db/database.ts"
import { listCommitted } from "../../src/events/list/order.ts"
import { type EventRow, events } from "../../src/events/list/table.ts"
import type { AttemptRow } from "../../src/payments/attempts/table.ts"
import type { IntentRow } from "../../src/payments/intents/table.ts"
import type { BankCapture, BankSale } from "../../test/support/banks/bank.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import type { Answered } from "../merchants/shop.ts"
import { line } from "./line.ts"

/** Events by the ids of what they are about, in the order of the list. */
export type Told = Map<string, Pick<EventRow, "type" | "body">[]>

type Ours = { intents: IntentRow[]; attempts: AttemptRow[]; told: Told; answers: readonly Answered[] }
type Theirs = { sales: BankSale[]; captures: BankCapture[] }

/** A capture in the portal this long before the end of a payment was there when its acquirer was asked for the last time. */
const MAX_ASKING_SECONDS = 300

const eventsOf = testOnly(
  events.statement(["account", { of: text() }], (rows, p) =>
    rows.where({ account: p.account }).whereRaw("type LIKE ?", [p.of]).orderBy("seq").select("type", "body"),
  ),
)

/** Reads the events of an account, or those whose types begin so: `payout.` The newest ones get their places first, as when they are listed. */
export async function readTold(database: Database, account: string, type = ""): Promise<Told> {
  await listCommitted(database, account)
  const found = await database.all(eventsOf, { account, of: `${type}%` })
  return Map.groupBy(found, ({ body }): string => JSON.parse(body).data.object.id)
}

/** What merchants were told of payments that are captured later, whatever the acquirer is. */
export function checkCapturing({ intents, told, answers }: Omit<Ours, "attempts">): string[] {
  const answered = Map.groupBy(answers, ({ response }): unknown => response.body?.id)
  return intents
    .filter(isCapturedLater)
    .flatMap((intent) => [...checkTurns(told, intent), ...checkShown({ told, answers: answered.get(intent.id) ?? [] }, intent)])
}

export function checkCaptures(ours: Ours, { sales, captures }: Theirs): string[] {
  const intents = new Map(ours.intents.filter(isCapturedLater).map((intent) => [intent.id, intent]))
  const paid = new Map(ours.attempts.flatMap(({ charge, payment_intent }) => (payment_intent ? [[charge, payment_intent]] : [])))
  return [
    ...checkCapturing(ours),
    ...sales.filter(({ status }) => status === "authorized").map((sale) => line("the bank holds a card for nothing", sale)),
    ...captures.flatMap((capture) => {
      const intent = intents.get(paid.get(capture.charge) ?? "")
      return intent && isMissed(capture, intent) ? [line("a captured payment expired", intent, capture)] : []
    }),
  ]
}

function isCapturedLater({ capture_method }: IntentRow): boolean {
  return capture_method === "manual"
}

const CAPTURABLE = "payment_intent.amount_capturable_updated"
const PROCESSING = "payment_intent.processing"

/** A payment waits for its merchant and for its acquirer in turns, and each event shows it so. */
function checkTurns(told: Told, intent: IntentRow): string[] {
  const waits = (told.get(intent.id) ?? []).filter(({ type }) => type === CAPTURABLE || type === PROCESSING)
  // Only what can be captured is canceled or expires.
  const isLet = intent.status === "canceled" && (intent.expired || intent.last_payment_error === null)
  const isRight =
    waits.every(({ type }, i) => type !== waits[i - 1]?.type) &&
    (!isLet || intent.authorized_amount === null || waits.at(-1)?.type === CAPTURABLE) &&
    waits.some(({ type }) => type === CAPTURABLE) === (intent.authorized_amount !== null) &&
    waits.every(({ type, body }) => {
      const { status, amount_capturable } = JSON.parse(body).data.object
      return type === CAPTURABLE ? status === "requires_capture" && amount_capturable > 0 : status === "processing"
    })
  return isRight ? [] : [line(`the events of a capture are wrong: ${waits.map(({ type }) => type).join(", ")}`, intent)]
}

/** Nobody is shown a payment that has succeeded with another amount than that which was captured in the end. `answers` are those about it. */
function checkShown({ told, answers }: Pick<Ours, "told" | "answers">, intent: IntentRow): string[] {
  const answered = answers.map(({ response }) => response.body)
  const shown = [...(told.get(intent.id) ?? []).map(({ body }) => JSON.parse(body).data.object), ...answered]
  const wrong = shown.filter(({ status, amount_received }) =>
    status === "succeeded" ? amount_received !== intent.amount : amount_received > 0,
  )
  return wrong.slice(0, 1).map((each) => line("a payment was shown with an amount that was not captured", intent, each))
}

/** Whether a payment has expired that was captured in the bank's portal long before. */
function isMissed({ made_by, at }: BankCapture, { expired, ended_at }: IntentRow): boolean {
  return expired && made_by === "portal" && at > 0 && ended_at !== null && at + MAX_ASKING_SECONDS < ended_at
}
