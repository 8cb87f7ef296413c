import type { Clock } from "../clock.ts"
import type { Database } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import type { CardErrorCode } from "../errors.ts"
import { newId } from "../ids.ts"
import type { Acquirer, Sale, SaleOutcome } from "./acquirer.ts"

type ChargeRow = { id: string; status: "approved" | "refused"; code: CardErrorCode | null }

const insertCharge = statement<ChargeRow>((k, p) =>
  k("mock_charges")
    .insert({
      id: p.id,
      account: p.account,
      created: p.created,
      reference: p.reference,
      kind: p.kind,
      amount: p.amount,
      currency: p.currency,
      status: p.status,
      code: p.code,
    })
    .onConflict("reference")
    .ignore()
    .returning("*"),
)
const findCharge = statement<ChargeRow>((k, p) => k("mock_charges").where({ account: p.account, reference: p.reference }))

/** Test numbers whose charge is refused, and why. */
const REFUSALS: Record<string, CardErrorCode> = {
  "4000000000000002": "card_declined",
  "4000000000009995": "insufficient_funds",
  "4000000000000069": "expired_card",
  "4000000000000127": "incorrect_cvc",
}

/** Never gets through to the issuer. */
const UNAVAILABLE = "4000000000000119"

export const REFUSAL_MESSAGES: Record<CardErrorCode, string> = {
  card_declined: "The issuer refused the card.",
  insufficient_funds: "The card has insufficient funds.",
  expired_card: "The card has expired.",
  incorrect_cvc: "The card's security code is wrong.",
  authentication_failed: "The cardholder was not authenticated.",
}

/** The acquirer of test mode. Its books are rows of its own, written in transactions of its own, as a bank's would be. */
export function mockAcquirer({ database, clock }: { database: Database; clock: Clock }): Acquirer {
  async function book(sale: Sale, code: CardErrorCode | null): Promise<SaleOutcome> {
    const { account, reference, amount, currency } = sale
    const row = await database.transaction(async (tx) => {
      const inserted = await tx.one(insertCharge, {
        id: newId("ch"),
        account,
        created: Math.floor(clock.now() / 1000),
        reference,
        kind: "card",
        amount,
        currency,
        status: code ? "refused" : "approved",
        code,
      })
      return inserted ?? (await tx.one(findCharge, { account, reference }))!
    })
    return outcomeOf(row)
  }

  return {
    name: "mock",
    idempotent: true,
    authorize: async (sale) => {
      const { number } = await sale.card()
      if (number === UNAVAILABLE) return { result: "unavailable" }
      return book(sale, REFUSALS[number] ?? null)
    },
    lookUp: async (account, reference) => {
      const row = await database.one(findCharge, { account, reference })
      return row && outcomeOf(row)
    },
  }
}

function outcomeOf({ id, status, code }: ChargeRow): SaleOutcome {
  if (status === "refused") return { result: "refused", charge: id, code: code!, message: REFUSAL_MESSAGES[code!] }
  return { result: "approved", charge: id }
}
