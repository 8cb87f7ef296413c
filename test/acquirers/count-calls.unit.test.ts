import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect } from "chai"
import type { Acquirer, Acquirers } from "../../src/acquirers/acquirer.ts"
import { CALL_OPERATIONS, type CallOutcome, countCalls } from "../../src/acquirers/count-calls.ts"

const CHARGE = "24bc8366"
const MESSAGE = "The acquirer did not make it."
const never = new AbortController().signal

describe("A call to an acquirer", () => {
  /** How a call of `member` is counted that is answered so. */
  async function countedAs(member: keyof Acquirer, answer: unknown): Promise<CallOutcome[]> {
    const outcomes: CallOutcome[] = []
    const acquirer = { name: "bank", [member]: async () => answer } as unknown as Acquirer
    const acquirers: Acquirers = {
      routingOf: async () => ({ own: { acquirer, drained: false } }),
      acquirerOfAttempt: async () => acquirer,
    }
    const { routingOf } = countCalls(acquirers, ({ outcome }) => outcomes.push(outcome))
    const counted = (await routingOf({} as never, "acct_1", "card")).own!.acquirer
    expect(await (counted as unknown as Record<string, (...args: unknown[]) => unknown>)[member]!({}, never)).to.equal(answer)
    return outcomes
  }

  it("is refused where the acquirer made a PIX or a boleto that it denied at once, as no bank decides about one", async () => {
    const denied = { result: "refused", charge: CHARGE, code: "processing_error", message: MESSAGE }
    for (const member of ["createPix", "createBoleto"] as const)
      expect(await countedAs(member, denied)).to.deep.equal(["refused"])
    expect(await countedAs("authorize", denied)).to.deep.equal(["declined"])
  })

  it("to refund is refused where the acquirer does not do it, and begun where it does it later", async () => {
    expect(await countedAs("refund", { result: "refused", message: MESSAGE })).to.deep.equal(["refused"])
    expect(await countedAs("refund", { result: "pending" })).to.deep.equal(["accepted"])
  })

  it("to take a PIX back that was paid meanwhile is declined, which is nobody's fault", async () => {
    expect(await countedAs("voidPix", { result: "refused" })).to.deep.equal(["declined"])
  })

  it("that asks is answered, whatever became of the sale or the refund", async () => {
    const refused = { result: "refused", charge: null, code: "processing_error", message: MESSAGE }
    for (const answer of [undefined, refused]) {
      expect(await countedAs("lookUp", answer)).to.deep.equal(["accepted"])
      expect(await countedAs("lookUpRefund", answer)).to.deep.equal(["accepted"])
    }
    expect(await countedAs("holds", { captured: 4990, gone_back: 0, charged_back: 0 })).to.deep.equal(["accepted"])
    expect(await countedAs("lookUp", { result: "unknown" })).to.deep.equal(["unknown"])
  })

  it("has one of the operations that the page of the metrics lists", async () => {
    const page = await readFile(join(import.meta.dirname, "../../docs/operations/metrics.md"), "utf8")
    for (const operation of CALL_OPERATIONS) expect(page).to.contain(`\`${operation}\``)
  })
})
