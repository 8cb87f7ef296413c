import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { expect } from "chai"

const LOG = new URL("../../src/base/log.ts", import.meta.url)
/** A process that writes lines to two logs in turn, and then ends. */
const program = (lines: number, end: string) => `
  import { createLog } from ${JSON.stringify(LOG)}
  const logs = [createLog("info"), createLog("info")]
  for (let i = 0; i < ${lines}; i++) logs[i % 2].info({ i }, "as a request is logged")
  ${end}`

/** How many lines are more than one batch and a part of another, and how many are less than a batch. */
const [MANY, FEW] = [500, 20]
/** More lines than a pipe holds. */
const FLOOD = 5000

/** Where a process ends at once, a batch that is just being written could come after the lines that are left. */
const ENDINGS = [
  ["by itself", MANY, ""],
  ["by its own decision", FEW, "process.exit(0)"],
  ["by an error that nothing catches", FEW, "throw new Error('unexpected')"],
] as const

describe("The lines of a process's logs", () => {
  for (const [ending, lines, end] of ENDINGS) {
    it(`are all written, once and in their order, also where the process ends ${ending}`, () => {
      const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program(lines, end)], { encoding: "utf8" })
      const written = stdout.trim().split("\n")
      expect(written.map((line) => JSON.parse(line).i)).to.deep.equal(Array.from({ length: lines }, (_, i) => i))
    })
  }

  it("are written within a moment, also where they are few and the process goes on", async () => {
    const code = `
      import { createLog } from ${JSON.stringify(LOG)}
      createLog("info").info("alone")
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ["--input-type=module", "-e", code])
    const [line] = await once(child.stdout, "data")
    child.kill()
    expect(JSON.parse(line).msg).to.equal("alone")
  })

  it("are all written where whoever reads them is slower than the process that stops", async () => {
    const stop = `setTimeout(async () => {
      console.error("stopping")
      await written(20_000)
      process.exit(0)
    }, 500)`
    const code = `import { written } from ${JSON.stringify(LOG)}\n${program(FLOOD, stop)}`
    const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "pipe"] })
    await once(child.stderr, "data")
    const lines = (await text(child.stdout)).trim().split("\n")
    expect(lines.map((line) => JSON.parse(line).i)).to.deep.equal(Array.from({ length: FLOOD }, (_, i) => i))
  })

  it("do not keep a process from ending where nobody reads them", async () => {
    const code = program(FLOOD, "setTimeout(() => process.exit(0), 500)")
    const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "pipe"] })
    let errors = ""
    child.stderr.on("data", (chunk) => (errors += chunk))
    const tooLate = setTimeout(() => child.kill("SIGKILL"), 15_000)
    const [status, signal] = await once(child, "exit")
    clearTimeout(tooLate)
    expect([status, signal, errors]).to.deep.equal([0, null, ""])
  })
})
