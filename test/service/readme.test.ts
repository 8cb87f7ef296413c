import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
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

  it("takes a first payment with lines that can be pasted as they stand", async () => {
    const seeded = await vintem.cli("seed", "--json")
    expect(seeded.stderr).to.equal("")
    const readme = readFileSync(resolve(import.meta.dirname, "../../README.md"), "utf8")
    const lines = /```sh\n(.*?)```/s.exec(readme)?.[1] as string
    // Only where the demo account lives is another here.
    const script = lines
      .replaceAll("http://127.0.0.1:3000", vintem.url)
      .replace("data/demo-keys.json", join(vintem.databases.directory, "demo-keys.json"))
    const { stdout } = await promisify(execFile)("bash", ["-eu", "-c", script], { timeout: 30_000 })
    const [confirmed, retrieved] = stdout.split(/(?<=})(?=\{"id")/).map((text) => JSON.parse(text))
    expect(confirmed).to.include({ object: "payment_intent", status: "succeeded", amount: 4990 })
    expect(retrieved).to.deep.equal(confirmed)
  })
})
