import { randomInt } from "node:crypto"
import { expect } from "chai"
import { failAtBank } from "../../scripts/faults/bank.ts"

/** `make faults ONLY=bank` does the same 500 times. */
describe("A merchant with PIX and PIX Automático at its own bank, while bank and processes fail", function () {
  this.timeout(1_200_000)

  it("gets each Pix once, charges nobody without a mandate, and leaves none behind", async () => {
    const lines: string[] = []
    // Other tests use the same Postgres.
    const crashPostgres = (after: () => Promise<void>) => after()
    const wanted = { faults: 3, seed: randomInt(1_000_000), crashPostgres }
    const status = await failAtBank({ ...wanted, print: (line) => void lines.push(line) })
    expect(status, [`seed ${wanted.seed}`, ...lines].join("\n")).to.equal(0)
  })
})
