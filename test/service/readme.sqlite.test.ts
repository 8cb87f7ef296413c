import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { mkdir, rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect } from "chai"
import { ROOT } from "../support/app/commands.ts"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { fastDirectory } from "../support/databases/directory.ts"

describe("The README", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem()
    expect((await vintem.cli("seed", "--json")).stderr).to.equal("")
  })
  after(() => vintem.close())

  const page = readFileSync(join(ROOT, "README.md"), "utf8")
  const shell = Array.from(page.matchAll(/```sh\n(.*?)```/gs), ([, lines]) => lines!)
  const bash = async (script: string) => {
    const env = { ...process.env, PORT: new URL(vintem.url).port, DATA_DIR: vintem.databases.directory }
    return (await promisify(execFile)("bash", ["-eu", "-c", script], { timeout: 60_000, env })).stdout
  }

  it("takes a first payment with commands to paste", async () => {
    const [pay] = shell
    expect(JSON.parse(await bash(pay!))).to.include({ object: "payment_intent", status: "succeeded", amount: 4990 })
  })

  it("takes a payment with the SDK, packed and installed as it says, in a plain file that every Node runs", async () => {
    const [pay, install] = shell
    const [, file] = page.match(/`(pay\.mjs)`.*?```ts\n/s)!
    const [, code] = page.match(/```ts\n(.*?)```/s)!
    const checkout = await fastDirectory("vintem-readme-")
    try {
      await mkdir(join(checkout, "vintem"))
      await symlink(join(ROOT, "generated"), join(checkout, "vintem/generated"))
      const functions = pay!.split("\n\n")[0]!
      const write = `cat > ${file} <<'END'\n${code}\nEND`
      const printed = await bash([`cd ${checkout}/vintem`, functions, install, write, `node ${file}`].join("\n"))
      expect(printed).to.match(/^succeeded\n$/m)
    } finally {
      await rm(checkout, { recursive: true })
    }
  })
})
