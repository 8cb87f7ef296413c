// What must be true of the cards that payers entered for subscriptions whose charge had failed, once everything has settled.
import type { Database } from "../../src/db/database.ts"
import { paymentMethods } from "../../src/payments/methods/table.ts"
import { tokens } from "../../src/payments/tokens/table.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import { line } from "./line.ts"

const savedOnPages = testOnly(paymentMethods.find(["account"], (rows) => rows.whereNotNull("only_for")))
const tokensOf = testOnly(tokens.find(["account"]))

/** Each card that was saved on a page was entered there, and is saved once, however often its form was sent. */
export async function checkNewCards(database: Database, account: string, entered: readonly string[]): Promise<string[]> {
  const saved = await database.all(savedOnPages, { account })
  const sent = new Set(entered)
  const cards = new Set((await database.all(tokensOf, { account })).filter(({ id }) => sent.has(id)).map(({ card }) => card))
  return [
    ...saved
      .filter(({ id, card }) => saved.some((other) => other.card === card && other.id !== id))
      .map((row) => line("a card that was entered once is saved twice", row)),
    ...saved.filter(({ card }) => !cards.has(card)).map((row) => line("a card was saved that nobody entered on a page", row)),
  ]
}
