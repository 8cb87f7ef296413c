import { expect } from "chai"
import { handlers, OPEN_OPERATIONS } from "../../handlers/index.ts"
import { type AppParts, createApp } from "../../src/app.ts"
import { type Contract, loadContract } from "../../src/contract.ts"

/** Whether the app can be put together is seen before anything but the contract is looked at. */
const boot = (contract: Contract) => () => createApp({ contract } as AppParts)

describe("At boot", () => {
  let contract: Contract
  before(async () => {
    contract = await loadContract()
  })

  it("a handler of an operation that the contract does not have is told by name", () => {
    const operations = contract.operations.filter(({ operationId }) => operationId !== "createCustomer")
    expect(boot({ ...contract, operations })).to.throw("createCustomer")
  })

  it("a security scheme that nobody checks is told by name", () => {
    expect(boot({ ...contract, securitySchemes: [...contract.securitySchemes, "CookieKey"] })).to.throw("CookieKey")
  })

  it("every handler is the handler of an operation, and every operation has one", () => {
    const ids = contract.operations.map(({ operationId }) => operationId)
    expect([...Object.keys(handlers), ...OPEN_OPERATIONS].sort()).to.deep.equal(ids.sort())
  })
})
