// The SDK does not notice which database the service has, so SQLite is enough.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { expect } from "chai"
import { build } from "esbuild"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { contract } from "../support/contract/openapi.ts"
import { startJudgingProxy } from "./judging-proxy.ts"
import { cleanUp, nodes, project } from "./packed.ts"
import { steps } from "./scenario.ts"

type Outcome = Record<string, string | null>

const DRIVER = `
import * as sdk from "vintem"
import { steps } from "./scenario.js"

const world = { ...JSON.parse(process.env.WORLD), sdk, vintem: new sdk.Vintem() }
for (const [title, step] of Object.entries(steps)) {
  const failure = await step(world).then(() => null, (error) => String(error?.stack ?? error))
  console.log(JSON.stringify([title, failure]))
}
`

/** Returns the scenario as one file. It imports nothing but Node.js. */
const scenario = async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "scenario.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node18",
    write: false,
  })
  return outputFiles[0]!.text
}

const offered = Object.values<Record<string, { operationId: string; "x-sdk-method"?: string }>>(contract.paths)
  .flatMap((item) => Object.values(item))
  .filter((operation) => operation["x-sdk-method"])
  .map(({ operationId }) => operationId)

const productWithPlan = async (vintem: Pick<Vintem, "request" | "cli">, account: string) => {
  const { body: product } = await vintem.request("POST", "/v1/products", { name: "Clube do café" })
  await vintem.request("POST", `/v1/products/${product.id}/price`, { amount: 3990, currency: "brl" })
  const plan = ["--product", product.id, "--name", "Mensal", "--interval", "MONTH"]
  const created = await vintem.cli("plans", "create", "--mode", "test", "--account", account, ...plan)
  if (created.status !== 0) throw new Error(created.stderr)
  return product.id as string
}

describe("The service through the SDK", function () {
  this.timeout(120_000)
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem()
  })
  after(async () => {
    await vintem?.close()
    cleanUp()
  })

  for (const node of nodes()) {
    describe(`on Node ${node.version}`, () => {
      let outcome: Outcome
      let proxy: Awaited<ReturnType<typeof startJudgingProxy>>

      before(async () => {
        proxy = await startJudgingProxy(vintem.url)
        const account = await vintem.newAccount()
        const { key } = await vintem.newKey({ account })
        const { key: publishableKey } = await vintem.newKey({ account, kind: "publishable" })
        const request: Vintem["request"] = (method, path, body) => vintem.request(method, path, body, { key })
        const product = await productWithPlan({ cli: vintem.cli, request }, account)
        const user = project("module")
        user.write("scenario.js", await scenario())
        const driver = user.write("driver.js", DRIVER)
        const world = JSON.stringify({ publishableKey, product, baseUrl: proxy.url })
        const child = spawn(node.path, [driver], {
          cwd: user.directory,
          stdio: ["ignore", "pipe", "inherit"],
          env: { PATH: process.env.PATH, VINTEM_KEY: key, VINTEM_BASE_URL: proxy.url, WORLD: world },
          timeout: 100_000,
        })
        let output = ""
        child.stdout.on("data", (chunk) => (output += chunk))
        await once(child, "close")
        outcome = Object.fromEntries(
          output
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line)),
        )
      })
      after(() => proxy?.close())

      for (const title of Object.keys(steps)) {
        it(title, () => {
          const failure = outcome[title]
          if (failure !== null) throw new Error(failure ?? "The step did not finish.")
        })
      }

      it("every response matches the contract", () => {
        expect(proxy.violations).to.deep.equal([])
      })

      it("every operation of the SDK was used", () => {
        expect([...proxy.operations]).to.include.members(offered)
      })
    })
  }
})
