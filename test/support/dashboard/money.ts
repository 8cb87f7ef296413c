// What tests of the pages about money read and prepare.
import { readFileSync } from "node:fs"
import { expect } from "chai"
import { scopeOf } from "../../../src/accounts/scope.ts"
import { readTerms } from "../../../src/ledger/terms/read.ts"
import { setTerms } from "../../../src/ledger/terms/store.ts"
import type { Terms } from "../../../src/ledger/terms/terms.ts"
import type { Running } from "../app/vintem.ts"
import type { Merchant } from "../merchants/merchant.ts"
import { cardBody, expectStatus, newIntent } from "../merchants/payments.ts"
import type { Visitor } from "./dashboard.ts"

const USUAL = new URL("../../../docs/terms.yaml", import.meta.url)

/** Sets the terms of the documentation: cards after 30 days for each installment, PIX at once. */
export async function setUsualTerms(
  { server }: Running,
  { account }: Pick<Merchant, "account">,
  others: Partial<Terms> = {},
): Promise<void> {
  const { test: mode } = server.modes
  const scope = await scopeOf(mode.database, mode, account)
  await mode.database.transaction((tx) => setTerms(tx, scope, { ...readTerms(readFileSync(USUAL, "utf8"), ["mock"]), ...others }))
}

/** Pays by card in installments. Returns the id of the payment. */
export async function payInParts(
  merchant: Merchant,
  amount: number,
  installments: number,
  details: object = {},
): Promise<string> {
  const { id } = await newIntent(merchant, { amount, ...details })
  const token = expectStatus(await merchant.request("POST", "/v1/tokens", cardBody()), 201)
  const body = { payment_method: token.id, installments }
  expect(expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/confirm`, body), 200).status).to.equal(
    "succeeded",
  )
  return id
}

/** The rows of a CSV of the dashboard in English, by the names of their columns. No cell has a comma or a line break here. */
export async function csvRows(browser: Visitor, path: string): Promise<Record<string, string>[]> {
  const { status, html, headers } = await browser.get(path, { "accept-language": "en" })
  expect([status, headers["content-type"]], html).to.deep.equal([200, "text/csv; charset=utf-8"])
  const [header = "", ...lines] = html.replace("\uFEFF", "").trim().split("\n")
  const names = header.split(",")
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, i) => [names[i], cell])))
}

/** The sum of a column of decimal numbers, in cents. */
export function centsOf(rows: readonly Record<string, string>[], column: string): number {
  return rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0)
}
