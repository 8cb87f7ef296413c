import { spawnSync } from "node:child_process"
import path from "node:path"
import { expect } from "chai"
import { baseAt } from "../../scripts/spec/base.ts"

const script = path.resolve(import.meta.dirname, "../../scripts/spec.ts")

describe("make spec says what is wrong with its options:", () => {
  it("one that it does not know, without a stack trace", () => {
    const { status, stderr } = spawnSync(process.execPath, [script, "--bse", "main"], { encoding: "utf8" })
    expect(stderr).to.equal("Unknown option '--bse'\nUsage: make spec [BASE=ref | RELEASE=1] [MARKDOWN=file] [HTML=file]\n")
    expect(status).to.equal(2)
  })

  it("a base that does not exist", () => {
    expect(() => baseAt("no-such-branch")).to.throw("There is no branch, tag or commit no-such-branch.")
  })
})
