import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { expect } from "chai"

const LOG = new URL("../../src/log.ts", import.meta.url)
/** More than one batch of lines, and a part of another. */
const LINES = 500

/** A process that writes lines to two logs in turn, and then ends. */
const program = (end: string) => `
  import { createLog } from ${JSON.stringify(LOG)}
  const logs = [createLog("info"), createLog("info")]
  for (let i = 0; i < ${LINES}; i++) logs[i % 2].info({ i }, "as a request is logged")
  ${end}`

const ENDINGS = {
  "by itself": "",
  "by its own decision": "process.exit(0)",
  "by an error that nothing catches": "throw new Error('unexpected')",
}

describe("The lines of a process's logs", () => {
  for (const [ending, code] of Object.entries(ENDINGS)) {
    it(`are all written, once and in their order, also where the process ends ${ending}`, () => {
      const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program(code)], { encoding: "utf8" })
      const written = stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).i)
      expect(written).to.deep.equal(Array.from({ length: LINES }, (_, i) => i))
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
})
