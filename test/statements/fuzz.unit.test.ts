import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { expect } from "chai"
import fc from "fast-check"
import type { Item } from "../../src/statements/reading/items.ts"
import { readStatement } from "../../src/statements/reading/read.ts"
import { randomFile } from "../support/statements/random.ts"
import { endOf, exampleFile, itemsOf, only, problemsOf } from "../support/statements/reading.ts"
import { SECRET, writeFile } from "../support/statements/write.ts"

/** What the heap holds once the collector has freed the rest. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc")
  runInNewContext("gc")()
  return process.memoryUsage().heapUsed
}

/** What is posted of a file: its amounts, whatever their order. The signs of fees mean nothing in D and 8. A reserve (R) posts nothing, and no sum has it. */
function amountsOf(items: readonly Item[]): string[] {
  const amounts = items.flatMap((item) => {
    switch (item.type) {
      case "E":
        return [`E ${item.fields.gross} ${item.fields.commission} ${item.fields.net}`]
      case "D":
      case "8":
        return [`${item.type} ${item.fields.gross} ${Math.abs(item.fields.fee)} ${item.fields.net}`]
      case "A":
      case "B":
        return [`${item.type} ${item.fields.gross} ${item.fields.net}`]
      case "C":
        return [`C ${item.fields.deposited}`]
      default:
        return []
    }
  })
  return amounts.filter((amount) => !/^\S+( 0)+$/.test(amount)).sort()
}

const place = fc.nat({ max: 100_000 })
const byte = fc.oneof(
  fc.constantFrom(..."0123456789+- \n\rEDABC89XÉ").map((char) => char.charCodeAt(0)),
  fc.nat({ max: 255 }),
)
type Damage = (file: Buffer) => Buffer

const lines = (file: Buffer, change: (lines: string[]) => string[]) =>
  Buffer.from(change(file.toString("latin1").split(/(?<=\n)/)).join(""), "latin1")
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.tuple(place, byte).map(
    ([at, put]): Damage =>
      (file) =>
        Buffer.concat([file.subarray(0, at % file.length), Buffer.from([put]), file.subarray((at % file.length) + 1)]),
  ),
  fc.tuple(place, byte).map(
    ([at, put]): Damage =>
      (file) =>
        Buffer.concat([file.subarray(0, at % file.length), Buffer.from([put]), file.subarray(at % file.length)]),
  ),
  place.map(
    (at): Damage =>
      (file) =>
        Buffer.concat([file.subarray(0, at % file.length), file.subarray((at % file.length) + 1)]),
  ),
  place.map(
    (at): Damage =>
      (file) =>
        file.subarray(0, at % file.length),
  ),
  place.map(
    (at): Damage =>
      (file) =>
        lines(file, (all) => all.toSpliced(at % all.length, 1)),
  ),
  place.map(
    (at): Damage =>
      (file) =>
        lines(file, (all) => all.toSpliced(at % all.length, 0, all[at % all.length]!)),
  ),
  fc.tuple(place, place).map(
    ([from, to]): Damage =>
      (file) =>
        lines(file, (all) => {
          const line = all[from % all.length]!
          return all.toSpliced(from % all.length, 1).toSpliced(to % all.length, 0, line)
        }),
  ),
)

describe("Reading a statement", () => {
  it("gives what was written, for random files of every type", async () => {
    await fc.assert(
      fc.asyncProperty(randomFile, fc.integer({ min: 1, max: 5000 }), async ({ header, records }, chunk) => {
        const items = await itemsOf(writeFile(header, records), chunk)
        expect(problemsOf(items).filter((problem) => !problem.includes("no earlier one repeats"))).to.deep.equal([])
        expect(endOf(items)).to.include({ refused: false, records: records.length })
        expect(endOf(items).header).to.deep.equal(header)
        const read = items.flatMap((item): (string | object)[] => {
          if (item.type === "unknown") return [item.raw]
          return "fields" in item ? [{ type: item.type, fields: item.fields }] : []
        })
        expect(read.slice(1, -1)).to.deep.equal(records)
        expect(JSON.stringify(items)).not.to.include(SECRET)
      }),
      { numRuns: 100 },
    )
  })

  it("refuses what was damaged or says where, or reads the same amounts", async () => {
    const examples = (["03", "04", "15", "16"] as const).map(exampleFile)
    const files = fc.oneof(
      fc.constantFrom(...examples),
      randomFile.map(({ header, records }) => writeFile(header, records)),
    )
    await fc.assert(
      fc.asyncProperty(files, fc.array(damage, { minLength: 1, maxLength: 1 }), async (file, damages) => {
        const whole = await itemsOf(file)
        const items = await itemsOf(damages.reduce((damaged, each) => each(damaged), file))
        const { refused } = endOf(items)
        const problems = only(items, "problem")
        expect(refused).to.equal(problems.some(({ refuses }) => refuses))
        for (const { line, column, expected } of problems) {
          expect(line).to.be.at.least(1)
          expect(column).to.be.at.least(1)
          expect(expected).not.to.equal("")
        }
        if (problems.length === 0) expect(amountsOf(items)).to.deep.equal(amountsOf(whole))
      }),
      { numRuns: 500 },
    )
  })

  it("never throws for bytes that are no statement", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 }), async (chunks) => {
        expect(endOf(await Array.fromAsync(readStatement(chunks))).refused).to.equal(true)
      }),
    )
  })

  it("keeps nothing of the lines that it has read, so 200,000 of them take no more memory than a few", async () => {
    const [header = "", sale = "", , , , , , trailer = ""] = exampleFile("03")
      .toString("latin1")
      .split(/(?<=\n)/)
    const count = 200_000
    function* chunks() {
      yield Buffer.from(header, "latin1")
      for (let from = 0; from < count; from += 100) {
        const numbers = Array.from({ length: 100 }, (_, index) => `1${pad(from + index, 21)}`)
        yield Buffer.from(numbers.map((number) => sale.slice(0, 129) + number + sale.slice(151)).join(""), "latin1")
      }
      const sums = `9${pad(count, 11)}+${pad(count * 24_380, 17)}${pad(count, 11)}+${pad(count * 25_000, 17)}`
      yield Buffer.from(sums + trailer.slice(sums.length), "latin1")
    }
    const pad = (value: number, width: number) => String(value).padStart(width, "0")
    let lines = 0
    let most = 0
    const before = heldBytes()
    for await (const item of readStatement(chunks())) {
      if (item.type === "problem") throw new Error(item.expected)
      if (++lines % 20_000 === 0) most = Math.max(most, heldBytes() - before)
    }
    expect(lines).to.equal(count + 3)
    // The file has 152 MB.
    expect(most).to.be.below(30_000_000)
  })
})
