import { existsSync, readFileSync } from "node:fs"
import { expect } from "chai"
import { withBug } from "../../scripts/planted/bug.ts"
import { PLANTED_BUGS } from "../../scripts/planted/bugs.ts"

describe("The planted bugs of card payments", () => {
  it("are in the code as it is, and each changes one place of it", () => {
    for (const bug of PLANTED_BUGS) {
      const source = readFileSync(bug.file, "utf8")
      expect(withBug(source, bug), bug.name).to.not.equal(source)
    }
  })

  it("have names of their own, and tests that must notice them", () => {
    expect(new Set(PLANTED_BUGS.map(({ name }) => name)).size).to.equal(PLANTED_BUGS.length)
    for (const { name, tests } of PLANTED_BUGS) {
      expect(tests, name).to.not.be.empty
      for (const file of tests) expect(existsSync(file), file).to.equal(true)
    }
  })
})
