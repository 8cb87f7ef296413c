import { expect } from "chai"
import { failAndCompare } from "../../scripts/faults/fail-and-compare.ts"
import type { Size } from "../../scripts/faults/run.ts"

/** While a fault waits for its moment, they work as fast as they can, and all of it has to be compared. */
const MERCHANTS = 6

/** `make faults` does the same 500 times on each database. A run takes about a minute at most, and five on a slow machine. */
describe("The service, while processes and its disk fail", function () {
  this.timeout(600_000)

  it("loses nothing that it acknowledged, and does nothing twice", () =>
    mustHold({ faults: 4, operations: 400, merchants: MERCHANTS }))

  it("loses and doubles nothing if it is killed at steps of payments, refunds and renewals", () =>
    mustHold({ faults: 5, operations: 0, merchants: MERCHANTS, onlyKills: true }))

  it("charges, mails and erases payers on pages once if it is killed while they send forms", () =>
    mustHold({ faults: 4, operations: 0, onlyPages: true }))
})

async function mustHold(size: Size): Promise<void> {
  const lines: string[] = []
  const wanted = { kind: "sqlite" as const, size, seed: Date.now() % 1_000_000, crashPostgres: async () => {} }
  const status = await failAndCompare({ ...wanted, print: (line) => void lines.push(line) })
  expect(status, lines.join("\n")).to.equal(0)
}
