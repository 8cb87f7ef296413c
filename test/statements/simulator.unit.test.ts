import { createHash } from "node:crypto"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "chai"
import { digits, money, record, text, write } from "../support/cielo-statements/columns.ts"
import { ENTRY } from "../support/cielo-statements/entry-record.ts"
import { bytesOf, save } from "../support/cielo-statements/file.ts"
import { NEGOTIATED, TRAILER, UNIT } from "../support/cielo-statements/records.ts"
import { cutShort, double, fieldsOf, insert, lose, mend, overwrite } from "../support/cielo-statements/spoil.ts"
import { type CieloStatements, cieloStatements } from "../support/cielo-statements/statements.ts"
import { manyCaptured, trade } from "../support/cielo-statements/trade.ts"

/** A Friday, and the Monday after it. */
const FRIDAY = "2026-11-20"
const MONDAY = "2026-11-23"

describe("The simulator of Cielo's statement", () => {
  let cielo: CieloStatements
  beforeEach(() => {
    cielo = cieloStatements()
  })

  it("writes the same files for the same seed, and others for another", () => {
    const bytes = (seed: number) => {
      const one = cieloStatements({ seed })
      trade(one, { seed, from: FRIDAY, days: 3, perDay: 20 })
      const files = [one.captured(FRIDAY), one.paid(MONDAY), one.pixOf(FRIDAY), one.open("2026-12-01")]
      return createHash("sha256")
        .update(Buffer.concat(files.map((file) => bytesOf(file))))
        .digest("hex")
    }
    expect(bytes(1)).to.equal(bytes(1))
    expect(bytes(1)).not.to.equal(bytes(2))
  })

  it("refuses what does not fit into a field, fields that overlap, and letters that Latin-1 does not have", () => {
    const narrow = record("X", 9, { number: digits(2, 4), amount: money(5, 7), name: text(8, 9) })
    expect(write(narrow, { number: 7, amount: -3, name: "Á" })).to.equal("X007-03Á ")
    expect(write(narrow, { amount: -0 })).to.equal("X000-00  ")
    expect(() => write(narrow, { number: 1000 })).to.throw(RangeError, "X.number")
    expect(() => write(narrow, { number: -1 })).to.throw(RangeError, "X.number")
    expect(() => write(narrow, { amount: 100 })).to.throw(RangeError, "X.amount")
    expect(() => write(narrow, { amount: 0.5 })).to.throw(RangeError, "X.amount")
    expect(() => write(narrow, { name: "€" })).to.throw(RangeError, "X.name")
    expect(() => record("X", 9, { one: digits(2, 4), two: digits(4, 5) })).to.throw(RangeError, "X.two")
    expect(() => record("X", 9, { one: digits(2, 10) })).to.throw(RangeError, "X.one")
  })

  it("gives back the fee of what it takes, all of it once all is taken", () => {
    const sale = cielo.sell({ day: FRIDAY, amount: 10_000, brand: "Master", installments: 3 })
    const [first, second] = [cielo.refund(sale, { day: FRIDAY, amount: 3000 }), cielo.refund(sale, { day: FRIDAY })]
    expect([first.gross, first.commission]).to.deep.equal([-3000, 95])
    expect([second.gross, second.commission]).to.deep.equal([-7000, 220])
    expect(() => cielo.refund(sale, { day: FRIDAY, amount: 1 })).to.throw(RangeError)
    expect(cielo.chargeBack(sale, { day: FRIDAY })).to.include({ type: "08", gross: -10_000, commission: 315 })
    expect(cielo.undo(second, { day: MONDAY })).to.include({ type: "07", gross: 7000, commission: -220 })
  })

  it("lets a debit wait that a day's payments don't cover, and takes it with the next that do", () => {
    const sale = cielo.sell({ day: FRIDAY, amount: 5000, debit: true })
    cielo.rent({ day: FRIDAY, amount: 9000 })
    cielo.sell({ day: MONDAY, amount: 20_000, debit: true })
    const [sold, pending] = fieldsOf(cielo.paid(MONDAY), UNIT)
    expect([sold?.status, pending?.status, pending?.pending, pending?.sent]).to.deep.equal(["03", "48", "S", "01011001"])
    const entry = fieldsOf(cielo.paid(MONDAY), ENTRY)[1]
    expect([entry?.pending, entry?.charged]).to.deep.equal(["-0000000009000", "+0000000000000"])
    const rent = fieldsOf(cielo.paid("2026-11-24"), UNIT)[0]
    expect([rent?.status, rent?.payment, rent?.due, rent?.net]).to.deep.equal(["03", "24112026", "23112026", "-0000000009000"])
    expect(fieldsOf(cielo.paid("2026-11-24"), ENTRY)[0]?.charged).to.equal("-0000000009000")
    const [commission] = cielo.entriesOf(sale).map((one) => one.commission)
    expect(cielo.deposits().map(({ amount }) => amount)).to.deep.equal([5000 + (commission as number), 20_000 - 240 - 9000])
  })

  it("sends payments again that the bank refused", () => {
    cielo.sell({ day: FRIDAY, amount: 5000, debit: true })
    cielo.refuseByBank(MONDAY)
    const [refused, again] = [MONDAY, "2026-11-24"].map((day) => fieldsOf(cielo.paid(day), UNIT)[0])
    expect([refused?.status, refused?.again, again?.status, again?.again]).to.deep.equal(["06", "N", "07", "S"])
    expect(cielo.deposits()).to.have.length(1)
    expect(cielo.deposits()[0]).to.include({ day: "2026-11-24", amount: 4940 })
  })

  it("shows what was negotiated as an entry 11 that takes it, or by status 58", () => {
    for (const negotiated of ["entry", "status"] as const) {
      const one = cieloStatements({ negotiated })
      one.sell({ day: FRIDAY, amount: 30_000 })
      const { number } = one.anticipate({ day: FRIDAY, rate: 3000 })
      const [part] = fieldsOf(one.negotiated(MONDAY), NEGOTIATED)
      expect([part?.gross, part?.discount]).to.deep.equal(["+0000000029256", "-0000000000907"])
      const file = one.paid("2026-12-21")
      const shown = fieldsOf(file, UNIT).map(({ entryType, status, negotiated: mark, net }) => [
        entryType,
        status,
        mark,
        Number(net),
      ])
      const sold = ["02", negotiated === "entry" ? "03" : "58", "S", 29_256]
      expect(shown).to.deep.equal(negotiated === "entry" ? [sold, ["11", "03", "S", -29_256]] : [sold])
      if (negotiated === "entry") expect(fieldsOf(file, ENTRY)[1]?.effect).to.equal(number.slice(-15))
      expect(one.deposits().map(({ amount }) => amount)).to.deep.equal(negotiated === "entry" ? [0] : [])
    }
  })

  it("repeats a file in every byte, and makes one anew with what is known by then", () => {
    cielo.sell({ day: FRIDAY, amount: 5000, debit: true })
    const file = cielo.paid(MONDAY)
    cielo.sell({ day: FRIDAY, amount: 7000, debit: true })
    expect(bytesOf(cielo.paid(MONDAY)).equals(bytesOf(file))).to.equal(true)
    const again = cielo.recover("04", MONDAY, MONDAY, { asOf: "2026-11-25" })
    expect(fieldsOf(again, UNIT).map(({ status, entries }) => [status, entries])).to.deep.equal([["04", "000002"]])
    expect([file.header.sequence, again.header.sequence]).to.deep.equal([1, 2])
    expect(cielo.recover("04", MONDAY, MONDAY, { asOf: MONDAY, reprocessed: true }).header.sequence).to.equal(9_999_999)
    expect(() => cielo.recover("09", MONDAY, MONDAY, { asOf: MONDAY })).to.throw(RangeError)
  })

  it("says of a payment that it was sent, and on the next business day that it was paid", () => {
    const one = cieloStatements({ payments: "sent, then paid", units: "first" })
    for (const amount of [100, 200]) one.sell({ day: FRIDAY, amount, debit: true })
    const statuses = [MONDAY, "2026-11-24", "2026-11-25"].map((day) => fieldsOf(one.paid(day), UNIT).map(({ status }) => status))
    expect(statuses).to.deep.equal([["03"], ["04"], []])
    expect(
      one
        .paid(MONDAY)
        .lines.map((line) => line[0])
        .join(""),
    ).to.equal("0DEE9")
  })

  it("spoils a file: a line is lost, foreign, double, overwritten, or the end is missing", () => {
    cielo.sell({ day: FRIDAY, amount: 5000 })
    cielo.sell({ day: FRIDAY, amount: 7000 })
    const file = cielo.captured(FRIDAY)
    const sums = (of: typeof file) => fieldsOf(of, TRAILER).map(({ records, gross }) => [Number(records), Number(gross)])
    expect(sums(lose(file, "E"))).to.deep.equal([[2, 12_000]])
    expect(sums(mend(lose(file, "E")))).to.deep.equal([[1, 7000]])
    expect(sums(mend(double(file, "E")))).to.deep.equal([[3, 17_000]])
    expect(sums(mend(insert(file, file.lines[1] as string)))).to.deep.equal([[3, 17_000]])
    expect(sums(mend(overwrite(file, "E", [ENTRY, "gross"], "+0000000000001")))).to.deep.equal([[2, 7001]])
    expect(cutShort(file).lines).to.have.length(3)
    expect(() => overwrite(file, "E", [ENTRY, "gross"], "+1")).to.throw(RangeError)
    expect(() => lose(file, "D")).to.throw(RangeError)
  })

  it("ends lines as CRLF or LF, cuts their blanks or not, and writes many one by one", async () => {
    const folder = await mkdtemp(join(tmpdir(), "vintem-statements-"))
    const path = join(folder, "many.txt")
    await save(path, manyCaptured(cielo, FRIDAY, 2000), { lineEnd: "\n", trimmed: true, lastEnd: false })
    const lines = (await readFile(path, "latin1")).split("\n")
    await rm(folder, { recursive: true })
    expect(lines).to.have.length(2002)
    expect(lines.every((line) => line === line.trimEnd())).to.equal(true)
    const [trailer] = fieldsOf({ lines }, TRAILER)
    expect([trailer?.records, trailer?.entries].map(Number)).to.deep.equal([2000, 2000])
    const gross = fieldsOf({ lines }, ENTRY).reduce((total, entry) => total + Number(entry.gross), 0)
    expect(Number(trailer?.gross)).to.equal(gross)
  })
})
