// What is compared is the same on both databases: test/payouts/year.test.ts has payouts on Postgres.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "chai"
import { explain } from "../../scripts/year/explain/explain.ts"
import { liveYear } from "../../scripts/year/live.ts"

/** `make year` does the same with 1,000 sales. */
describe("A year with the terms of the documentation", function () {
  this.timeout(180_000)
  const folder = mkdtempSync(join(tmpdir(), "vintem-year-"))
  before(() => liveYear({ folder, sales: 70, seed: 3, print: () => {} }))
  after(() => rmSync(folder, { recursive: true }))

  /** What is wrong once a text of a file is replaced, where it stands first. */
  function wrongWith(file: string, from: RegExp, to: string): string[] {
    const path = join(folder, file)
    const text = readFileSync(path, "utf8")
    expect(text).to.match(from)
    writeFileSync(path, text.replace(from, to))
    const { wrong } = explain(folder)
    writeFileSync(path, text)
    return wrong
  }

  it("is explained to the cent, each payout too, from answers of the API and a CSV file alone", () => {
    const { wrong, lines } = explain(folder)
    expect(wrong, wrong.join("\n")).to.deep.equal([])
    for (const type of ["payment", "refund", "dispute", "fee", "payout", "payout_failed"])
      expect(lines.join("\n")).to.contain(`  ${type}: `)
  })

  it("is not explained once a cent, a day, a fee or a row of a payout is another one", () => {
    const csv = "transactions.csv"
    expect(wrongWith(csv, /(,payment,\d+\.\d)\d,/, "$1x,")).not.to.deep.equal([])
    expect(wrongWith(csv, /,brl,20(\d\d)-/, ",brl,21$1-")).not.to.deep.equal([])
    expect(wrongWith(csv, /\n[^\n]*,payment,[^\n]*/, "")).not.to.deep.equal([])
    expect(wrongWith(csv, /,platform,po_\w+/, ",platform,")).not.to.deep.equal([])
    expect(wrongWith("terms-1.yaml", /"3\.49"/, '"3.50"').join("\n")).to.contain("a row that nothing explains")
    expect(wrongWith("terms-1.yaml", /dispute_fee: 1500/, "dispute_fee: 1501").join("\n")).to.contain("fee dp_")
    expect(wrongWith("events.json", /("type": "payout\.created"[\s\S]*?"amount": )\d+/, "$1 1").join("\n")).to.contain("po_")
    expect(wrongWith("balance.json", /"amount":\s*-?\d+/, '"amount": 17').join("\n")).to.contain("the balance has 17")
  })
})
