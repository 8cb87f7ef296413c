// What a year left behind: answers of the API, a CSV file of the dashboard, and what the operator has set.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { load } from "js-yaml"
import { readCsv } from "./csv.ts"

/** As docs/ledger.md describes the file of terms. */
export type Settles = { days: number; business_days?: boolean; next_business_day?: boolean; each_installment?: boolean }
export type Price = { percent: string; fixed?: number; settles: Settles }
export type CardPrice = Price & { brands?: string[]; funding?: string; installments: [number, number] }
export type Terms = {
  card: CardPrice[]
  pix: Price
  boleto: Price
  refund_fee?: number
  dispute_fee?: number
  payout_fee?: number
  returns_fee_on_refund?: boolean
}

export type Payment = {
  id: string
  status: string
  amount_received: number
  payment_method_types: string[]
  payment_method_details: { type: string; card?: { brand: string; funding: string; installments: number } } | null
}
export type Refund = {
  id: string
  payment_intent: string
  amount: number
  reason: string | null
  status: string
  created: number
}
export type Payout = {
  id: string
  amount: number
  status: string
  automatic: boolean
  failure_code: string | null
  created: number
}
// biome-ignore lint/suspicious/noExplicitAny: an answer of the API
export type Event = { type: string; created: number; data: { object: any } }

/** A balance transaction, as the CSV file has it. Amounts are in cents, and times in Unix seconds. */
export type Row = {
  id: string
  type: string
  source: string
  installment: string
  installments: string
  amount: number
  fee: number
  net: number
  available_on: number
  created: number
  payout: string
}

type Since<What> = { since: number } & What

export type Facts = {
  payments: Payment[]
  /** The oldest first. */
  refunds: Refund[]
  /** The oldest first. */
  events: Event[]
  rows: Row[]
  balance: { available: number; pending: number; now: number }
  /** The oldest first. */
  terms: Since<{ terms: Terms }>[]
  schedules: Since<{ schedule: string; minimum: number }>[]
  /** Whether the PIX key of a bank account has `fail` in it. */
  bankAccounts: Since<{ fails: boolean }>[]
}

/** Reads the files of a folder. */
export function readFacts(folder: string): Facts {
  const text = (name: string) => readFileSync(join(folder, name), "utf8")
  const json = (name: string) => JSON.parse(text(name))
  const { available, pending, now } = json("balance.json")
  const terms: { since: number; file: string }[] = json("terms.json")
  return {
    payments: json("payment_intents.json"),
    refunds: json("refunds.json").reverse(),
    events: json("events.json").reverse(),
    rows: readCsv(text("transactions.csv")).map(rowOf),
    balance: { available: centsIn(available), pending: centsIn(pending), now },
    terms: terms.map(({ since, file }) => ({ since, terms: load(text(file)) as Terms })),
    schedules: json("schedules.json"),
    bankAccounts: json("bank_accounts.json"),
  }
}

/** What held at a time. */
export function at<What>(history: readonly Since<What>[], time: number): Since<What> | undefined {
  return history.findLast(({ since }) => since <= time)
}

function centsIn(amounts: { amount: number; currency: string }[]): number {
  return amounts.find(({ currency }) => currency === "brl")?.amount ?? 0
}

function rowOf(cells: Record<string, string>): Row {
  const { id = "", type = "", source = "", installment = "", installments = "", payout = "" } = cells
  const money = (name: string) => Math.round(Number(cells[name]) * 100)
  const time = (name: string) => Date.parse(cells[name] ?? "") / 1000
  return {
    ...{ id, type, source, installment, installments, payout },
    ...{ amount: money("amount"), fee: money("fee"), net: money("net") },
    ...{ available_on: time("available_on"), created: time("created") },
  }
}
