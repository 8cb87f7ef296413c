// What Vintém is installed from: the lock file, install scripts, licenses, and the script of the documentation page.
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import path from "node:path"
import { expect } from "chai"
import type { InBrowser } from "../../scripts/generate/browser.ts"
import { SCALAR_SHA256 } from "../../scripts/generate/scalar.ts"
import { licenseFindings } from "../../scripts/supply/licenses.ts"
import {
  isOfProduction,
  type Lock,
  type Locked,
  lockFindings,
  ROOT,
  readLock,
  scriptFindings,
} from "../../scripts/supply/lock.ts"
import { npmJson } from "../../scripts/supply/npm.ts"
import { shippedLock, withShippedLock } from "../../scripts/supply/shipped.ts"
import { docsAsset } from "../../src/web/docs/assets.ts"

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8")
const lockOf = (packages: Record<string, Partial<Locked>>): Lock => ({
  lockfileVersion: 3,
  packages: Object.fromEntries(Object.entries(packages).map(([name, entry]) => [name, { version: "1.0.0", ...entry }])),
})

describe("package-lock.json", () => {
  it("has a SHA-512 for every package, and no address", () => {
    expect(lockFindings(readLock())).to.deep.equal([])
    expect(read("package-lock.json")).not.to.match(/"resolved"/)
  })

  it("is refused with a package that has no digest, a weak one, or an address of its own", () => {
    const good = { integrity: "sha512-YQ==" }
    expect(lockFindings(lockOf({ "": {}, "node_modules/a": good }))).to.deep.equal([])
    for (const bad of [{}, { integrity: "sha1-YQ==" }, { ...good, resolved: "git+ssh://host/a.git" }, { ...good, link: true }]) {
      expect(lockFindings(lockOf({ "node_modules/a": bad })).length, JSON.stringify(bad)).to.equal(1)
    }
  })

  it("has no install script that package.json does not decide on, and none in production", () => {
    const { allowScripts } = JSON.parse(read("package.json"))
    expect(scriptFindings(readLock(), allowScripts)).to.deep.equal([])
    expect(scriptFindings(lockOf({ "node_modules/a/node_modules/@b/c": { hasInstallScript: true } }), {}).length).to.equal(1)
    const inProduction = Object.values(readLock().packages).filter((each) => isOfProduction(each) && each.hasInstallScript)
    expect(inProduction).to.deep.equal([])
  })
})

describe("Licenses", () => {
  it("are allowed for every package that ships", () => expect(licenseFindings(shippedLock())).to.deep.equal([]))

  it("are refused where an expression cannot be met with allowed ones", () => {
    const findings = (license?: string) => licenseFindings(lockOf({ "node_modules/a": license ? { license } : {} })).length
    for (const allowed of ["MIT", "(MIT OR GPL-3.0-only)", "MIT AND ISC"]) expect(findings(allowed), allowed).to.equal(0)
    for (const refused of ["GPL-3.0-only", "MIT AND GPL-3.0-only", "SEE LICENSE IN LICENSE.txt", undefined]) {
      expect(findings(refused), refused).to.equal(1)
    }
  })
})

describe("The script of the documentation page", () => {
  const bundle = JSON.parse(read("generated/scalar/bundle.json"))

  it("is the published file, byte for byte", async () => {
    const bytes = await docsAsset("scalar.js")!.bytes()
    expect(createHash("sha256").update(bytes).digest("hex")).to.equal(SCALAR_SHA256)
    expect(bundle.sha256).to.equal(SCALAR_SHA256)
    expect(bundle.version).to.equal(readLock().packages["node_modules/@scalar/api-reference"]!.version)
  })

  it("has the license of each package in it beside it", () => {
    const licenses = read("generated/scalar/LICENSES.txt")
    expect(bundle.packages).to.have.length.above(100)
    for (const { name, version, license } of [bundle, ...bundle.packages]) {
      expect(licenses).to.contain(`${name} ${version} (${license})\n`)
    }
  })
})

describe("The scripts of our own for browsers", () => {
  const { packages } = JSON.parse(read("generated/browser/bundle.json")) as { packages: InBrowser[] }

  it("say which packages are in them, with the license of each beside them", () => {
    expect(packages.map(({ name, files }) => [name, files])).to.deep.equal([
      ["@simplewebauthn/browser", ["dashboard.js"]],
      ["credit-card-type", ["card.js"]],
      ["idiomorph", ["dashboard.js"]],
      ["minisearch", ["docs.js"]],
    ])
    const licenses = read("generated/browser/LICENSES.txt")
    for (const { name, version, license } of packages) {
      expect(licenses).to.contain(`${name} ${version} (${license})\n\n`)
      expect(version).to.equal(readLock().packages[`node_modules/${name}`]!.version)
    }
    expect(licenses.match(/Permission (is hereby granted|to use, copy, modify)/g)).to.have.lengthOf(packages.length)
  })
})

describe("The bill of materials", () => {
  it("lists what production installs and what scripts for browsers hold, and no tool of development", async () => {
    const bill = await withShippedLock((folder) => npmJson(folder, ["sbom", "--sbom-format", "cyclonedx"]))
    expect(bill).to.include({ bomFormat: "CycloneDX" })
    const found = bill.components.map(({ purl }: { purl: string }) => purl)
    expect(found).to.include.members(
      ["pg", "undici", "minisearch", "credit-card-type"].map((name) => `pkg:npm/${name}@${versionOf(name)}`),
    )
    expect(found.some((purl: string) => purl.startsWith("pkg:npm/vue@"))).to.equal(true)
    for (const tool of ["mocha", "node", "typescript"]) {
      expect(
        found.some((purl: string) => purl.startsWith(`pkg:npm/${tool}@`)),
        tool,
      ).to.equal(false)
    }
  })
  const versionOf = (name: string) => readLock().packages[`node_modules/${name}`]!.version
})
