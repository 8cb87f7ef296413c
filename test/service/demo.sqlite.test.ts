import { spawn } from "node:child_process"
import { once } from "node:events"
import { rm } from "node:fs/promises"
import { createServer } from "node:http"
import { expect } from "chai"
import { COMPILE_CACHE, ROOT } from "../support/app/commands.ts"
import { fastDirectory } from "../support/databases/directory.ts"
import { freePort } from "../support/databases/postgres.ts"

describe("make demo", function () {
  this.timeout(60_000)
  let directory: string
  let port: number

  before(async () => {
    directory = await fastDirectory("vintem-demo-")
    port = await freePort()
  })
  after(() => rm(directory, { recursive: true, force: true }))

  /** What make runs. */
  const start = () => {
    const child = spawn(process.execPath, ["scripts/demo.ts"], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 50_000,
      env: {
        ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, DATA_DIR: directory, SHOP_PORT: String(port) },
        ...{ PORT: "0", FRAME_PORT: "0", DASHBOARD_PORT: "0", METRICS_PORT: "0" },
      },
    })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk))
    const ended = once(child, "close").then(([status]) => ({ status: status as number | null, output }))
    const ready = async () => {
      while (!output.includes("Ctrl-C")) await Promise.race([once(child.stdout, "data"), ended.then(() => fail(output))])
    }
    return { child, ready, ended, soFar: () => output }
  }
  const fail = (output: string) => {
    throw new Error(`make demo has ended: ${output}`)
  }
  const isOpen = () =>
    fetch(`http://localhost:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    )

  for (const again of ["", " also on the same data again"]) {
    it(`opens a shop, and ends all of it at Ctrl-C${again}`, async () => {
      const { child, ready, ended, soFar } = start()
      await ready()
      expect(await isOpen()).to.equal(true)
      const [link] = soFar().match(/http:\S+\/sign-in\/\S+/)!
      expect(await (await fetch(link)).text()).to.contain("demo@example.com")
      child.kill("SIGINT")
      const { status, output } = await ended
      expect(status, output).to.equal(0)
      expect(output).to.include(`The shop is open: http://localhost:${port}`)
      expect(await isOpen()).to.equal(false)
    })
  }

  it("says which port is taken, and how to choose another one", async () => {
    const other = createServer().listen(port, "localhost")
    await once(other, "listening")
    const { status, output } = await start().ended
    other.close()
    expect(status).to.equal(1)
    expect(output).to.match(new RegExp(`The port ${port} of SHOP_PORT cannot be opened.*choose another port`))
  })
})
