import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "chai"
import { previewDocs } from "../../scripts/docs.ts"
import type { Json } from "../support/contract/json.ts"

const written = readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8")
const titled = (title: string) => written.replace(/^ {2}title: .*$/m, `  title: ${title}`)

describe("make docs", () => {
  let directory: string
  let file: string
  let server: Server
  let url: string

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), "vintem-docs-"))
    file = join(directory, "openapi.yaml")
    writeFileSync(file, titled("First"))
    server = await previewDocs(file, 0)
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(async () => {
    server.closeAllConnections()
    await once(server.close(), "close")
    rmSync(directory, { recursive: true })
  })

  const title = async () => ((await (await fetch(`${url}/v1/docs/openapi-2026-12-01.json`)).json()) as Json).info.title

  it("shows the pages that the service shows", async () => {
    for (const [path, script] of [
      ["/", "docs.js"],
      ["/v1/docs/guides/first-payment", "docs.js"],
      ["/v1/docs/pt/guides/first-payment", "docs.js"],
      ["/v1/docs/reference", "scalar.js"],
    ]) {
      const page = await (await fetch(url + path)).text()
      const scripts = [...page.matchAll(/<script src="([^"]+)"/g)].map(([, path]) => path!)
      expect(scripts.join()).to.include(`/v1/docs/${script}?v=`).and.include("/reload.js")
      for (const path of scripts) expect((await fetch(url + path)).status, path).to.equal(200)
    }
  })

  it("tells the page when openapi.yaml was edited, and shows the edit", async () => {
    expect(await title()).to.equal("First")
    const changes = (await fetch(`${url}/changes`)).body!.getReader()
    writeFileSync(file, titled("Second"))
    expect(new TextDecoder().decode((await changes.read()).value)).to.equal("data: changed\n\n")
    expect(await title()).to.equal("Second")
  })
})
