import { readFileSync } from "node:fs"
import { expect } from "chai"
import { CONTRACT_FILE, compileContract } from "../../src/contract/contract.ts"

describe("The contract that the service reads at its start", () => {
  const text = readFileSync(CONTRACT_FILE, "utf8")

  it("is the same from the generated JSON as from openapi.yaml", async () => {
    const fromYaml = await compileContract(`${text}\n# not the text that the JSON was made from\n`)
    const generated = await compileContract(text)
    expect(JSON.stringify(generated.document)).to.equal(JSON.stringify(fromYaml.document))
  })

  it("has an edit of openapi.yaml at once, before anything is generated", async () => {
    const { document } = await compileContract(text.replace(/^ {2}title: .*$/m, "  title: Edited"))
    expect(document.info.title).to.equal("Edited")
  })
})
