// Known advisories, as npm audit finds them at a registry, and as OSV writes them down.
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { gunzipSync } from "node:zlib"
import { expect } from "chai"
import { osvAdvisories, registryAdvisories } from "../../scripts/supply/advisories.ts"
import { shippedLock, withShippedLock } from "../../scripts/supply/shipped.ts"

const advisory = (name: string, severity: string) => ({
  [name]: [{ id: 1, url: "https://example.com/1", title: "Reads anything", severity, vulnerable_versions: "*", cwe: [] }],
})

describe("npm audit", () => {
  let registry: Server
  let answer: { status: number; body: object }
  let asked: Record<string, string[]>
  let cache: string
  const { npm_config_registry, npm_config_cache } = process.env

  before(async () => {
    registry = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      if (request.url!.endsWith("/bulk")) asked = JSON.parse(gunzipSync(Buffer.concat(chunks)).toString())
      response.writeHead(request.method === "POST" ? answer.status : 404, { "Content-Type": "application/json" })
      response.end(JSON.stringify(answer.body))
    })
    await once(registry.listen(0, "127.0.0.1"), "listening")
    // npm keeps advisories in its cache.
    cache = mkdtempSync(path.join(tmpdir(), "vintem-npm-"))
    const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
    Object.assign(process.env, { npm_config_registry: address, npm_config_cache: cache })
  })
  after(() => {
    registry.close()
    rmSync(cache, { recursive: true })
    for (const [name, value] of Object.entries({ npm_config_registry, npm_config_cache })) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })

  const audit = (status: number, body: object) => {
    answer = { status, body }
    return withShippedLock(registryAdvisories)
  }

  it("asks about what production installs and what the documentation page holds, and finds severe advisories", async () => {
    const answers = { ...advisory("vue", "critical"), ...advisory("pg", "low") }
    expect(await audit(200, answers)).to.deep.equal({ findings: ["vue: Reads anything (critical, https://example.com/1)"] })
    expect(asked).to.include.keys("pg", "koa", "vue", "@codemirror/state")
    expect(asked).not.to.include.keys("mocha")
  })

  it("says that nothing was checked where the registry has no advisories", async () => {
    const { findings, reason } = (await audit(405, {})) as { findings: undefined; reason: string }
    expect(findings).to.equal(undefined)
    expect(reason).to.equal("405 Method Not Allowed")
  })
})

describe("A copy of OSV's database", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "vintem-osv-"))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const find = (record: object) => {
    mkdirSync(path.join(folder, "2026"), { recursive: true })
    writeFileSync(path.join(folder, "2026/OSV-1.json"), JSON.stringify({ id: "OSV-1", summary: "Reads anything", ...record }))
    return osvAdvisories(folder, shippedLock()).findings
  }
  const affected = (events: object[], name = "pg") => [
    { package: { ecosystem: "npm", name }, ranges: [{ type: "SEMVER", events }] },
  ]
  const { version } = shippedLock().packages["node_modules/pg"]!

  it("names the packages that it affects", () => {
    const found = [`pg ${version}: Reads anything (high, OSV-1)`]
    const record = { database_specific: { severity: "HIGH" }, affected: affected([{ introduced: "8.0.0" }, { fixed: "99.0.0" }]) }
    expect(find(record)).to.deep.equal(found)
    expect(find({ ...record, affected: affected([{ introduced: "0" }, { last_affected: version }]) })).to.deep.equal(found)
    expect(find({ affected: [{ package: { ecosystem: "npm", name: "pg" }, versions: [version] }] })).to.have.length(1)
  })

  it("passes over versions, packages and severities that it does not affect", () => {
    const open = [{ introduced: "0" }]
    for (const record of [
      { affected: affected([{ introduced: "0" }, { fixed: version }]) },
      { affected: affected([{ introduced: "0" }, { last_affected: "1.0.0" }]) },
      { affected: affected([{ introduced: "99.0.0" }]) },
      { affected: affected(open, "mocha") },
      { affected: affected(open), withdrawn: "2026-01-01T00:00:00Z" },
      { affected: affected(open), database_specific: { severity: "LOW" } },
    ]) {
      expect(find(record), JSON.stringify(record)).to.deep.equal([])
    }
  })

  it("checks nothing, and says so, where it is empty", () => {
    expect(osvAdvisories(folder, shippedLock())).to.deep.include({ findings: undefined })
  })
})
