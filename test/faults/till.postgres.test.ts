import { randomInt } from "node:crypto"
import { expect } from "chai"
import { failAtTill } from "../../scripts/faults/till.ts"

/** `make faults ONLY=threeds` does the same 500 times. */
describe("The service, while payers are authenticated and its processes fail", function () {
  this.timeout(1_200_000)

  it("sells once or never, and nothing without the proof that it needs", async () => {
    const lines: string[] = []
    // Other tests use the same Postgres.
    const crashPostgres = (after: () => Promise<void>) => after()
    const wanted = { faults: 3, seed: randomInt(1_000_000), crashPostgres }
    const status = await failAtTill({ ...wanted, print: (line) => void lines.push(line) })
    expect(status, [`seed ${wanted.seed}`, ...lines].join("\n")).to.equal(0)
  })
})
