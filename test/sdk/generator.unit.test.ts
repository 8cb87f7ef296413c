import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "chai"
import { verify } from "../../scripts/generate/openapi-generator.ts"

const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

describe("The generator of the SDK", () => {
  let directory: string
  let file: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "vintem-generator-"))
    file = join(directory, "generator.jar")
    writeFileSync(file, "abc")
  })
  afterEach(() => rmSync(directory, { recursive: true }))

  it("is accepted if it matches the pinned checksum", () => {
    verify(file, ABC)
    expect(existsSync(file)).to.equal(true)
  })

  it("is refused and removed if it does not", () => {
    expect(() => verify(file, ABC.replace("ba", "ab"))).to.throw("removed and not run")
    expect(existsSync(file)).to.equal(false)
  })
})
