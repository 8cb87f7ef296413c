import { expect } from "chai"
import { entryEffects, type KnownOfLine, matterOf, toldBy, totalsOf } from "../../src/statements/effects/entry.ts"
import { debitPostings, depositEffect, negotiationPostings } from "../../src/statements/effects/money.ts"
import { depositsOf } from "../../src/statements/matching/deposits.ts"
import type { Line } from "../../src/statements/matching/sales.ts"
import { blank, DUE, day, pixLine, SOLD, saleLine, unit } from "../support/statements/lines.ts"
import { exampleFile, itemsOf, only } from "../support/statements/reading.ts"
import { shown } from "../support/statements/shown.ts"

describe("A line that is no sale", () => {
  const TODAY = day("2026-12-20")
  const known = (members: Partial<KnownOfLine> = {}): KnownOfLine => ({
    funds: "acquirer",
    today: TODAY,
    told_on: TODAY,
    charge: "ch_1",
    is_ours: false,
    is_sent_back: false,
    rows: [],
    shared: 0,
    is_answered: true,
    has_case: false,
    ...members,
  })
  const entry = (entry_type: string, gross: number, fields: object = {}) =>
    saleLine({ entry_type, gross, commission: 0, processed_code: "2611200310010000001", ...fields })
  const refund = entry("06", -5000, { commission: 124 })
  const chargeback = entry("08", -3300, { commission: 104 })
  const week = { today: TODAY + 7, told_on: TODAY, is_answered: false }
  const returned = (type: string, origin: string) =>
    pixLine({ transaction_type: type, origin, gross: type === "03" ? -2000 : 2000, fee: 0, payment_date: TODAY })

  const cases: [title: string, line: Line, known: KnownOfLine, expected: string[]][] = [
    ["is rent: it is posted on its day", entry("10", -3190), known({ charge: null }), ["rental -3190 on 2026-12-21"]],
    ["is a fine", entry("04", -74, { adjustment_code: "0251" }), known({ charge: null }), ["adjustment -74 on 2026-12-21"]],
    ["is a credit", entry("05", 1000), known({ charge: null }), ["adjustment 1000 on 2026-12-21"]],
    ["is a lien", entry("13", -9700), known({ charge: null }), ["lien -9700 on 2026-12-21"]],
    [
      "was told by a 03, and is paid on its day: it is posted once",
      entry("10", -3190),
      known({ rows: [{ net: -3190, on: DUE }] }),
      [],
    ],
    [
      "was told by a 03, and is paid later",
      { ...entry("10", -3190), paid_on: DUE + 2 },
      known({ rows: [{ net: -3190, on: DUE }] }),
      ["date 3190 on 2026-12-21", "date -3190 on 2026-12-23"],
    ],
    [
      "is a refund that we know: its fee comes back",
      refund,
      known({ is_ours: true, rows: [{ net: -5000, on: DUE }] }),
      ["refund_fee 124 on 2026-12-21"],
    ],
    [
      "is a refund that we took from parts to come",
      refund,
      known({
        is_ours: true,
        rows: [
          { net: -3000, on: DUE + 30 },
          { net: -1876, on: DUE },
        ],
      }),
      ["date 3000 on 2027-01-20", "date -3000 on 2026-12-21"],
    ],
    [
      "is the first of two lines of a refund that we know: the second takes its part over",
      refund,
      known({ is_ours: true, rows: [{ net: -8000, on: DUE }], shared: -2950 }),
      ["share 2950 on 2026-12-21", "refund_fee 174 on 2026-12-21"],
    ],
    [
      "is the second of two lines of a refund that we know",
      refund,
      known({ is_ours: true, shared: null }),
      ["share -4876 on 2026-12-21"],
    ],
    [
      "is the second of two lines, and is paid later",
      { ...refund, paid_on: DUE + 2 },
      known({ is_ours: true, rows: [{ net: -4876, on: DUE }], shared: null }),
      ["date 4876 on 2026-12-21", "date -4876 on 2026-12-23"],
    ],
    ["is a dispute that took nothing here", chargeback, known({ is_ours: true }), ["refund_fee -3196 on 2026-12-21"]],
    ["is a refund that we don't know: the acquirer is asked", refund, known(), ["ask about refund 5000"]],
    ["is a refund of a sale that is none of ours", refund, known({ charge: null }), ["show unknown_sale -4876"]],
    ["is a chargeback that we don't know: the acquirer is asked", chargeback, known(), ["ask about chargeback 3300"]],
    [
      "is a chargeback that is still not answered for: asked again until the seventh day",
      chargeback,
      known({ ...week, today: TODAY + 6 }),
      ["ask about chargeback 3300"],
    ],
    [
      "is a chargeback that is not answered for after 7 days: it is booked",
      chargeback,
      known(week),
      ["book chargeback 3300, net -3196 on 2026-12-27"],
    ],
    [
      "is a chargeback that is answered for: asked, however long ago it was told",
      chargeback,
      known({ ...week, is_answered: true }),
      ["ask about chargeback 3300"],
    ],
    [
      "is one, and the money is the platform's: a person books it",
      chargeback,
      known({ ...week, funds: "platform" }),
      ["show not_answered -3196"],
    ],
    [
      "undoes a chargeback that the Chargeback API has: that tells it",
      entry("09", 3300, { commission: -104 }),
      known({ has_case: true }),
      ["wait for case"],
    ],
    [
      "undoes a chargeback: the acquirer is asked",
      entry("09", 3300, { commission: -104 }),
      known(),
      ["ask about chargeback_undone 3300"],
    ],
    ["undoes a refund", entry("07", 5000), known(), ["ask about refund_undone 5000"]],
    ["was ceded: the negotiation tells it", entry("11", -9700), known(), ["wait for negotiation"]],
    ["may be told by a negotiation, too: it is shown", entry("49", -9700), known(), ["show unsure -9700"]],
    ["has a type that nobody knows: it is shown", entry("77", 500), known(), ["show unknown_type 500"]],
    [
      "is rent, and the money is the platform's: it is shown",
      entry("10", -3190),
      known({ funds: "platform" }),
      ["show platform -3190"],
    ],
    ["returns a Pix", returned("03", "17"), known(), ["ask about refund 2000"]],
    ["takes a Pix back for fraud (MED)", returned("03", "26"), known(), ["ask about chargeback 2000"]],
    ["corrects the fee of a Pix", returned("02", "12"), known(), ["pix_adjustment 2000 on 2026-12-20"]],
  ]
  for (const [title, line, of, expected] of cases) it(title, () => expect(shown(entryEffects(line, of))).to.deep.equal(expected))

  it("says what the acquirer's own code is about, and that nobody knows the code", () => {
    const about = (adjustment_code: string) =>
      entryEffects(entry("04", -74, { adjustment_code }), known({ charge: null })).map((effect) =>
        "about" in effect ? effect.about : null,
      )
    expect(["0251", "0301", "9999", ""].map(about)).to.deep.equal([["brand_fee"], ["chargeback"], ["other"], [null]])
  })

  it("counts once, however many files tell it, and the settlement counts", () => {
    const again = saleLine({ ...refund.fields, due_on: DUE + 2 } as object, { key: "other", file_type: "04", paid_on: DUE + 2 })
    const second = entry("06", -1000, { received_code: "77" })
    const lines = [again, refund, second, entry("07", 400), chargeback, entry("09", 300), entry("10", -3190)]
    expect(totalsOf(lines)).to.deep.equal({ gone_back: 5600, charged_back: 3000 })
    expect(toldBy([again, refund]).map(({ line }) => line)).to.deep.equal([again])
    const [unnumbered, paid] = ["03", "04"].map((file_type) =>
      saleLine({ entry_type: "06", gross: -700, received_code: "" }, { key: file_type, file_type }),
    )
    expect(totalsOf([unnumbered!, paid!])).to.deep.equal({ gone_back: 700, charged_back: 0 })
  })

  it("has one name in a 03 and in a 04", () => {
    const other = { key: "E|04|9|0|10", file_type: "04" }
    expect(matterOf(saleLine({ entry_type: "10" }))).to.equal(matterOf(saleLine({ entry_type: "10" }, other)))
    expect(matterOf(saleLine({ received_code: "000" }))).not.to.equal(matterOf(saleLine({ received_code: "000" }, other)))
  })
})

describe("A negotiation, a debit and a deposit", () => {
  it("take from the original days and bring it less the discount, so that the deposit takes all of it", async () => {
    const items = await itemsOf(exampleFile("15"))
    const [a] = only(items, "A")
    const units = only(items, "B").map(({ fields }) => fields)
    const postings = negotiationPostings(a!.fields, units, day("2026-11-25"))
    expect(shown(postings)).to.deep.equal([
      "negotiated -30000 on 2026-12-25",
      "negotiated 30000 on 2026-11-26",
      "discount -975 on 2026-11-26",
      "negotiated -20000 on 2027-01-24",
      "negotiated 20000 on 2026-11-26",
      "discount -1300 on 2026-11-26",
    ])
    const came = postings.filter(({ on }) => on === a!.fields.payment_date).reduce((sum, { amount }) => sum + amount, 0)
    const [c] = only(items, "C")
    const { number, holder, payment_date } = a!.fields
    const { deposits } = depositsOf([{ ...c!, file: 1, negotiation: { number, holder, payment_date } }], day("2026-11-26"))
    expect(depositEffect(deposits[0]!, [came], day("2026-11-26"))).to.deep.equal({ payout: -47_725, rest: [] })
  })

  it("take the discount from gross and net, where a file has none", () => {
    const old = { ...blank("B"), gross: 30_000, net: 29_025, original_due_on: DUE }
    expect(shown(negotiationPostings({ payment_date: SOLD }, [old], SOLD)).at(-1)).to.equal("discount -975 on 2026-11-20")
  })

  it("give back what was debited from the bank account", () => {
    expect(shown(debitPostings(unit({ gross: -3190, fee: 0, payment_status: "46" }), SOLD))).to.deep.equal([
      "debited 3190 on 2026-12-21",
    ])
  })

  it("end with nothing in the balance: payout, rows of its lines and the rest are 0", () => {
    const [deposit] = depositsOf([{ type: "D", key: "d", file: 1, fields: unit() }], DUE).deposits
    const cases: [known: number[], rest: string[]][] = [
      [[9700], []],
      [[9000], ["rest 700 on 2026-12-21"]],
      [[10_000, -100], ["rest -200 on 2026-12-21"]],
    ]
    for (const [known, rest] of cases) {
      const effect = depositEffect(deposit!, known, DUE)!
      expect(effect.payout).to.equal(-9700)
      expect(shown(effect.rest)).to.deep.equal(rest)
      const left = [...known, effect.payout, ...effect.rest.map(({ amount }) => amount)].reduce((sum, amount) => sum + amount, 0)
      expect(left).to.equal(0)
    }
  })

  it("make no payout of what is not above 0, was rejected, or has no line of ours", () => {
    const of = (fields: object) => depositsOf([{ type: "D", key: "d", file: 1, fields: unit(fields) }], DUE).deposits[0]!
    expect(depositEffect(of({ gross: -3190, fee: 0 }), [-3190], DUE)).to.equal(undefined)
    expect(depositEffect(of({ payment_status: "06" }), [9700], DUE)).to.equal(undefined)
    expect(depositEffect(of({}), [], DUE)).to.equal(undefined)
  })
})
