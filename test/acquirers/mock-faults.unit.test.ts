import { expect } from "chai"
import { readFaults, withFault } from "../../src/acquirers/mock/faults.ts"

describe("The faults of the mock acquirer", () => {
  const faults = readFaults("authorize=server_error,account:acct_A/authorize=slow:1,account:acct_B/refund=hang")
  const authorize = (account: string) => withFault(faults, account, "authorize", async () => "done")

  it("hold for every account, or for the one that is named", async () => {
    expect(await authorize("acct_A")).to.equal("done")
    const failure = await authorize("acct_B").catch((error: Error) => error)
    expect((failure as Error).message).to.contain("status 500")
    expect(await withFault(faults, "acct_A", "refund", async () => "done")).to.equal("done")
  })

  it("can be a call that never arrives and never returns", async () => {
    let arrived = false
    const call = withFault(faults, "acct_B", "refund", async () => {
      arrived = true
    })
    const first = await Promise.race([call, new Promise((resolve) => setImmediate(resolve, "nothing"))])
    expect([first, arrived]).to.deep.equal(["nothing", false])
  })
})
