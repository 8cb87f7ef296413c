import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, parse } from "node:path"
import { expect } from "chai"
import { transformSync } from "esbuild"
import { bundleSdk, sdkSizes } from "../../scripts/sdk-size.ts"
import { json, startServer } from "./local-server.ts"
import { cleanUp, compile, install, nodes, pack, project, ROOT } from "./packed.ts"

const SDK = join(ROOT, "generated/sdk")
const LIMIT = 12_000

const filesOf = (root: string) => readdirSync(root, { recursive: true, encoding: "utf8" })

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
  const request = new Request("https://shop.example/", { method: "POST", body: payload, headers: { "service-signature": header } })
  assert.equal((await fetchWebhook("whsec_a", () => {})(request)).status, 204)
  for (const webhook of [expressWebhook, nodeWebhook, honoWebhook]) assert.throws(() => webhook("", () => {}), VintemError)
  console.log("used on", process.versions.node)
}
main()
`
const ESM = `import { createRequire } from "node:module"
import Vintem, { Vintem as named, VintemError, webhooks } from "vintem"
import { webhook as expressWebhook } from "vintem/express"
import { webhook as nodeWebhook } from "vintem/node"
import { webhook as honoWebhook } from "vintem/hono"
import { webhook as fetchWebhook } from "vintem/fetch"
const require = createRequire(import.meta.url)
${USE}`
const COMMONJS = `const { default: Vintem, Vintem: named, VintemError, webhooks } = require("vintem")
const { webhook: expressWebhook } = require("vintem/express")
const { webhook: nodeWebhook } = require("vintem/node")
const { webhook: honoWebhook } = require("vintem/hono")
const { webhook: fetchWebhook } = require("vintem/fetch")
${USE}`

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
    // It knows no exports, and is still the default of "module": "commonjs".
    { module: "commonjs", moduleResolution: "node10" },
  ]
  const ADAPTERS = { fetch: "vintem/fetch", hono: "vintem/hono", node: "vintem/express" }
  const packaged = (file: string) => {
    const text = readFileSync(join(import.meta.dirname, file), "utf8").replace("../../generated/sdk/src/index.ts", "vintem")
    return Object.entries(ADAPTERS).reduce(
      (code, [adapter, name]) => code.replace(`../../generated/sdk/src/runtime/adapters/${adapter}.ts`, name),
      text,
    )
  }
  const types = packaged("types.ts")
  const adapterTypes = packaged("adapter-types.ts")
  for (const resolution of resolutions) {
    it(`compiles with moduleResolution ${resolution.moduleResolution}, without DOM or Node types`, () => {
      const user = project("module")
      // TypeScript takes a .cts file as a file of a CommonJS project.
      for (const file of ["main.ts", "main.cts"]) user.write(file, types)
      for (const file of ["adapters.ts", "adapters.cts"]) user.write(file, adapterTypes)
      compile(user, ["main.ts", "main.cts", "adapters.ts", "adapters.cts"], {
        ...resolution,
        esModuleInterop: true,
        lib: ["es2022"],
        types: [],
      })
    })
  }

  it("compiles with DOM and Node types and accepts their fetch and AbortSignal", () => {
    const user = project("module", ["@types/node", "undici-types"])
    user.write(
      "main.ts",
      `import Vintem from "vintem"
       const vintem = new Vintem("zsk_test_a", { fetch, logger: console })
       export const customer = await vintem.customers.retrieve("cus_1", { signal: AbortSignal.timeout(5) })
       new Headers(customer.lastResponse.headers as Headers)
       const proxied = vintem.withOptions({ fetchOptions: { dispatcher: {}, proxy: "http://127.0.0.1:8080" } })
       await proxied.balance.retrieve({ fetchOptions: { cache: "no-store" } satisfies RequestInit })
       // @ts-expect-error headers are an option of their own
       new Vintem("zsk_test_a", { fetchOptions: { headers: {} } })`,
    )
    compile(user, ["main.ts"], { module: "nodenext", lib: ["es2022", "dom"], types: ["node"] })
    compile(user, ["main.ts"], { module: "nodenext", lib: ["es2022", "dom"], types: [] })
    compile(user, ["main.ts"], { module: "nodenext", lib: ["es2022"], types: ["node"] })
  })

  it("compiles where the browser gets the payment intent that the server got", () => {
    const user = project("module")
    user.write(
      "main.ts",
      `import type { PaymentIntent } from "vintem"
       import { loadVintem } from "vintem/browser"
       export const act = async (intent: PaymentIntent) => {
         const vintem = (await loadVintem("https://cards.example.com"))("zk_test_a")
         return (await vintem.handleNextAction(intent, { container: "#pay" })).outcome
       }`,
    )
    compile(user, ["main.ts"], { module: "nodenext", lib: ["es2022", "dom"], types: [] })
  })

  it("compiles with Express, node:http, Hono, Next.js and Deno, which take its adapters as they are", () => {
    const user = project("module", ["@types/node", "undici-types", "@types/express", "express", "hono"])
    user.write(
      "main.ts",
      `import { createServer } from "node:http"
       import express from "express"
       import { Hono } from "hono"
       import { webhook as onExpress } from "vintem/express"
       import { webhook as onFetch } from "vintem/fetch"
       import { webhook as onHono } from "vintem/hono"
       import { webhook as onNode } from "vintem/node"
       const secret = process.env.VINTEM_WEBHOOK_SECRET
       express().post("/hooks", onExpress(secret, async (event) => console.log(event.id)))
       createServer(onNode(secret, { "charge.dispute.created": async ({ data }) => console.log(data.object.refund) }))
       new Hono().post("/hooks", onHono(secret, async (event) => console.log(event.id)))
       type NextRequest = Request & { readonly nextUrl: URL }
       export const POST: (request: NextRequest) => Promise<Response> = onFetch(secret, async (event) => console.log(event.id))
       export const serve: (request: Request, info: object) => Response | Promise<Response> = onFetch(secret, console.log)`,
    )
    const settings = { esModuleInterop: true, skipLibCheck: true }
    compile(user, ["main.ts"], { ...settings, module: "nodenext", lib: ["es2022", "dom", "dom.iterable"], types: ["node"] })
    compile(user, ["main.ts"], { ...settings, module: "nodenext", lib: ["es2022"], types: ["node"] })
  })

  it("has a source map for each file of its code, and the TypeScript that the maps name", () => {
    const root = join(install(), "vintem")
    const code = filesOf(root).filter((file) => file.endsWith(".js"))
    expect(code).to.have.length.above(60)
    for (const file of code) {
      const { name, dir } = parse(file)
      expect(readFileSync(join(root, file), "utf8"), file).to.match(new RegExp(`\n//# sourceMappingURL=${name}\\.js\\.map\\s*$`))
      const { sources } = JSON.parse(readFileSync(join(root, `${file}.map`), "utf8"))
      const source = join(dir.replace(/^dist\/(esm|cjs)/, "src"), `${name}.ts`)
      expect(sources.map((each: string) => join(dir, each))).to.deep.equal([source])
      expect(existsSync(join(root, source)), source).to.equal(true)
    }
  })

  it("imports only its own files, by their names, so that every bundler and runtime can follow", () => {
    const root = join(install(), "vintem")
    for (const file of filesOf(root).filter((each) => each.endsWith(".js"))) {
      const { code } = transformSync(readFileSync(join(root, file), "utf8"), { legalComments: "none" })
      const imported = [...code.matchAll(/\b(?:import|require)\s*\(\s*([^)]*)\)|\bfrom\s*("[^"]*")|\bimport\s*("[^"]*")/g)]
      for (const [statement, ...names] of imported)
        expect(names.find(Boolean), `${file}: ${statement}`).to.match(/^"\.{1,2}\/[\w./-]+\.js"$/)
    }
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
    expect([...places]).to.have.members([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "README.pt-BR.md",
      "dist",
      "package.json",
      "src",
    ])
  })

  it("is as small as the README says, and webhooks alone are smaller", async () => {
    const sizes = await sdkSizes()
    expect(sizes.vintem).to.be.below(LIMIT)
    const readme = readFileSync(join(SDK, "README.md"), "utf8")
    expect(readme).to.include(`${Math.ceil(sizes.vintem! / 1000)} kB`)
    for (const part of ["webhooks of vintem", "vintem/express", "vintem/hono", "vintem/fetch"])
      expect(sizes[part], part).to.be.below(LIMIT / 3)
  })

  it("needs nothing from Node in a browser bundle, and constructEvent works there", async () => {
    const code = await bundleSdk('export * from "vintem"')
    expect(code).not.to.match(/from\s*"node:|require\(/)
    const { webhooks } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const header = webhooks.generateTestHeader({ payload: "{}", secret: "whsec_a" })
    expect(webhooks.constructEvent("{}", header, "whsec_a")).to.deep.equal({})
  })
})
