import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "chai"
import { loadContract } from "../../src/contract/contract.ts"
import { pathsWithSdkSamples } from "../../src/web/docs/sdk-samples.ts"
import type { Json } from "../support/app/client.ts"
import { contract } from "../support/contract/openapi.ts"
import { cleanUp, compile, project, ROOT } from "./packed.ts"
import { program, README, files as readmeFiles } from "./readme.ts"

/** The packages that the examples import, with their own dependencies. */
const PACKAGES = [
  ...["@types/node", "undici-types", "@types/koa", "@koa/router", "koa", "raw-body"],
  ...["@types/express", "express", "hono", "undici"],
]
const EXAMPLES = join(ROOT, "generated/sdk/examples")

/** Returns one program with the samples of all operations that need a key. */
const samples = async (): Promise<string> => {
  const loaded = await loadContract()
  const paths = pathsWithSdkSamples(loaded, "http://127.0.0.1:3000") as Json
  const sources = loaded.operations
    .filter(({ security }) => security?.length !== 0)
    .map(({ path, httpMethod }) => paths[path][httpMethod.toLowerCase()]["x-codeSamples"][0].source as string)
  expect(sources).to.have.length.above(40)
  const blocks = sources.map((source) => `{\n${source.replace(/^import .*\n/, "")}\n}\n`)
  return `import { Vintem } from "vintem"\n${blocks.join("")}`
}

describe("The SDK's documentation", function () {
  this.timeout(120_000)
  after(cleanUp)

  // One program for all code, because TypeScript takes seconds to load the declarations that it shares.
  it("has a README, examples, and samples for every operation that needs a key, which compile", async () => {
    const user = project("module", PACKAGES)
    const files = ["shop.ts", "webhook-receiver.ts", "subscription.ts"]
    for (const name of files) user.write(name, readFileSync(join(EXAMPLES, name), "utf8"))
    user.write("readme.ts", program)
    for (const [name, code] of Object.entries(readmeFiles)) {
      const file = name.replaceAll("/", "-")
      user.write(file, code)
      files.push(file)
    }
    user.write("samples.ts", await samples())
    const settings = { module: "nodenext", lib: ["es2022", "dom"], types: ["node"] }
    compile(user, ["readme.ts", "samples.ts", ...files], { ...settings, exactOptionalPropertyTypes: false, skipLibCheck: true })
  })

  it("lists every operation of the SDK", () => {
    type Operation = { "x-sdk-resource"?: string; "x-sdk-method"?: string }
    for (const operation of Object.values<Record<string, Operation>>(contract.paths).flatMap((item) => Object.values(item))) {
      const { "x-sdk-resource": resource, "x-sdk-method": method } = operation
      if (resource) expect(README).to.match(new RegExp(`^\\| \`${resource}\` *\\|.*\`${method}\``, "m"))
    }
  })
})
