import { spawn } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "chai"
import { newClient } from "../support/app/client.ts"
import { COMPILE_CACHE, ROOT } from "../support/app/commands.ts"
import { runCommand } from "../support/app/vintem.ts"
import { until } from "../support/merchants/merchant.ts"
import { cardBody, expectStatus } from "../support/merchants/payments.ts"

const FILES = ["", "-wal", "-shm"]
const EXPECTED = [
  "demo-keys.json",
  "encryption.key",
  ...FILES.map((end) => `limits.sqlite${end}`),
  ...FILES.map((end) => `test.sqlite${end}`),
  "test.sqlite-keys",
  ...FILES.map((end) => `test.sqlite-requests${end}`),
].sort()

describe("The files of the vintem command", function () {
  this.timeout(120_000)
  let parent: string
  let directory: string
  let env: Record<string, string>
  before(() => {
    parent = mkdtempSync(join(tmpdir(), "vintem-files-"))
    directory = join(parent, "data")
    env = { DATA_DIR: directory, PORT: "0", METRICS_PORT: "0", FRAME_PORT: "0", DASHBOARD_PORT: "0", LOG_LEVEL: "silent" }
  })
  after(() => rmSync(parent, { recursive: true, force: true }))

  const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8)
  const modes = () => Object.fromEntries(readdirSync(directory).map((name) => [name, modeOf(join(directory, name))]))
  const setAll = (mode: number) => {
    for (const name of readdirSync(directory)) chmodSync(join(directory, name), mode)
  }

  /** Serves in a shell with a umask that leaves everybody every right, until `work` has ended. */
  async function serving(commands: string, work: (url: string) => Promise<void>): Promise<string> {
    const child = spawn("sh", ["-c", `umask 0; vintem() { "${process.execPath}" src/start/cli.js "$@"; }; ${commands}`], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk))
    try {
      await work(await until(async () => /ready at (\S+)/.exec(output)?.[1]))
    } finally {
      // The shell and what it runs.
      process.kill(-child.pid!, "SIGKILL")
    }
    return output
  }

  const enterCard = async (url: string) => {
    const { json: demo } = await runCommand(["seed", "--json"], env)
    const client = newClient(url, demo.secret_key, () => "")
    expectStatus(await client.request("POST", "/v1/tokens", cardBody()), 201)
    await client.close()
  }

  it("can be read by their owner alone, whatever the umask", async () => {
    await serving("vintem migrate && vintem seed && vintem serve", async (url) => {
      await enterCard(url)
      expect(modes()).to.deep.equal(Object.fromEntries(EXPECTED.map((name) => [name, "600"])))
    })
    expect(modeOf(directory)).to.equal("700")
  })

  it("lose the rights that an earlier release left to others, at the next start", async () => {
    setAll(0o666)
    chmodSync(directory, 0o775)
    expect((await runCommand(["seed"], env)).status).to.equal(0)
    await serving("vintem serve", async (url) => {
      await enterCard(url)
      expect(modes()).to.deep.equal(Object.fromEntries(EXPECTED.map((name) => [name, "600"])))
    })
    expect(modeOf(directory)).to.equal("700")
  })

  it("are not made in a wrong DATA_DIR by a command that changes or shows what is there", async () => {
    const elsewhere = join(parent, "elsewhere")
    const file = join(elsewhere, "test.sqlite")
    for (const command of ["accounts list", "keys list", "keys revoke key_1", "check", "encryption rotate", "logs tail"]) {
      const { status, stdout, stderr } = await runCommand(command.split(" "), { ...env, DATA_DIR: elsewhere })
      expect([command, status, stdout]).to.deep.equal([command, 1, ""])
      expect(stderr).to.equal(
        `vintem: There is no database of test mode at ${file}. Set DATA_DIR or TEST_DATABASE_URL as for the service, ` +
          "or create one with: vintem migrate\n",
      )
    }
    expect(existsSync(elsewhere)).to.equal(false)
  })

  it("are made with the first account and the first key, which say where", async () => {
    for (const command of ["accounts create --name Loja", "keys create --mode test --kind secret"]) {
      const first = { ...env, DATA_DIR: join(parent, command.split(" ")[0]!) }
      const run = () => runCommand([...command.split(" "), "--json"], first)
      const created = await run()
      expect(created.json).to.have.property("id")
      expect(created.stderr).to.equal(`Created a new database for test mode: ${join(first.DATA_DIR, "test.sqlite")}\n`)
      expect((await run()).stderr).to.equal("")
    }
  })

  it("are made with a key that is then refused, which says where too", async () => {
    const first = { ...env, DATA_DIR: join(parent, "refused") }
    const { status, stderr } = await runCommand(
      ["keys", "create", "--mode", "test", "--kind", "secret", "--account", "acct_none"],
      first,
    )
    expect(status).to.equal(1)
    expect(stderr).to.match(/^Created a new database for test mode: \S+test\.sqlite\nvintem: /)
  })

  it("are not put into a directory that every user may write to, such as /tmp", async () => {
    chmodSync(directory, 0o1777)
    for (const command of ["migrate", "seed", "serve"]) {
      const { status, stderr } = await runCommand([command], env)
      expect([status, stderr]).to.deep.equal([
        1,
        `vintem: DATA_DIR ${directory} (mode 1777) can be written by every user of this machine. Set DATA_DIR to a directory of its own.\n`,
      ])
    }
    expect(modeOf(directory), "the rights of others to it are left").to.equal("1777")
  })

  it("leave a file that is none of them as it is, with its rights, and say which one it is", async () => {
    const notes = join(parent, "notes.txt")
    writeFileSync(notes, "bread, milk\n", { mode: 0o644 })
    const wrong = [
      [
        { DATA_DIR: join(parent, "other"), TEST_DATABASE_URL: `sqlite:${notes}` },
        `${notes} is not a SQLite database. It was left as it is.`,
      ],
      [{ DATA_DIR: notes }, `DATA_DIR ${notes} is not a directory. It was left as it is.`],
      [{ DATA_DIR: join(notes, "data") }, `The directory ${join(notes, "data")} cannot be created`],
    ] as const
    for (const command of ["migrate", "serve"]) {
      for (const [variables, message] of wrong) {
        const { status, stderr } = await runCommand([command], { ...env, ...variables })
        expect(status).to.equal(1)
        expect(stderr).to.contain(message)
      }
    }
    expect(readFileSync(notes, "utf8")).to.equal("bread, milk\n")
    expect(modeOf(notes)).to.equal("644")
  })
})
