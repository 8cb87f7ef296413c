import { expect } from "chai"
import type { Charge } from "../../src/statements/matching/charge.ts"
import { coverageOf, match } from "../../src/statements/matching/match.ts"
import { ownerOf } from "../../src/statements/matching/owner.ts"
import type { Line } from "../../src/statements/matching/sales.ts"
import { charge, DUE, EC, pixLine, SOLD, saleLine } from "../support/statements/lines.ts"

const later = { today: SOLD + 3, isCovered: () => true }

/** Each pile by ids and received codes. Piles that are empty are left out. */
function piles(lines: Line[], charges: Charge[], known: Partial<Parameters<typeof match>[1]> = {}) {
  const { matched, differs, only_here, awaited, only_there, others } = match(lines, { charges, ...later, ...known })
  const all = {
    matched: matched.map((each) => `${each.charge.id} by ${each.by}`),
    differs: differs.flatMap((each) =>
      each.listed.map(({ what, installment, here, there }) => `${each.charge.id} ${what} ${installment}: ${here} ${there}`),
    ),
    only_here: only_here.map(({ id }) => id),
    awaited: awaited.map(({ id }) => id),
    only_there: only_there.map((each) => each.charge?.id ?? "nobody's"),
    others: others.map((each) => each.charge?.id ?? "nobody's"),
  }
  return Object.fromEntries(Object.entries(all).filter(([, pile]) => pile.length > 0))
}

const three = [1, 2, 3].map((installment) => ({
  installment,
  amount: installment === 1 ? 3334 : 3333,
  fee: 100,
  due_on: DUE + 30 * (installment - 1),
}))
const inThree = (change: object = {}, line: object = {}) =>
  three.map(({ installment, amount, due_on }) =>
    saleLine({ entry_type: "03", installment, installments: 3, gross: amount, commission: -100, due_on, ...change }, line),
  )
const unnamed = { tid: "", order_reference: "" }
const forgotten = { tid: null, orders: [] }
const pix = (members: Partial<Charge> = {}) =>
  charge({
    ...forgotten,
    nsu: null,
    authorization_code: null,
    method: "pix",
    end_to_end_id: "E1",
    parts: [{ installment: 1, amount: 10_000, fee: 99, due_on: SOLD }],
    ...members,
  })

type Case = [title: string, lines: Line[], charges: Charge[], expected: object, known?: Partial<Parameters<typeof match>[1]>]
const CASES: Case[] = [
  ["by TID", [saleLine()], [charge()], { matched: ["ch_1 by tid"] }],
  ["by order, where the TID was lost", [saleLine()], [charge({ tid: null })], { matched: ["ch_1 by order"] }],
  [
    "by the order that the acquirer made",
    [saleLine({ tid: "" })],
    [charge({ orders: ["other", "ORDER1"] })],
    { matched: ["ch_1 by order"] },
  ],
  [
    "by the first 20 of an order",
    [saleLine({ tid: "", order_reference: "A".repeat(20) })],
    [charge({ orders: ["A".repeat(36)] })],
    { matched: ["ch_1 by order"] },
  ],
  [
    "not by order, if the TID is another",
    [saleLine({ tid: "other" })],
    [charge()],
    { only_here: ["ch_1"], only_there: ["nobody's"] },
  ],
  [
    "not at all, if two have the TID",
    [saleLine()],
    [charge(), charge({ id: "ch_2" })],
    { only_here: ["ch_1", "ch_2"], only_there: ["nobody's"] },
  ],
  ["by NSU and code with day and amount", [saleLine(unnamed)], [charge(forgotten)], { matched: ["ch_1 by nsu"] }],
  [
    "not by NSU of another day",
    [saleLine({ ...unnamed, authorized_on: SOLD - 1 })],
    [charge(forgotten)],
    { only_here: ["ch_1"], only_there: ["nobody's"] },
  ],
  [
    "by NSU of the authorization's day, captured later",
    [saleLine({ ...unnamed, captured_on: SOLD + 2 })],
    [charge({ ...forgotten, captured_on: SOLD + 2 })],
    { matched: ["ch_1 by nsu"] },
    { today: SOLD + 5 },
  ],
  [
    "not by NSU of another amount",
    [saleLine({ ...unnamed, sale_total: 9999 })],
    [charge(forgotten)],
    { only_here: ["ch_1"], only_there: ["nobody's"] },
  ],
  [
    "not by NSU with another code",
    [saleLine({ ...unnamed, authorization_code: "000000" })],
    [charge(forgotten)],
    { only_here: ["ch_1"], only_there: ["nobody's"] },
  ],
  [
    "not by NSU at another establishment",
    [saleLine({ ...unnamed, establishment: "1" })],
    [charge(forgotten)],
    { only_here: ["ch_1"], only_there: ["nobody's"] },
  ],
  [
    "not by NSU, if two have it",
    [saleLine(unnamed)],
    [charge(forgotten), charge({ ...forgotten, id: "ch_2" })],
    { only_here: ["ch_1", "ch_2"], only_there: ["nobody's"] },
  ],
  [
    "by the stronger name, if two sales name a charge",
    [saleLine(), saleLine({ ...unnamed, received_code: "2" })],
    [charge()],
    { matched: ["ch_1 by tid"], only_there: ["nobody's"] },
  ],
  [
    "not at all, if two sales have the TID",
    [saleLine(), saleLine({ received_code: "2" })],
    [charge()],
    { only_here: ["ch_1"], only_there: ["nobody's", "nobody's"] },
  ],
  ["once, if the line comes twice", [saleLine(), saleLine()], [charge()], { matched: ["ch_1 by tid"] }],
  [
    "by what an earlier line told",
    [saleLine(unnamed)],
    [charge({ ...forgotten, nsu: null })],
    { matched: ["ch_1 by received_code"] },
    { received: new Map([["2611200310010000001", "ch_1"]]) },
  ],
  ["each installment", inThree(), [charge({ parts: three })], { matched: ["ch_1 by tid"] }],
  [
    "an installment that is paid alone",
    inThree({}, { file_type: "04" }).slice(1, 2),
    [charge({ parts: three })],
    { matched: ["ch_1 by tid"] },
  ],
  [
    "installments that we expect at once, of another day",
    inThree(),
    [charge()],
    { differs: [`ch_1 date null: ${DUE} ${DUE + 30}`] },
  ],
  ["another fee", [saleLine({ commission: -350 })], [charge()], { differs: ["ch_1 fee 1: 300 350"] }],
  ["a cent of fee, which is not listed", [saleLine({ commission: -301 })], [charge()], { matched: ["ch_1 by tid"] }],
  ["another amount", [saleLine({ gross: 9000, sale_total: 9000 })], [charge()], { differs: ["ch_1 amount 1: 10000 9000"] }],
  [
    "another total, of one installment",
    inThree({ sale_total: 12_000 }).slice(1, 2),
    [charge({ parts: three })],
    { differs: ["ch_1 amount null: 10000 12000"] },
  ],
  [
    "installments that don't add up",
    inThree({ gross: 3333, sale_total: 10_000 }),
    [charge({ parts: three })],
    { differs: ["ch_1 sum null: 10000 9999"] },
  ],
  ["a sale that the acquirer rejects", [saleLine({ rejected: "S" })], [charge()], { differs: ["ch_1 rejected null: 10000 0"] }],
  ["another date", [saleLine({ due_on: DUE + 1 })], [charge()], { differs: [`ch_1 date 1: ${DUE} ${DUE + 1}`] }],
  [
    "the day that the unit was paid",
    [saleLine({}, { file_type: "04", paid_on: DUE + 2 })],
    [charge()],
    { differs: [`ch_1 date 1: ${DUE} ${DUE + 2}`] },
  ],
  ["only here, from the third day", [], [charge()], { only_here: ["ch_1"] }],
  ["awaited before the third day", [], [charge()], { awaited: ["ch_1"] }, { today: SOLD + 2 }],
  ["awaited while no file covers its day", [], [charge()], { awaited: ["ch_1"] }, { isCovered: () => false }],
  ["nothing of a charge without success", [], [charge({ succeeded: false })], {}],
  [
    "a sale of a charge without success, to be asked about",
    [saleLine()],
    [charge({ succeeded: false })],
    { only_there: ["ch_1"] },
  ],
  ["a Pix by its id", [pixLine()], [pix()], { matched: ["ch_1 by end_to_end_id"] }],
  ["a Pix by its txid", [pixLine({ txid: "T1" })], [pix({ end_to_end_id: null, txid: "T1" })], { matched: ["ch_1 by txid"] }],
  [
    "not a Pix that was paid twice",
    [pixLine({ pix_id: "E2", txid: "T1" })],
    [pix({ txid: "T1" })],
    { only_here: ["ch_1"], only_there: ["nobody's"] },
  ],
  [
    "a refund by the code of its sale",
    [
      saleLine(),
      saleLine({ ...unnamed, nsu: "", entry_type: "06", received_code: "9", processed_code: " 002611200310010000001" }),
    ],
    [charge()],
    { matched: ["ch_1 by tid"], others: ["ch_1"] },
  ],
  [
    "a return of a Pix by the id of its original",
    [pixLine({ transaction_type: "03", pix_id: "D1", original_pix_id: "E1" })],
    [pix()],
    { only_here: ["ch_1"], others: ["ch_1"] },
  ],
  [
    "rent, which is nobody's",
    [saleLine({ ...unnamed, entry_type: "10", nsu: "", authorization_code: "" })],
    [],
    { others: ["nobody's"] },
  ],
]

const MORE: Case[] = [
  [
    "not by NSU with another order",
    [saleLine({ tid: "", order_reference: "OTHER" })],
    [charge({ tid: null })],
    { only_here: ["ch_1"], only_there: ["nobody's"] },
  ],
  [
    "by what a 04 says before what a 03 says, whichever comes first",
    [saleLine({}, { file_type: "04", paid_on: DUE + 2 }), saleLine()],
    [charge()],
    { differs: [`ch_1 date 1: ${DUE} ${DUE + 2}`] },
  ],
]

describe("Lines of a statement are matched with charges", () => {
  for (const [title, lines, charges, expected, known] of [...CASES, ...MORE]) {
    it(title, () => expect(piles(lines, charges, known)).to.deep.equal(expected))
  }

  it("with the cents that are adjusted but not listed", () => {
    const [found] = match([saleLine({ commission: -301 })], { charges: [charge()], ...later }).matched
    expect(found!.adjusted).to.deep.equal([{ what: "fee", installment: 1, here: 300, there: 301 }])
  })

  it("of days that a file of sales covers: a 03 for cards, a 16 for Pix", () => {
    const file = { establishment: EC, sequence: 1, sha256: "", period_from: SOLD, period_to: SOLD + 1 }
    const isCovered = coverageOf([{ ...file, file_type: "03" }])
    expect(isCovered(charge())).to.equal(true)
    expect(isCovered(charge({ captured_on: SOLD + 2 }))).to.equal(false)
    expect(isCovered(pix())).to.equal(false)
    expect(coverageOf([{ ...file, file_type: "16" }])(pix())).to.equal(true)
  })

  it("and are their account's; others are those of the account that alone has the establishment", () => {
    const accounts = new Map([
      [EC, ["acc_1"]],
      ["2", ["acc_1", "acc_2"]],
    ])
    expect(ownerOf("2", { account: "acc_2" }, accounts)).to.deep.equal({ account: "acc_2" })
    expect(ownerOf(EC, null, accounts)).to.deep.equal({ account: "acc_1" })
    expect(ownerOf("2", null, accounts)).to.equal("operator")
    expect(ownerOf("3", null, accounts)).to.equal("nobody")
  })
})
