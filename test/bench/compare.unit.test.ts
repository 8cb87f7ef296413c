import { expect } from "chai"
import { compareRuns } from "../../scripts/bench/requests/compare.ts"
import { historyLine, updated } from "../../scripts/bench/requests/document.ts"
import { readOptions } from "../../scripts/bench/requests/options.ts"
import type { Run } from "../../scripts/bench/requests/results.ts"
import { latenciesOf, spreadOf } from "../../scripts/bench/shared/statistics.ts"

const machine = { cores: 2, model: "Test", memoryGiB: 4, node: "v24", loadBefore: 0.5 }

/** A run whose rounds had these requests per second, beside a floor that had 1,000 in each. */
function runWith(perSecond: number[], idleMiB = 100): Run {
  const samples = (figures: number[]) => figures.map((figure) => ({ perSecond: figure, p50: 5, p99: 9, max: 20 }))
  return {
    ...{ at: "2026-11-23T05:00:00.000Z", version: "abc1234", machine, notes: [] },
    settings: { rounds: perSecond.length, seconds: 4, connections: 64 },
    starts: { sqlite: Array.from({ length: 5 }, () => ({ ms: 700, idleMiB })) },
    series: [
      { target: "insert", workload: "create", title: "floor", loop: "closed", samples: samples(perSecond.map(() => 1000)) },
      { target: "sqlite", workload: "create", title: "create", loop: "closed", floor: "insert", samples: samples(perSecond) },
    ],
  }
}

function verdicts(a: Run, b: Run): Record<string, string> {
  return Object.fromEntries(compareRuns(a, b).map(({ name, figure, verdict }) => [`${name} ${figure}`, verdict]))
}

describe("The comparison of two runs of the benchmark", () => {
  it("calls a difference one only where the rounds of the two do not overlap", () => {
    const before = runWith([2000, 2100, 2150, 2200])
    expect(verdicts(before, runWith([2150, 2300, 2350, 2400]))["sqlite create requests/s"]).to.equal("within the spread")
    expect(verdicts(before, runWith([2300, 2400, 2450, 2500]))["sqlite create requests/s"]).to.equal("better")
    expect(verdicts(before, runWith([1500, 1600, 1650, 1700]))["sqlite create requests/s"]).to.equal("worse")
    expect(verdicts(before, runWith([1500, 1600, 1650, 1700]))["sqlite create ratio to its floor"]).to.equal("worse")
  })

  it("knows that less time and less memory are better", () => {
    const figures = verdicts(runWith([2000, 2000, 2000, 2000], 100), runWith([2000, 2000, 2000, 2000], 80))
    expect(figures["sqlite memory after start-up MiB"]).to.equal("better")
    expect(figures["sqlite create p50 ms"]).to.equal("within the spread")
  })

  it("gives the ratio of the medians, and leaves out what one of the runs lacks", () => {
    const rows = compareRuns(runWith([1000, 2000, 3000]), runWith([4000, 4000, 4000]))
    expect(rows.find(({ name, figure }) => name === "sqlite create" && figure === "requests/s")?.ratio).to.equal(2)
    expect(rows.map(({ figure }) => figure)).not.to.include("memory MiB")
  })

  it("does not judge by a few rounds, which differ by chance", () => {
    const before = runWith([2000, 2100, 2200])
    expect(verdicts(before, runWith([4000, 4100, 4200]))["sqlite create requests/s"]).to.equal("too few rounds")
  })
})

describe("The document of the benchmarks", () => {
  it("gets the tables of a run, and its ratios at the end of the history", () => {
    const document =
      "# B\n<!-- make bench writes from here -->\nold\n<!-- to here -->\n| history |\n\n<!-- the history ends here -->\nrest\n"
    const run = runWith([2000, 4000, 3000])
    const line = "| 2026-11-23 | abc1234 | 0.5 |  |  | 3.00 |  |  |  |  |  |  |"
    expect(historyLine(run)).to.equal(line)
    expect(updated(document, run, "new")).to.equal(
      `# B\n<!-- make bench writes from here -->\n\nnew\n\n<!-- to here -->\n| history |\n${line}\n\n<!-- the history ends here -->\nrest\n`,
    )
    expect(() => updated("# B\n", run, "new")).to.throw("lacks the comments")
  })
})

describe("The statistics of the benchmark", () => {
  it("take the middle of an even number of rounds", () => {
    expect(spreadOf([4, 1, 3, 2])).to.deep.equal({ median: 2.5, min: 1, max: 4 })
    expect(spreadOf([3, 1, 2])).to.deep.equal({ median: 2, min: 1, max: 3 })
  })

  it("give what half and 99 of 100 requests stay below, and the longest", () => {
    const times = Array.from({ length: 100 }, (_, i) => 100 - i)
    expect(latenciesOf(times)).to.deep.equal({ p50: 51, p99: 100, max: 100 })
  })
})

describe("The options of the benchmark", () => {
  it("are numbers, lists and names that it knows", () => {
    const options = readOptions([
      "--rounds",
      "2",
      "--only",
      "create,list",
      "--on",
      "postgres",
      "--peer",
      "stripe-mock=http://a:1/",
    ])
    expect(options).to.include({ rounds: 2, seconds: 4, processes: undefined, write: false })
    expect(options).to.deep.include({ only: ["create", "list"], on: ["postgres"] })
    expect(options.peers).to.deep.equal([{ name: "stripe-mock", url: "http://a:1" }])
  })

  it("are refused with the name of the wrong option", () => {
    for (const [args, message] of [
      [["--rounds", "0"], "--rounds must be a whole number above 0"],
      [["--only", "delete"], "--only delete: must be of retrieve, list, create, confirm"],
      [["--peer", "x"], "--peer x: must be NAME=URL"],
      [["--compare", "a.json"], "--compare needs two files"],
      [["sqlite"], "unknown argument: sqlite"],
    ] as const)
      expect(() => readOptions([...args])).to.throw(message)
  })
})
