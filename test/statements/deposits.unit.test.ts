import { expect } from "chai"
import type { Unit } from "../../src/statements/layout/unit.ts"
import { depositsOf, type PaidLine } from "../../src/statements/matching/deposits.ts"
import { UnitSums } from "../../src/statements/matching/units.ts"
import { blank, DUE, day, pixLine, unit } from "../support/statements/lines.ts"
import { exampleFile, itemsOf, only } from "../support/statements/reading.ts"

const d = (fields: Partial<Unit> = {}, file = 1): PaidLine => {
  const all = unit(fields)
  return { type: "D", file, key: `D|${all.unit_key}|${all.entry_type}|${all.payment_date}|${all.payment_status}`, fields: all }
}
const refund = (fields: Partial<Unit> = {}) => d({ entry_type: "06", gross: -4000, fee: 120, ...fields })
const shown = (lines: PaidLine[], today = DUE) => {
  const { deposits, debited, held } = depositsOf(lines, today)
  return {
    deposits: deposits.map(({ amount, status, lines }) => `${amount} ${status} of ${lines.length}`),
    ...(debited.length > 0 && { debited: debited.length }),
    ...(held.length > 0 && { held: held.length }),
  }
}
const pix = (fields: Parameters<typeof pixLine>[0], file = 1) => ({ ...pixLine(fields), file }) as PaidLine

type Case = [title: string, lines: PaidLine[], expected: object, today?: number]
const CASES: Case[] = [
  ["sent to the bank, before its day is over", [d()], { deposits: ["9700 in_transit of 1"] }],
  ["on the banking day after, with no rejection", [d()], { deposits: ["9700 paid of 1"] }, DUE + 1],
  [
    "after a weekend: not on Saturday or Sunday",
    [d({ payment_date: day("2026-12-18") })],
    { deposits: ["9700 in_transit of 1"] },
    day("2026-12-20"),
  ],
  ["after a weekend: on Monday", [d({ payment_date: day("2026-12-18") })], { deposits: ["9700 paid of 1"] }, day("2026-12-21")],
  ["paid by its code", [d({ payment_status: "04" })], { deposits: ["9700 paid of 1"] }],
  ["less its refunds", [d(), refund()], { deposits: ["5820 in_transit of 2"] }],
  ["once, if another file says paid", [d(), d({ payment_status: "04" }, 2)], { deposits: ["9700 paid of 1"] }],
  ["once, if the files come in another order", [d({ payment_status: "04" }, 2), d()], { deposits: ["9700 paid of 1"] }],
  ["once, if a file is read again", [d(), d({}, 2)], { deposits: ["9700 in_transit of 1"] }],
  ["failed, if the bank rejects it", [d(), d({ payment_status: "06" }, 2)], { deposits: ["9700 failed of 1"] }, DUE + 1],
  [
    "failed in part, apart from the rest",
    [d(), d({ unit_key: "UR2", payment_status: "06" })],
    { deposits: ["9700 in_transit of 1", "9700 failed of 1"] },
  ],
  [
    "again, on the new day",
    [d({ payment_status: "06" }), d({ payment_status: "07", payment_date: DUE + 2 }, 2)],
    { deposits: ["9700 failed of 1", "9700 in_transit of 1"] },
  ],
  [
    "by receiver",
    [d(), d({ unit_key: "UR2", receiver: "99888777000166" })],
    { deposits: ["9700 in_transit of 1", "9700 in_transit of 1"] },
  ],
  [
    "by account",
    [d(), d({ unit_key: "UR2", account_digit: "1" })],
    { deposits: ["9700 in_transit of 1", "9700 in_transit of 1"] },
  ],
  ["by day", [d(), d({ payment_date: DUE + 1 })], { deposits: ["9700 in_transit of 1", "9700 in_transit of 1"] }],
  ["not, while only scheduled", [d({ payment_status: "00" })], { deposits: [] }],
  ["not of what a negotiation paid", [d({ payment_status: "58" })], { deposits: [] }],
  [
    "not of what is suspended, uncertain, unknown or has no date",
    [d({ payment_status: "08" }), d({ payment_status: "0A" }), d({ payment_status: "ZZ" }), d({ payment_date: null })],
    { deposits: [], held: 4 },
  ],
  ["not above 0, so nothing is paid", [refund()], { deposits: ["-3880 in_transit of 1"] }],
  ["apart from what is debited from the bank account", [refund({ payment_status: "46" })], { deposits: [], debited: 1 }],
  [
    "of Pix, with their returns",
    [pix({}), pix({ pix_id: "D1", transaction_type: "03", gross: -2000, fee: 0 })],
    { deposits: ["7901 paid of 2"] },
  ],
  ["of Pix that is on its way", [pix({ transfer_status: "02", payment_date: DUE })], { deposits: ["9901 in_transit of 1"] }],
  ["of Pix that is blocked, later", [pix({ transfer_status: "06" })], { deposits: [], held: 1 }],
  [
    "of Pix that was blocked before",
    [pix({ transfer_status: "06" }), pix({ transfer_status: "01" }, 2)],
    { deposits: ["9901 paid of 1"] },
  ],
]

describe("A deposit is made", () => {
  for (const [title, lines, expected, today] of CASES) it(title, () => expect(shown(lines, today)).to.deep.equal(expected))

  it("of a negotiation, apart from other money of the day", () => {
    const negotiation = { payment_date: DUE, holder: "11222333000181", number: "7" }
    const c: PaidLine = {
      type: "C",
      key: "C|7|0",
      file: 1,
      negotiation,
      fields: { ...blank("C"), bank: "0999", branch: "01234", account: "567890", deposited: 47_725 },
    }
    expect(
      depositsOf([c, d()], DUE).deposits.map(({ amount, record, negotiation }) => [amount, record, negotiation]),
    ).to.deep.equal([
      [47_725, "C", "7"],
      [9700, "D", null],
    ])
  })

  it("of all units of the example to the cent", async () => {
    const items = await itemsOf(exampleFile("04"))
    const units = only(items, "D").map((item): PaidLine => ({ ...item, file: 1 }))
    expect(shown(units).deposits).to.deep.equal(["22084 in_transit of 6"])
    const sums = new UnitSums()
    for (const item of items) {
      if (item.type === "D") sums.addUnit(item.fields)
      if (item.type === "E") sums.addEntry(item.fields)
    }
    expect(sums.unmatched()).to.deep.equal([])
  })

  it("and a unit that its entries don't add up to is named", async () => {
    const items = await itemsOf(exampleFile("04"))
    const sums = new UnitSums()
    for (const { fields } of only(items, "E").slice(1)) sums.addEntry(fields)
    for (const { fields } of only(items, "D")) sums.addUnit(fields)
    expect(sums.unmatched()).to.have.length(1)
    expect(sums.unmatched()[0]).to.deep.include({
      entry_type: "02",
      units: { entries: 1, gross: 25_000, net: 24_380 },
      entries: { entries: 0, gross: 0, net: 0 },
    })
  })
})
