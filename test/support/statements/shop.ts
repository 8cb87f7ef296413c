// A live merchant of Cielo whose statements are read: sales at a bank of the tests that names them as Cielo does, and files about them.
import { randomUUID } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "chai"
import type { AcquirerKind } from "../../../src/acquirers/kind.ts"
import { dayOf } from "../../../src/base/day.ts"
import { checkLedger } from "../../../src/cli/check-ledger.ts"
import { checkTotals } from "../../../src/cli/check-totals.ts"
import type { Entry } from "../../../src/statements/layout/entry.ts"
import type { Unit } from "../../../src/statements/layout/unit.ts"
import type { Json } from "../app/client.ts"
import { type Running, startVintem } from "../app/vintem.ts"
import { type Bank, bankFor } from "../banks/bank.ts"
import { bankKind } from "../banks/bank-kind.ts"
import { type Databases, freshDatabases } from "../databases/databases.ts"
import { statement } from "../databases/statement.ts"
import { type Merchant, newMerchant } from "../merchants/merchant.ts"
import { CARDS, expectStatus } from "../merchants/payments.ts"
import { confirmWith, newOpenIntent } from "../merchants/rails.ts"
import { blank, saleLine, unit } from "./lines.ts"
import { type AnyRecord, writeFile } from "./write.ts"

export const NEWEST = { headers: { "service-version": "2026-12-01" } }

/** The bank of the tests under the name of Cielo: each sale gets a TID, an NSU and an authorization code. */
export function cieloOf(bank: Bank): AcquirerKind {
  let sales = 0
  const kind = bankKind(bank)
  return {
    ...kind,
    name: "cielo",
    open: (...given) => {
      const opened = kind.open(...given)
      return {
        ...opened,
        name: "cielo",
        authorize: async (sale, signal) => {
          const outcome = await opened.authorize(sale, signal)
          if (outcome.result !== "approved") return outcome
          const number = String(++sales).padStart(6, "0")
          const references = { tid: `T${number}${sale.reference.slice(0, 10)}`, nsu: number, authorization_code: number }
          return { ...outcome, references: { ...references, end_to_end_id: null, our_number: null } }
        },
        lookUp: async (account, reference, signal) => {
          const outcome = await opened.lookUp(account, reference, signal)
          const sale = bank.sales(account).find((each) => each.reference === reference)
          if (outcome?.result !== "approved" || sale?.kind !== "pix") return outcome
          const references = { tid: null, nsu: null, authorization_code: null, our_number: null }
          return { ...outcome, references: { ...references, end_to_end_id: endToEndIdOf(sale.charge) } }
        },
      }
    },
  }
}

/** What the central bank calls a Pix. */
export function endToEndIdOf(charge: string): string {
  return `E${charge.replaceAll("-", "").slice(0, 31)}`
}

/** Work that never ends fails a test. */
const WORK_MS = 20_000

const dueWork = statement<{ account: string }, "now">((k, p) =>
  k("statement_work").where("due_at", "<=", p.now!).select("account"),
)

export type Shops = {
  vintem: Running
  bank: Bank
  /** The service's clock, ahead of real time by so many seconds. */
  clock: { ahead: number; now(): number }
  cli(...args: string[]): Promise<Json>
  refused(...args: string[]): Promise<string>
  /** Writes a file and reads it. */
  read(file: Buffer): Promise<Json>
  path(file: Buffer): string
  /** Lets the workers do what is due. */
  work(days?: number): Promise<void>
  attention(kind: string): Promise<Json[]>
  close(): Promise<void>
}

export async function openShops(): Promise<Shops> {
  const databases: Databases = await freshDatabases({ live: true })
  const bank = bankFor(databases)
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead * 1000 }
  const vintem = await startVintem({}, { live: true, databases, clock, acquirerKinds: [cieloOf(bank)] })
  const cli: Shops["cli"] = async (...args) => {
    const { status, stderr, json, stdout } = await vintem.cli(...args)
    expect(status, stderr + stdout).to.equal(0)
    return json
  }
  const { database } = vintem.server.modes.live!
  // What comes while the scheduler works is due in a second.
  const isDue = async () => (await database.all(dueWork, { now: Math.floor(clock.now() / 1000) + 1 })).length > 0
  const path = (file: Buffer) => {
    const name = join(databases.directory, `statement-${randomUUID()}.txt`)
    writeFileSync(name, file)
    return name
  }
  return {
    ...{ vintem, bank, clock, cli, path },
    refused: async (...args) => {
      const { status, stderr } = await vintem.cli(...args)
      expect(status, stderr).to.equal(1)
      return stderr
    },
    read: async (file) => (await cli("statements", "import", path(file), "--json"))[0],
    work: async (days = 0) => {
      clock.ahead += days * 86_400
      await vintem.server.tick()
      // The scheduler of the process may have begun with it.
      for (const until = performance.now() + WORK_MS; performance.now() < until && (await isDue()); ) await vintem.server.tick()
    },
    attention: async (kind) =>
      (await cli("attention", "list", "--mode", "live", "--json")).filter((item: Json) => item.kind === kind),
    close: async () => {
      await vintem.close()
      bank.close()
      await databases.remove()
    },
  }
}

export type Shop = Merchant & {
  ec: string
  day: number
  sell(amount: number, details?: object, installments?: number): Promise<Sold>
  show(day?: number): Promise<Json>
  rows(payment?: string): Promise<string[]>
  payouts(): Promise<Json[]>
  balance(): Promise<{ available: number; pending: number }>
  /** Proves the books. */
  prove(): Promise<void>
}

/** A payment, and its sale as a statement tells it. */
export type Sold = {
  id: string
  tid: string
  nsu: string
  authorization: string
  amount: number
  line(fields?: Partial<Entry>): AnyRecord
}

let shops = 0

export async function openShop(all: Shops, { funds = "acquirer", hasNumber = true } = {}): Promise<Shop> {
  const { vintem, cli, path } = all
  const merchant = await newMerchant(vintem, "live")
  const ec = String(2_000_000_100 + ++shops)
  const key = path(Buffer.from("k".repeat(40)))
  await import("node:fs").then(({ chmodSync }) => chmodSync(key, 0o600))
  const set = ["acquirer", "set", "--account", merchant.account, "--name", "cielo", "--merchant-id", randomUUID()]
  await cli(...set, "--merchant-key-file", key, "--funds", funds, ...(hasNumber ? ["--ec", ec] : []))
  const day = dayOf(Math.floor(all.clock.now() / 1000))
  const account = ["--account", merchant.account]
  let received = shops * 1_000_000
  return {
    ...{ ...merchant, ec, day },
    sell: async (amount, details, installments = 1) => {
      const { id } = await newOpenIntent(merchant, { amount, payment_method_types: ["card"], ...details })
      await confirmWith(merchant, id, CARDS.approved, { installments })
      const { payment_method_details } = expectStatus(
        await merchant.request("GET", `/v1/payment_intents/${id}`, undefined, NEWEST),
        200,
      )
      const { tid, nsu, authorization_code } = payment_method_details.acquirer
      const received_code = `26${String(++received).padStart(17, "0")}`
      const line = (fields: Partial<Entry> = {}): AnyRecord => {
        const sale = {
          gross: amount,
          sale_total: amount,
          commission: 0,
          tid,
          nsu,
          authorization_code,
          received_code,
          ...at(ec, day),
        }
        return { type: "E", fields: saleLine({ ...sale, due_on: day, order_reference: "", ...fields }).fields as Entry }
      }
      return { id, tid, nsu, authorization: authorization_code, amount, line }
    },
    show: (of = day) => cli("statements", "show", dateOf(of), ...account, "--json"),
    rows: async (payment) => {
      const rows = await cli(
        "transactions",
        "list",
        ...account,
        "--mode",
        "live",
        "--json",
        ...(payment ? ["--payment-intent", payment] : []),
      )
      return rows.map(({ type, net, available_on }: Json) => `${type} ${net} ${dayOf(available_on) - day}`).reverse()
    },
    payouts: () => cli("payouts", "list", ...account, "--mode", "live", "--json"),
    balance: async () => {
      const { available, pending } = expectStatus(await merchant.request("GET", "/v1/balance"), 200)
      return { available: available[0]?.amount ?? 0, pending: pending[0]?.amount ?? 0 }
    },
    prove: async () => {
      const { database } = vintem.server.modes.live!
      expect(await checkLedger(database, merchant.account)).to.deep.equal([])
      expect(await checkTotals(database, merchant.account)).to.deep.equal([])
    },
  }
}

const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
const at = (establishment: string, day: number) => ({ establishment, authorized_on: day, captured_on: day, entered_on: day })

let sequence = 0

/** A file of a type about the days from `from` to `to`. */
export function fileOf(
  { ec, day }: Pick<Shop, "ec" | "day">,
  file_type: "03" | "04" | "15" | "16",
  records: AnyRecord[],
  { from = day, to = from, processed_on = to + 1 }: { from?: number; to?: number; processed_on?: number } = {},
): Buffer {
  const header = { ...blank("0"), acquirer: "CIELO", version: "015", file_type, establishment: ec, sequence: ++sequence }
  return writeFile({ ...header, processed_on, period_from: from, period_to: to }, records)
}

/** The settlement of entries: a unit for each, and the entry. */
export function settled(entries: AnyRecord[], paid_on: number, fields: Partial<Unit> = {}): AnyRecord[] {
  return entries.flatMap((record, index): AnyRecord[] => {
    const entry = record.fields as Entry
    const unit_key = `UR${paid_on}-${entry.received_code || index}-${entry.entry_type}-${entry.installment ?? ""}`
    const { establishment, entry_type, gross, net } = entry
    const all = unit({ establishment, entry_type, gross, net, fee: net - gross, unit_key, payment_date: paid_on, ...fields })
    return [
      { type: "D", fields: all },
      { type: "E", fields: { ...entry, unit_key } },
    ]
  })
}
