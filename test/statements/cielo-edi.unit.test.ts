import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "chai"
import { plusDays } from "../support/cielo-statements/calendar.ts"
import { type FileSums, installCieloEdi, sumsOfFiles } from "../support/cielo-statements/cielo-edi/read.ts"
import { netOf } from "../support/cielo-statements/entries.ts"
import { type StatementFile, save } from "../support/cielo-statements/file.ts"
import { netOfNegotiation } from "../support/cielo-statements/negotiation-lines.ts"
import { paymentsOf } from "../support/cielo-statements/payments.ts"
import { type CieloStatements, cieloStatements } from "../support/cielo-statements/statements.ts"
import { trade } from "../support/cielo-statements/trade.ts"

const FROM = "2026-09-01"
const DAYS = Array.from({ length: 100 }, (_, days) => plusDays(FROM, days))

describe("The package cielo-edi reads the simulator's statements to the sums that the merchant's trade has:", () => {
  let folder: string
  let cielo: CieloStatements
  before(async function () {
    const why = await installCieloEdi()
    if (why) {
      console.warn(
        `NOT TESTED: another reader of Cielo's statements agrees with the simulator. cielo-edi was not installed: ${why}`,
      )
      return this.skip()
    }
    folder = await mkdtemp(join(tmpdir(), "vintem-cielo-edi-"))
    cielo = cieloStatements({ seed: 7 })
    trade(cielo, { seed: 7, from: FROM, days: 40, perDay: 12, trouble: 0.3 })
    cielo.anticipate({ day: plusDays(FROM, 20), rate: 2990, until: plusDays(FROM, 60) })
    cielo.refuseByBank("2026-10-20")
  })
  after(async () => {
    if (folder) await rm(folder, { recursive: true })
  })

  const read = async (files: StatementFile[]): Promise<FileSums[]> => {
    const paths = files.map(({ name }) => join(folder, name))
    for (const [at, file] of files.entries()) await save(paths[at] as string, file.lines)
    return sumsOfFiles(paths)
  }
  const readDays = (file: (day: string) => StatementFile) => read(DAYS.map(file))

  it("sales, refunds, chargebacks and rentals as they are captured (03)", async () => {
    for (const [at, sums] of (await readDays(cielo.captured)).entries()) {
      const entries = cielo.book.entries.filter(({ day }) => day === DAYS[at])
      const expected = { count: entries.length, gross: sum(entries, ({ gross }) => gross), net: sum(entries, netOf) }
      expect(sums).to.deep.include({
        type: "03",
        unread: 0,
        records: entries.length,
        entries: expected,
        trailer: trailerOf(expected),
      })
    }
  })

  it("payments, each unit equal to its entries, and what arrives at the bank (04)", async () => {
    const payments = Map.groupBy(paymentsOf(cielo.book), ({ day }) => day)
    const deposits = new Map(cielo.deposits().map(({ day, amount }) => [day, amount]))
    for (const [at, sums] of (await readDays(cielo.paid)).entries()) {
      const day = DAYS[at] as string
      const entries = (payments.get(day) ?? []).map(({ entry }) => entry)
      const expected = { count: entries.length, gross: sum(entries, ({ gross }) => gross), net: sum(entries, netOf) }
      expect(sums).to.deep.include({ type: "04", unread: 0, entries: expected, announced: entries.length })
      expect(sums.records).to.equal(sums.units.count + entries.length)
      expect(sums.trailer).to.deep.equal(trailerOf({ ...sums.units, count: entries.length }))
      expect(sums.moved.net).to.equal(deposits.get(day) ?? 0)
      expect(moneyOf(sums.unitsByKey)).to.deep.equal(moneyOf(sums.entriesByUnit))
    }
  })

  it("the open balance, a negotiation and Pix (09, 15, 16)", async () => {
    const paymentDay = plusDays(FROM, 21)
    const [open, negotiated] = await read([cielo.open("2026-10-01"), cielo.negotiated(paymentDay)])
    expect(open).to.deep.include({ type: "09", unread: 0, entries: { count: 0, gross: 0, net: 0 } })
    expect(open?.trailer).to.deep.equal(trailerOf({ ...(open as FileSums).units, count: 0 }))
    expect(open?.units.net).to.equal(sum(stillOwed(cielo, "2026-10-01"), netOf))
    const net = sum(cielo.book.negotiations, netOfNegotiation)
    expect(negotiated).to.deep.include({ type: "15", unread: 0, deposited: net, lien: net })
    expect(negotiated?.negotiations).to.include({ count: 1, net })
    expect(negotiated?.negotiated).to.include({ gross: negotiated?.negotiations.gross, net })
    for (const [at, sums] of (await readDays(cielo.pixOf)).entries()) expectPix(sums, DAYS[at] as string)
  })

  function expectPix(sums: FileSums, day: string): void {
    const movements = cielo.pixMovements().filter((movement) => movement.day === day)
    const gross = sum(movements, (movement) => movement.gross)
    const pix = { count: movements.length, gross, net: gross + sum(movements, ({ fee }) => fee) }
    expect(sums).to.deep.include({ type: "16", unread: 0, pix, trailer: trailerOf({ ...pix, count: 0 }) })
  }
})

/** What is in the agenda at the beginning of a day, and is paid later. */
function stillOwed(cielo: CieloStatements, from: string) {
  const later = paymentsOf(cielo.book).filter(
    ({ entry, day, standing }) => entry.day < from && day >= from && standing !== "pending",
  )
  return later.map(({ entry }) => entry)
}

function trailerOf({ count, gross, net }: { count: number; gross: number; net: number }) {
  return { entries: count, gross, net }
}

function moneyOf(byUnit: FileSums["unitsByKey"]) {
  return Object.fromEntries(Object.entries(byUnit).map(([key, { gross, net }]) => [key, { gross, net }]))
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
