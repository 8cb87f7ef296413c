import { expect } from "chai"
import { handlers, OPEN_OPERATIONS } from "../../handlers/index.ts"
import { type AppParts, createApp } from "../../src/app.ts"
import { type Contract, loadContract } from "../../src/contract/contract.ts"

/** createApp checks the contract before it uses any other part, so the contract is enough here. */
const boot = (contract: Contract) => () => createApp({ contract } as AppParts)

describe("At boot", () => {
  let contract: Contract
  before(async () => {
    contract = await loadContract()
  })

  it("an error names a handler whose operation is not in the contract", () => {
    const operations = contract.operations.filter(({ operationId }) => operationId !== "createCustomer")
    expect(boot({ ...contract, operations })).to.throw("createCustomer")
  })

  it("an error names a security scheme that nothing checks", () => {
    expect(boot({ ...contract, securitySchemes: [...contract.securitySchemes, "CookieKey"] })).to.throw("CookieKey")
  })

  it("every operation has a handler, and every handler an operation", () => {
    const ids = contract.operations.map(({ operationId }) => operationId)
    expect([...Object.keys(handlers), ...OPEN_OPERATIONS].sort()).to.deep.equal(ids.sort())
  })
})
