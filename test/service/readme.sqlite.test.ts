import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { promisify } from "node:util"
import { expect } from "chai"
import { startVintem, type Vintem } from "../support/vintem.ts"

describe("The README and the walkthrough", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const page = (file: string) => readFileSync(resolve(import.meta.dirname, "../..", file), "utf8")
  const blocks = (file: string) => [...page(file).matchAll(/```sh\n(.*?)```/gs)].map(([, lines]) => lines!)
  const bash = async (script: string) => {
    const env = { ...process.env, PORT: new URL(vintem.url).port, DATA_DIR: vintem.databases.directory }
    return (await promisify(execFile)("bash", ["-eu", "-c", script], { timeout: 30_000, env })).stdout
  }

  it("take a first payment with commands to paste", async () => {
    const seeded = await vintem.cli("seed", "--json")
    expect(seeded.stderr).to.equal("")
    const [pay] = blocks("README.md")
    expect(JSON.parse(await bash(pay!))).to.include({ object: "payment_intent", status: "succeeded", amount: 4990 })
  })

  it("show every way a payment can go, with the documented outcome", async () => {
    await vintem.cli("seed", "--json")
    const [names, ...ways] = blocks("docs/walkthrough.md")
    const payments = ways.filter((way) => way.includes("PI=$(intent)"))
    // The expected outcomes, from the line of arrows above each block.
    const outcomes = [...page("docs/walkthrough.md").matchAll(/^(→ .*)\n\n```sh/gm)].map(([, line]) =>
      [...line!.matchAll(/→ `(.*?)`/g)].map((each) => each[1]!),
    )
    for (const [index, way] of payments.entries()) {
      const stdout = await bash(names + way)
      for (const outcome of outcomes[index]!) expect(stdout, way).to.contain(outcome)
    }
    expect(payments).to.have.length(13)
  })

  it("show a year in the life of a subscription", async () => {
    await vintem.cli("seed", "--json")
    const [names, ...ways] = blocks("docs/walkthrough.md")
    const stdout = await bash(names + ways.find((way) => way.includes("clock/advance"))!)
    const states = [...stdout.matchAll(/"object":"customer_subscription".*?"status":"([A-Z_]+)"/g)].map(([, status]) => status)
    expect(states).to.deep.equal(["TRIALING", "PAST_DUE", "ACTIVE", "CANCELED"])
    const events = [...stdout.matchAll(/"type":"payment_intent\.([a-z_]+)/g)].map(([, type]) => type!).reverse()
    const succeeded = (times: number) => Array(times).fill("succeeded")
    const story = [...succeeded(7), ...Array(3).fill("payment_failed"), ...succeeded(6)]
    expect(events.slice(-story.length)).to.deep.equal(story)
  })
})
