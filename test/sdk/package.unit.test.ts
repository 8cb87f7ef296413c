import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { expect } from "chai"
import { build } from "esbuild"
import { json, startServer } from "./local-server.ts"
import { cleanUp, compile, install, nodes, pack, project, ROOT } from "./packed.ts"

const SDK = join(ROOT, "generated/sdk")
const LIMIT = 12_000

const USE = `
const assert = require("node:assert")
const main = async () => {
  assert.equal(Vintem, named)
  const vintem = new Vintem("zsk_test_a", { maxRetries: 0 })
  const customer = await vintem.customers.create({ email: "ana@example.com" })
  assert.equal(customer.email, "ana@example.com")
  await assert.rejects(vintem.customers.retrieve("cus_unknown"), (error) => error instanceof Vintem.NotFoundError && error instanceof VintemError)
  const payload = JSON.stringify({ id: "evt_1" })
  const header = webhooks.generateTestHeader({ payload, secret: "whsec_a" })
  assert.equal(Vintem.webhooks.constructEvent(payload, header, "whsec_a").id, "evt_1")
  assert.equal((await webhooks.constructEventAsync(payload, header, "whsec_a")).id, "evt_1")
  console.log("used on", process.versions.node)
}
main()
`
const ESM = `import { createRequire } from "node:module"
import Vintem, { Vintem as named, VintemError, webhooks } from "vintem"
const require = createRequire(import.meta.url)
${USE}`
const COMMONJS = `const { default: Vintem, Vintem: named, VintemError, webhooks } = require("vintem")
${USE}`

const bundle = async (code: string) => {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: SDK },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "silent",
  })
  return outputFiles[0]!.text
}

describe("The package of the SDK", function () {
  this.timeout(120_000)
  after(cleanUp)

  for (const { version, path } of nodes()) {
    for (const [type, code] of [
      ["module", ESM],
      ["commonjs", COMMONJS],
    ] as const) {
      it(`installs into an empty ${type} project and works without TypeScript, on Node ${version}`, async () => {
        const { directory, write } = project(type, [], install())
        const main = write("main.js", code)
        const server = await startServer(({ method }, response) => {
          if (method === "POST") json(response, 201, { id: "cus_1", email: "ana@example.com" })
          else json(response, 404, { error: { type: "not_found_error", code: "customer_not_found", message: "None." } })
        })
        try {
          const env = { ...process.env, VINTEM_BASE_URL: server.url }
          const { execFile } = await import("node:child_process")
          const { promisify } = await import("node:util")
          const { stdout } = await promisify(execFile)(path, [main], { cwd: directory, env })
          expect(stdout).to.include(`used on ${version}`)
        } finally {
          await server.close()
        }
      })
    }
  }

  const resolutions = [
    { module: "node16", moduleResolution: "node16" },
    { module: "nodenext", moduleResolution: "nodenext" },
    { module: "esnext", moduleResolution: "bundler" },
  ]
  const types = readFileSync(join(import.meta.dirname, "types.ts"), "utf8").replace("../../generated/sdk/src/index.ts", "vintem")
  for (const resolution of resolutions) {
    it(`compiles with moduleResolution ${resolution.moduleResolution}, without DOM or Node types`, () => {
      const user = project("module")
      // TypeScript takes a .cts file as a file of a CommonJS project.
      for (const file of ["main.ts", "main.cts"]) user.write(file, types)
      compile(user, ["main.ts", "main.cts"], { ...resolution, esModuleInterop: true, lib: ["es2022"], types: [] })
    })
  }

  it("compiles with DOM and Node types and accepts their fetch and AbortSignal", () => {
    const user = project("module", ["@types/node", "undici-types"])
    user.write(
      "main.ts",
      `import Vintem from "vintem"
       const vintem = new Vintem("zsk_test_a", { fetch, logger: console })
       export const customer = await vintem.customers.retrieve("cus_1", { signal: AbortSignal.timeout(5) })
       new Headers(customer.lastResponse.headers as Headers)`,
    )
    compile(user, ["main.ts"], { module: "nodenext", lib: ["es2022", "dom"], types: ["node"] })
    compile(user, ["main.ts"], { module: "nodenext", lib: ["es2022", "dom"], types: [] })
    compile(user, ["main.ts"], { module: "nodenext", lib: ["es2022"], types: ["node"] })
  })

  it("passes publint and are-the-types-wrong", () => {
    const run = (tool: string, ...args: string[]) =>
      execFileSync(process.execPath, [join(ROOT, "node_modules", tool), ...args], { encoding: "utf8", stdio: "pipe", cwd: SDK })
    expect(run("publint/src/cli.js", "--strict")).to.include("All good")
    expect(run("@arethetypeswrong/cli/dist/index.js", pack())).to.include("No problems found")
  })

  it("has no dependencies and packs only what it needs", () => {
    const manifest = JSON.parse(readFileSync(join(SDK, "package.json"), "utf8"))
    expect(manifest).not.to.have.any.keys("dependencies", "peerDependencies")
    // Packing builds dist. No install runs it.
    expect(Object.keys(manifest.scripts)).to.deep.equal(["prepack"])
    const files = execFileSync("tar", ["-tzf", pack()], { encoding: "utf8" }).trim().split("\n")
    const places = new Set(files.map((file) => file.split("/")[1]))
    expect([...places]).to.have.members(["LICENSE", "README.md", "dist", "package.json"])
  })

  it("is under 12 kB minified and gzipped, and under 4 kB for webhooks alone", async () => {
    const whole = gzipSync(await bundle('export * from "vintem"'), { level: 9 }).length
    const part = gzipSync(await bundle('export { webhooks } from "vintem"'), { level: 9 }).length
    expect(whole).to.be.below(LIMIT)
    expect(part).to.be.below(LIMIT / 3)
    expect(part).to.be.below(whole / 2)
  })

  it("needs nothing from Node in a browser bundle, and constructEvent works there", async () => {
    const code = await bundle('export * from "vintem"')
    expect(code).not.to.match(/from\s*"node:|require\(/)
    const { webhooks } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const header = webhooks.generateTestHeader({ payload: "{}", secret: "whsec_a" })
    expect(webhooks.constructEvent("{}", header, "whsec_a")).to.deep.equal({})
  })
})
