import { expect } from "chai"
import { dayOfDate } from "../../src/base/day.ts"
import { LAYOUT } from "../../src/statements/layout/layout.ts"
import { problemText } from "../../src/statements/reading/items.ts"
import { MAX_LINE } from "../../src/statements/reading/lines.ts"
import { MAX_REFUSALS } from "../../src/statements/reading/read.ts"
import { endOf, exampleFile, itemsOf, only, problemsOf } from "../support/statements/reading.ts"

const edit = (file: Buffer, change: (lines: string[]) => string[]) =>
  Buffer.from(change(file.toString("latin1").split("\r\n")).join("\r\n"), "latin1")
const replaced = (line: string, column: number, text: string) =>
  line.slice(0, column - 1) + text + line.slice(column - 1 + text.length)
const at = (file: Buffer, line: number, column: number, text: string) =>
  edit(file, (lines) => lines.with(line - 1, replaced(lines[line - 1]!, column, text)))

describe("A file of Cielo's statement", () => {
  it("has no column in two fields, and none beyond the length of its record", () => {
    for (const [type, table] of Object.entries(LAYOUT)) {
      const fields = Object.entries(table.fields).sort(([, a], [, b]) => a[0] - b[0])
      let free = 2
      for (const [name, [from, to]] of fields) {
        expect(from, `${type} ${name}`).to.be.at.least(free)
        expect(to, `${type} ${name}`).to.be.at.least(from)
        free = to + 1
      }
      expect(free - 1, type).to.be.at.most(table.length)
    }
  })

  it("is read with the sums that the examples have", async () => {
    const sums = {
      "03": ["E", 43_000, 41_969],
      "04": ["D", 22_770, 22_084],
      "15": ["A", 50_000, 47_725],
      "16": ["8", 14_000, 13_871],
    } as const
    for (const type of ["03", "04", "15", "16"] as const) {
      const items = await itemsOf(exampleFile(type))
      expect(problemsOf(items), type).to.deep.equal([])
      expect(endOf(items), type).to.include({ refused: false })
      expect(endOf(items).sha256).to.match(/^[0-9a-f]{64}$/)
      const [record, gross, net] = sums[type]
      const fields = items.flatMap((item) => (item.type === record && "net" in item.fields ? [item.fields] : []))
      expect(fields.reduce((sum, each) => sum + each.gross, 0)).to.equal(gross)
      expect(fields.reduce((sum, each) => sum + each.net, 0)).to.equal(net)
    }
  })

  it("gives amounts in cents with their sign, and days", async () => {
    const [sale, first] = only(await itemsOf(exampleFile("03")), "E").map(({ fields }) => fields)
    expect(sale).to.deep.include({
      gross: 25_000,
      commission: -620,
      net: 24_380,
      sale_total: 25_000,
      sale_rate: 248,
      installment: 0,
    })
    expect(sale).to.include({ tid: "20000000015AAAA1111B", order_reference: "VT202611200000000100".slice(0, 18), nsu: "000101" })
    expect(sale).to.include({
      authorized_on: dayOfDate("2026-11-20"),
      due_on: dayOfDate("2026-12-21"),
      time: 10 * 3600 + 11 * 60 + 12,
    })
    expect(first).to.include({ installment: 1, installments: 3, gross: 3334 })
    const [, refund] = only(await itemsOf(exampleFile("04")), "E").map(({ fields }) => fields)
    expect(refund).to.include({
      entry_type: "06",
      gross: -5000,
      commission: 124,
      net: -4876,
      processed_code: "2611100210010000021",
    })
    const [, , returned] = only(await itemsOf(exampleFile("16")), "8").map(({ fields }) => fields)
    expect(returned).to.include({ transaction_type: "03", gross: -2000, fee: 0, origin: "17", transfer_status: "05" })
  })

  it("may be cut anywhere on its way, end its lines with LF, and lack blanks and the last line's end", async () => {
    const fields = async (file: Buffer, chunk?: number) =>
      (await itemsOf(file, chunk)).map((item) => ("fields" in item ? item.fields : item.type))
    for (const type of ["03", "04", "15", "16"] as const) {
      const file = exampleFile(type)
      const whole = await fields(file)
      expect(await fields(file, 7)).to.deep.equal(whole)
      const short = Buffer.from(
        file
          .toString("latin1")
          .replaceAll(/ *\r\n/g, "\n")
          .trimEnd(),
        "latin1",
      )
      expect(await fields(short, 11)).to.deep.equal(whole)
      expect(await fields(Buffer.concat([file, Buffer.from("\r\n   \r\n\x1a")]))).to.deep.equal(whole)
    }
  })

  it("keeps what is not known as it is: lines, codes and columns", async () => {
    let file = edit(exampleFile("03"), (lines) =>
      lines.toSpliced(1, 0, "XÉ neu 4111111111111111 ", `${lines[1]}more`).toSpliced(3, 1),
    )
    file = at(file, 3, 28, "77")
    file = edit(file, (lines) => lines.with(-2, replaced(lines.at(-2)!, 2, "00000000007")))
    const items = await itemsOf(file)
    expect(problemsOf(items)).to.deep.equal([])
    expect(only(items, "unknown")).to.have.length(1)
    expect(only(items, "unknown")[0]).to.deep.include({ line: 2, raw: "XÉ neu [card number] " })
    expect(only(items, "E")[0]).to.deep.include({ extra: "more", unknown: [{ column: 28, field: "entry_type", code: "77" }] })
  })

  it("is kept without the first digits of card numbers", async () => {
    const items = await itemsOf(exampleFile("03"))
    const [sale] = only(items, "E")
    expect(sale!.raw).to.have.length(760)
    expect(sale!.raw.slice(160, 175)).to.equal("N3NNN      2701")
    expect(JSON.stringify(items)).not.to.include("4000002701")
  })

  it("is refused with line and column of each place that can't be read", async () => {
    const misread = async (line: number, column: number, text: string, type: "03" | "04" | "15" = "03") => {
      const items = await itemsOf(at(exampleFile(type), line, column, text))
      expect(endOf(items).refused).to.equal(true)
      return problemsOf(items)
    }
    expect(await misread(3, 261, " ")).to.deep.equal([
      'line 3, column 261: expected gross: a sign and 13 digits, found "0000000003334"',
    ])
    expect(await misread(2, 566, "31022026")).to.deep.equal([
      'line 2, column 566: expected authorized_on: a date as DDMMAAAA, found "31022026"',
    ])
    expect(await misread(7, 39, "x")).to.deep.equal([
      'line 7, column 39: expected reserve: a sign and 13 digits, found "x0000000001500"',
    ])
    expect(await misread(1, 48, "27")).to.deep.equal([
      'line 1, column 48: expected file_type: a file type that is read: 03, 04, 09, 15, 16, found "27"',
    ])
    expect(await misread(2, 566, "02112202")).to.have.length(1)
    expect(await misread(1, 28, "20261119")).to.deep.equal([
      'line 1, column 28: expected period_to: a date that is not before the period, found "20261119"',
    ])
    expect(await misread(1, 71, "014")).to.deep.equal([
      'line 1, column 71: expected version: version 015 of the layout, found "014"',
    ])
    expect(await misread(1, 1, "9")).to.deep.equal(['line 1, column 1: expected 0, a header, found "9"'])
    expect(await misread(2, 1, "X", "15")).to.include(
      'line 3, column 1: expected A, the negotiation that this belongs to, found "B"',
    )
    expect(await misread(8, 14, "99999999999999999")).to.deep.equal([
      'line 8, column 13: expected net: a sign and 17 digits, found "+99999999999999999"',
    ])
  })

  it("is refused if its trailer doesn't fit its records, or is missing", async () => {
    const problems = async (file: Buffer) => {
      const items = await itemsOf(file)
      expect(endOf(items).refused).to.equal(true)
      return problemsOf(items)
    }
    const file = exampleFile("03")
    expect(await problems(edit(file, (lines) => lines.toSpliced(6, 1)))).to.deep.equal([
      'line 7, column 2: expected records without header and trailer: 5, found "6"',
    ])
    expect(await problems(edit(file, (lines) => lines.toSpliced(5, 1)))).to.have.length(4)
    expect(await problems(edit(file, (lines) => lines.toSpliced(7, 1)))).to.deep.equal([
      'line 8, column 1: expected 9, a trailer, found ""',
    ])
    expect(await problems(edit(file, (lines) => lines.toSpliced(8, 0, "E")))).to.deep.equal([
      'line 9, column 1: expected nothing after the trailer, found "E"',
    ])
    expect(await problems(at(exampleFile("15"), 6, 90, "1"))).to.have.length(1)
    expect(await problems(Buffer.alloc(0))).to.deep.equal(['line 1, column 1: expected 0, a header, found ""'])
  })

  it("is not read to its end if it is none of Cielo's", async () => {
    const picture = await itemsOf(Buffer.alloc(5_000_000, "x"), 65_536)
    expect(picture).to.have.length(2)
    expect(endOf(picture)).to.include({ refused: true, sha256: null })
    const long = edit(exampleFile("03"), (lines) => lines.with(1, lines[1] + "x".repeat(MAX_LINE)))
    expect(problemsOf(await itemsOf(long))).to.deep.equal([
      `line 2, column ${MAX_LINE + 1}: expected the end of the line, found "more"`,
    ])
    const bad = edit(exampleFile("03"), (lines) => lines.toSpliced(1, 0, ...Array<string>(1000).fill("E")))
    expect(only(await itemsOf(bad), "problem").length).to.be.within(MAX_REFUSALS, MAX_REFUSALS + 10)
  })

  it("says of a line whose own sum is wrong what it should be, and is read all the same", async () => {
    const cases = [
      [at(exampleFile("04"), 3, 288, "1"), "line 3, column 275: expected net: gross + commission = 24380 cents"],
      [at(exampleFile("15"), 3, 140, "6"), "line 3, column 48: expected net: gross less discount = 29024 cents"],
      [at(exampleFile("15"), 5, 44, "6"), "line 2, column 50: expected net: what its C deposit, 47726 cents"],
    ] as const
    for (const [file, expected] of cases) {
      const items = await itemsOf(file)
      expect(only(items, "problem").map(problemText).join("\n")).to.include(expected)
      expect(endOf(items).refused, expected).to.equal(false)
    }
  })

  it("says which line repeats another one", async () => {
    const file = edit(exampleFile("16"), (lines) => lines.toSpliced(2, 0, lines[1]!))
    const items = await itemsOf(file)
    expect(only(items, "8").map(({ repeated }) => repeated)).to.deep.equal([false, true, false, false])
    expect(problemsOf(items)[0]).to.equal('line 3, column 1: expected a line that no earlier one repeats, found "8"')
  })
})
