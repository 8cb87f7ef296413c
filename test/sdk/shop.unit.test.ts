import { cpSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "chai"
import { cleanUp, compile, project, ROOT } from "./packed.ts"

const SHOP = join(ROOT, "src/sdk/package/examples/shop")
const FILES = ["orders.ts", "server.ts", "public/index.html", "public/shop.js", "public/texts.js"]

describe("The shop among the examples", () => {
  after(cleanUp)

  it("compiles strictly with the package that merchants install", () => {
    const user = project("module", ["@types/node", "undici-types"])
    cpSync(SHOP, user.directory, { recursive: true })
    const settings = {
      module: "nodenext",
      lib: ["esnext"],
      types: ["node"],
      allowImportingTsExtensions: true,
      erasableSyntaxOnly: true,
    }
    compile(user, ["server.ts"], settings)
  })

  it("is short enough to be read at a sitting", () => {
    for (const file of FILES) expect(readFileSync(join(SHOP, file), "utf8").split("\n").length, file).to.be.below(200)
  })

  it("has no inline script, no inline style and nothing of another host but vintem.js", () => {
    const page = readFileSync(join(SHOP, "public/index.html"), "utf8")
    expect(page).not.to.match(/ style=| on[a-z]+=|<style/)
    const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url!)
    expect(loaded.filter((url) => !url.startsWith("/"))).to.deep.equal(["{{frame}}/v1/vintem.js"])
  })
})
