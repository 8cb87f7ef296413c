import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "chai"
import { contract } from "../support/openapi.ts"
import { cleanUp, compile, project, ROOT } from "./packed.ts"
import { program, README } from "./readme.ts"

describe("The SDK's README", function () {
  this.timeout(120_000)
  after(cleanUp)

  it("has code that compiles", () => {
    const user = project("module", ["@types/node", "undici-types"])
    user.write("readme.ts", program)
    compile(user, "readme.ts", { module: "nodenext", lib: ["es2022", "dom"], types: ["node"], exactOptionalPropertyTypes: false })
  })

  it("lists every operation of the SDK", () => {
    type Operation = { "x-sdk-resource"?: string; "x-sdk-method"?: string }
    for (const operation of Object.values<Record<string, Operation>>(contract.paths).flatMap((item) => Object.values(item))) {
      const { "x-sdk-resource": resource, "x-sdk-method": method } = operation
      if (resource) expect(README).to.match(new RegExp(`^\\| \`${resource}\` *\\|.*\`${method}\``, "m"))
    }
  })
})

describe("The SDK's examples", function () {
  this.timeout(120_000)
  const TYPES = ["@types/node", "undici-types", "@types/koa", "@koa/router", "koa", "raw-body"]
  const EXAMPLES = join(ROOT, "generated/sdk/examples")
  after(cleanUp)

  it("compile", () => {
    const user = project("module", TYPES)
    for (const name of ["shop.ts", "webhook-receiver.ts", "subscription.ts"]) {
      user.write(name, readFileSync(join(EXAMPLES, name), "utf8"))
      compile(user, name, { module: "nodenext", lib: ["es2022", "dom"], types: ["node"], skipLibCheck: true })
    }
  })
})
