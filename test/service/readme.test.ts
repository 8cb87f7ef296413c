import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { promisify } from "node:util"
import { expect } from "chai"
import { startVintem, type Vintem } from "../support/vintem.ts"

describe("README.md", function () {
  this.timeout(60_000)
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const readme = readFileSync(resolve(import.meta.dirname, "../../README.md"), "utf8")
  /** The n-th block of lines to paste; only where the server and the demo account live is another here. */
  const block = (n: number) => {
    const lines = [...readme.matchAll(/```sh\n(.*?)```/gs)][n]?.[1]
    return lines?.replaceAll("http://127.0.0.1:3000", vintem.url).replaceAll(/\bdata\//g, `${vintem.databases.directory}/`)
  }
  const bash = async (script: string) => (await promisify(execFile)("bash", ["-eu", "-c", script], { timeout: 30_000 })).stdout

  it("takes a first payment with lines that can be pasted as they stand", async () => {
    const seeded = await vintem.cli("seed", "--json")
    expect(seeded.stderr).to.equal("")
    const stdout = await bash(block(0)!)
    const [confirmed, retrieved] = stdout.split(/(?<=})(?=\{"id")/).map((text) => JSON.parse(text))
    expect(confirmed).to.include({ object: "payment_intent", status: "succeeded", amount: 4990 })
    expect(retrieved).to.deep.equal(confirmed)
  })
  it("plays every way a payment can go, each as it says", async () => {
    await vintem.cli("seed", "--json")
    const names = block(1)!
    // The line of arrows above each block.
    const outcomes = [...readme.matchAll(/^(→ .*)\n\n```sh/gm)].map(([, line]) =>
      [...line!.matchAll(/→ `(.*?)`/g)].map((each) => each[1]!),
    )
    let ways = 0
    for (let way = block(2); way?.includes("PI=$(intent)"); way = block(2 + ++ways)) {
      const stdout = await bash(names + way)
      for (const outcome of outcomes[ways]!) expect(stdout, way).to.contain(outcome)
    }
    expect(ways).to.equal(12)
  })

  it("plays a year in the life of a subscription", async () => {
    await vintem.cli("seed", "--json")
    const year = [...readme.matchAll(/```sh\n(.*?)```/gs)].findIndex(([, lines]) => lines!.includes("clock/advance"))
    const stdout = await bash(block(1)! + block(year)!)
    const states = [...stdout.matchAll(/"object":"customer_subscription".*?"status":"([A-Z_]+)"/g)].map(([, status]) => status)
    expect(states).to.deep.equal(["TRIALING", "PAST_DUE", "ACTIVE", "CANCELED"])
    const events = [...stdout.matchAll(/"type":"payment_intent\.([a-z_]+)/g)].map(([, type]) => type!).reverse()
    const succeeded = (times: number) => Array(times).fill("succeeded")
    const story = [...succeeded(7), ...Array(3).fill("payment_failed"), ...succeeded(6)]
    expect(events.slice(-story.length)).to.deep.equal(story)
  })
})
