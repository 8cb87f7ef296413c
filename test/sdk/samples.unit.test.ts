import { expect } from "chai"
import { loadContract } from "../../src/contract.ts"
import { pathsWithSdkSamples } from "../../src/web/docs/sdk-samples.ts"
import type { Json } from "../support/client.ts"
import { cleanUp, compile, project } from "./packed.ts"

describe("The SDK's samples in the documentation", function () {
  this.timeout(120_000)
  after(cleanUp)

  it("are there for every operation that needs a key, and compile", async () => {
    const contract = await loadContract()
    const paths = pathsWithSdkSamples(contract, "http://127.0.0.1:3000") as Json
    const sources = contract.operations
      .filter(({ security }) => security?.length !== 0)
      .map(({ path, httpMethod }) => paths[path][httpMethod.toLowerCase()]["x-codeSamples"][0].source as string)
    expect(sources).to.have.length.above(40)
    const blocks = sources.map((source) => `{\n${source.replace(/^import .*\n/, "")}\n}\n`)
    const user = project("module", ["@types/node", "undici-types"])
    user.write("samples.ts", `import { Vintem } from "vintem"\n${blocks.join("")}`)
    compile(user, "samples.ts", { module: "nodenext", lib: ["es2022", "dom"], types: ["node"] })
  })
})
