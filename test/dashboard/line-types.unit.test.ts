import { expect } from "chai"
import { ENTRY_TYPES } from "../../src/statements/layout/codes.ts"
import { PORTUGUESE_LINE_TYPES } from "../../src/web/dashboard/pages/balance/statements/line-types.ts"

describe("The lines of statements in the dashboard", () => {
  it("have a Portuguese name for each type", () => {
    const types = [...Object.values(ENTRY_TYPES), "negotiated"]
    expect(Object.keys(PORTUGUESE_LINE_TYPES)).to.have.members(types)
  })
})
