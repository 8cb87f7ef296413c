import { expect } from "chai"
import { REPROCESSED } from "../../src/statements/layout/frame.ts"
import { type FileRead, missingBefore, standingOf } from "../../src/statements/reading/keys.ts"
import { blank, EC, SOLD, unit } from "../support/statements/lines.ts"
import { exampleFile, itemsOf, only } from "../support/statements/reading.ts"
import type { AnyRecord } from "../support/statements/write.ts"
import { writeFile } from "../support/statements/write.ts"

const file = (members: Partial<FileRead> = {}): FileRead => ({
  establishment: EC,
  file_type: "03",
  period_from: SOLD,
  period_to: SOLD,
  sequence: 101,
  sha256: "a",
  ...members,
})

describe("A file that comes again", () => {
  it("is read once, if it has the same bytes", async () => {
    const hashes = await Promise.all([1, 2].map(async () => (await itemsOf(exampleFile("03"))).at(-1)))
    expect(hashes[0]).to.deep.equal(hashes[1])
    expect(standingOf(file(), [file({ sha256: "b" }), file()])).to.equal("read")
  })

  it("corrects an earlier one of its period or its sequence, if it has other bytes", () => {
    const next = file({ sha256: "b", period_from: SOLD + 1, period_to: SOLD + 1, sequence: 102 })
    expect(standingOf(file({ sha256: "b", sequence: 102 }), [file()])).to.equal("correction")
    expect(standingOf({ ...next, sequence: 101 }, [file()])).to.equal("correction")
    expect(standingOf({ ...next, sequence: REPROCESSED }, [file()])).to.equal("correction")
    expect(standingOf(next, [file()])).to.equal("new")
    expect(standingOf(file({ sha256: "b", file_type: "04" }), [file()])).to.equal("new")
    expect(standingOf(file({ sha256: "b", establishment: "1" }), [file()])).to.equal("new")
  })

  it("shows which sequences were not read before it", () => {
    const at = (sequence: number) => file({ sequence })
    expect(missingBefore(at(104), [at(101), at(99)])).to.deep.equal([102, 103])
    expect(missingBefore(at(102), [at(101)])).to.equal(undefined)
    expect(missingBefore(at(102), [])).to.equal(undefined)
    expect(missingBefore(at(100), [at(101), at(99)])).to.equal(undefined)
    expect(missingBefore(at(REPROCESSED), [at(101)])).to.equal(undefined)
  })

  it("has the same keys for its lines, and other lines have others", async () => {
    for (const type of ["03", "04", "15", "16"] as const) {
      const keys = async () => (await itemsOf(exampleFile(type))).flatMap((item) => ("key" in item ? [item.key] : []))
      expect(await keys()).to.deep.equal(await keys())
      expect(new Set(await keys()).size).to.equal((await keys()).length)
    }
  })

  it("keeps lines apart that have no number of their own", async () => {
    const header = {
      ...blank("0"),
      acquirer: "CIELO",
      version: "015",
      file_type: "15",
      processed_on: SOLD,
      period_from: SOLD,
      period_to: SOLD,
    }
    const negotiation = (gross: number): AnyRecord[] => [
      { type: "A", fields: { ...blank("A"), gross, net: gross } },
      { type: "B", fields: { ...blank("B"), gross, net: gross } },
      { type: "C", fields: { ...blank("C"), deposited: gross } },
    ]
    const items = await itemsOf(writeFile(header, [...negotiation(1), ...negotiation(2)]))
    const keys = items.flatMap((item) => ("key" in item ? [item.key] : []))
    expect(new Set(keys).size).to.equal(keys.length)
    expect(only(items, "problem")).to.deep.equal([])
  })

  it("keeps units apart that two establishments of one holder have", async () => {
    const header = {
      ...blank("0"),
      acquirer: "CIELO",
      version: "015",
      file_type: "04",
      processed_on: SOLD,
      period_from: SOLD,
      period_to: SOLD,
    }
    const units = [EC, "2000000002"].map((establishment): AnyRecord => ({ type: "D", fields: unit({ establishment }) }))
    const items = await itemsOf(writeFile(header, units))
    expect(only(items, "problem")).to.deep.equal([])
    expect(new Set(only(items, "D").map(({ key }) => key)).size).to.equal(2)
  })
})
