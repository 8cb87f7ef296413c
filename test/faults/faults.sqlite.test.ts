import { expect } from "chai"
import { failAndCompare } from "../../scripts/faults/fail-and-compare.ts"
import type { Size } from "../../scripts/faults/run.ts"

/** `make faults` does the same 500 times on each database. */
describe("The service, while processes and its disk fail", function () {
  this.timeout(300_000)

  it("loses nothing that it acknowledged, and does nothing twice", () => mustHold({ faults: 4, operations: 400 }))

  it("loses and doubles nothing if it is killed at steps of payments, refunds and renewals", () =>
    mustHold({ faults: 5, operations: 0, onlyKills: true }))

  it("charges, mails and erases payers on pages once if it is killed while they send forms", () =>
    mustHold({ faults: 4, operations: 0, onlyPages: true }))
})

async function mustHold(size: Size): Promise<void> {
  const lines: string[] = []
  const wanted = { kind: "sqlite" as const, size, seed: Date.now() % 1_000_000, crashPostgres: async () => {} }
  const status = await failAndCompare({ ...wanted, print: (line) => void lines.push(line) })
  expect(status, lines.join("\n")).to.equal(0)
}
