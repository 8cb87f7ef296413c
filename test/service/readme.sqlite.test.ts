import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { promisify } from "node:util"
import { expect } from "chai"
import { startVintem, type Vintem } from "../support/vintem.ts"

describe("The README", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const page = readFileSync(resolve(import.meta.dirname, "../../README.md"), "utf8")
  const bash = async (script: string) => {
    const env = { ...process.env, PORT: new URL(vintem.url).port, DATA_DIR: vintem.databases.directory }
    return (await promisify(execFile)("bash", ["-eu", "-c", script], { timeout: 30_000, env })).stdout
  }

  it("takes a first payment with commands to paste", async () => {
    const seeded = await vintem.cli("seed", "--json")
    expect(seeded.stderr).to.equal("")
    const [, pay] = page.match(/```sh\n(.*?)```/s)!
    expect(JSON.parse(await bash(pay!))).to.include({ object: "payment_intent", status: "succeeded", amount: 4990 })
  })
})
