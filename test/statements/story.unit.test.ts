import { expect } from "chai"
import type { Effect } from "../../src/statements/effects/effect.ts"
import { entryEffects, matterOf } from "../../src/statements/effects/entry.ts"
import { depositEffect } from "../../src/statements/effects/money.ts"
import { saleEffects } from "../../src/statements/effects/sale.ts"
import type { Charge } from "../../src/statements/matching/charge.ts"
import { depositsOf } from "../../src/statements/matching/deposits.ts"
import { type Matching, match } from "../../src/statements/matching/match.ts"
import type { Line } from "../../src/statements/matching/sales.ts"
import type { Item } from "../../src/statements/reading/items.ts"
import { charge, DUE, day, EC, SOLD } from "../support/statements/lines.ts"
import { exampleFile, itemsOf, only } from "../support/statements/reading.ts"
import { shown } from "../support/statements/shown.ts"

const TODAY = day("2026-12-20")
const thirds = (amounts: number[], fee: number) =>
  amounts.map((amount, index) => ({
    installment: index + 1,
    amount,
    fee,
    due_on: [DUE, day("2027-01-19"), day("2027-02-18")][index]!,
  }))

/** What was sold, as an account with a fee of 2.5 % expects its money. */
function sold(id: string, tid: string, amount: number, parts: Charge["parts"], members: Partial<Charge> = {}): Charge {
  return charge({ id, tid: `${EC}${tid}`, orders: [], nsu: null, authorization_code: null, amount, parts, ...members })
}
const CHARGES = [
  sold("visa", "5AAAA1111B", 25_000, [{ installment: 1, amount: 25_000, fee: 625, due_on: DUE }]),
  sold("installments", "5AAAA1111C", 10_000, thirds([3334, 3333, 3333], 105)),
  sold("elo", "5AAAA1111D", 8000, [{ installment: 1, amount: 8000, fee: 96, due_on: day("2026-11-24") }]),
  sold("older", "5AAAA0999Z", 12_000, [
    { installment: 1, amount: 6000, fee: 189, due_on: day("2026-11-23") },
    { installment: 2, amount: 6000, fee: 189, due_on: DUE },
  ]),
  sold("refunded", "5AAAA1055K", 8000, [{ installment: 1, amount: 8000, fee: 198, due_on: DUE }]),
  sold("disputed", "5AAAA0944Q", 3300, [{ installment: 1, amount: 3300, fee: 104, due_on: DUE }]),
]

const OURS = { funds: "acquirer", is_ours: true, is_sent_back: false, shared: 0, is_answered: true, has_case: false } as const

const linesOf = (items: readonly Item[], file_type: string): Line[] =>
  only(items, "E").map(({ key, fields }) => ({ type: "E", key, file_type, paid_on: file_type === "04" ? DUE : null, fields }))
const rest = ({ only_here, awaited, only_there, others }: Matching) => ({ only_here, awaited, only_there, others })
const known = { charges: CHARGES, today: TODAY, isCovered: () => true }
const ids = ({ matched, differs, only_there }: Matching) => ({
  matched: matched.map((each) => each.charge.id),
  differs: differs.map((each) => `${each.charge.id}: ${each.listed.map(({ what }) => what).join(" ")}`),
  only_there: only_there.length,
})

describe("From the example files to the balance", () => {
  it("the day of the sales shows which fees and days differ", async () => {
    const found = match(linesOf(await itemsOf(exampleFile("03")), "03"), known)
    expect(ids(found)).to.deep.equal({ matched: ["installments"], differs: ["visa: fee", "elo: date"], only_there: 0 })
    expect(found.only_here.map(({ id }) => id)).to.deep.equal(["older", "refunded", "disputed"])
    const effects = found.differs.flatMap((each) => saleEffects(each, SOLD + 1))
    expect(shown(effects)).to.deep.equal(["fee 5 on 2026-12-21", "date -7904 on 2026-11-24", "date 7904 on 2026-11-23"])
  })

  it("posts nothing when the files are read again", async () => {
    const lines = [...linesOf(await itemsOf(exampleFile("03")), "03"), ...linesOf(await itemsOf(exampleFile("04")), "04")]
    const { matched, differs, others } = match(lines, known)
    for (const { charge: before, sale } of [...matched, ...differs]) {
      const parts = before.parts.map((part) => {
        const there = sale.parts.find(({ installment }) => installment === part.installment)
        return there ? { ...part, amount: there.amount, fee: there.fee, due_on: there.due_on! } : part
      })
      expect(saleEffects({ charge: { ...before, parts }, sale }, TODAY), before.id).to.deep.equal([])
    }
    for (const { line, charge: about } of others) {
      const first = { rows: [{ net: line.fields.net, on: DUE }], charge: about?.id ?? null, today: TODAY, told_on: TODAY }
      expect(entryEffects(line, { ...first, ...OURS })).to.deep.equal([])
    }
    expect(match([...lines, ...lines], known)).to.deep.equal({ matched, differs, ...rest(match(lines, known)) })
  })

  it("the deposit takes exactly what the lines of its settlement have brought", async () => {
    const items = await itemsOf(exampleFile("04"))
    const { matched, differs, others } = match(linesOf(items, "04"), known)
    const charged = [...matched, ...differs]
    expect(charged.map((each) => each.charge.id)).to.have.members(["visa", "installments", "older"])
    // What the rows have for the installments of the file, and what its lines add.
    const brought = charged.flatMap(({ charge: { parts }, sale }) =>
      sale.parts.map(({ installment }) =>
        parts.filter((part) => part.installment === installment).map(({ amount, fee }) => amount - fee),
      ),
    )
    const rows: Record<string, { net: number; on: number }[]> = {
      "06": [{ net: -5000, on: DUE }],
      "08": [{ net: -3300, on: DUE }],
    }
    const effects: Effect[] = [
      ...charged.flatMap((each) => saleEffects(each, TODAY)),
      ...others.flatMap(({ line, charge: about }) => {
        const type = line.type === "E" ? line.fields.entry_type : ""
        const ours = { rows: rows[type] ?? [], charge: about?.id ?? null, today: TODAY, told_on: TODAY }
        return entryEffects(line, { ...ours, ...OURS })
      }),
    ]
    expect(others.map((each) => each.charge?.id ?? "")).to.deep.equal(["refunded", "disputed", "", ""])
    expect(shown(effects)).to.have.members([
      "fee 5 on 2026-12-21",
      "refund_fee 124 on 2026-12-21",
      "refund_fee 104 on 2026-12-21",
      "rental -3190 on 2026-12-21",
      "adjustment -74 on 2026-12-21",
    ])
    const posted = effects.map((effect) => (effect.do === "post" ? effect.amount : 0))
    const amounts = [...brought.flat(2), -5000, -3300, ...posted]
    const { deposits } = depositsOf(
      only(items, "D").map((item) => ({ ...item, file: 1 })),
      TODAY,
    )
    expect(deposits.map(({ amount }) => amount)).to.deep.equal([22_084])
    expect(depositEffect(deposits[0]!, amounts, TODAY)).to.deep.equal({ payout: -22_084, rest: [] })
    expect(others.map(({ line }) => matterOf(line))).to.have.length(new Set(others.map(({ line }) => matterOf(line))).size)
  })
})
