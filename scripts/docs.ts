// Shows the documentation of openapi.yaml in a browser, and shows it anew after each edit. Usage: docs.ts [--port N]
import { readFileSync, watch } from "node:fs"
import { createServer, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import path from "node:path"
import { parseArgs } from "node:util"
import { compileContract } from "../src/contract.ts"
import { DOCS_POLICY, docsAsset, docsPage } from "../src/web/docs/docs.ts"
import { docsDocument } from "../src/web/docs/document.ts"

const RELOAD = `new EventSource("/changes").onmessage = () => location.reload()`

/** Where `make run` serves. The preview itself answers no request of the API. */
const SERVICE = "http://127.0.0.1:3000"

type Page = { type: string; body: string | Buffer }

const html = docsPage().replace("</body>", `  <script src="/v1/docs/reload.js"></script>\n  </body>`)

const pageAt = async (url: string, contract: () => Promise<string>): Promise<Page | undefined> => {
  if (url === "/v1/docs") return { type: "text/html; charset=utf-8", body: html }
  if (url === "/v1/docs/reload.js") return { type: "text/javascript; charset=utf-8", body: RELOAD }
  if (url === "/v1/docs/openapi.json") return { type: "application/json", body: await contract() }
  return docsAsset(url.replace("/v1/docs/", ""))
}

/** Serves the documentation of the file. Where the file cannot be read, it goes on showing what it showed last, and says why. */
export const previewDocs = (file: string, port: number): Promise<Server> => {
  const readers = new Set<ServerResponse>()
  let shown = "{}"
  const contract = async (): Promise<string> => {
    try {
      shown = JSON.stringify(docsDocument(await compileContract(readFileSync(file, "utf8")), SERVICE))
    } catch (error) {
      console.error(`${path.basename(file)}: ${(error as Error).message}`)
    }
    return shown
  }
  const server = createServer(async (request, response) => {
    const url = request.url?.split("?")[0] ?? ""
    if (url === "/changes") {
      response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders()
      readers.add(response)
      response.on("close", () => readers.delete(response))
      return
    }
    const page = await pageAt(url, contract)
    if (page) response.writeHead(200, { "Content-Type": page.type, "Content-Security-Policy": DOCS_POLICY }).end(page.body)
    else if (url === "/") response.writeHead(302, { Location: "/v1/docs" }).end()
    else response.writeHead(404).end()
  })
  // Editors replace a file when they save it, so its folder is watched.
  const watcher = watch(path.dirname(file), (_, name) => {
    if (name === path.basename(file)) for (const reader of readers) reader.write("data: changed\n\n")
  })
  server.on("close", () => watcher.close())
  return new Promise((ready, fail) => server.on("error", fail).listen(port, "127.0.0.1", () => ready(server)))
}

if (import.meta.main) {
  const { port } = parseArgs({ options: { port: { type: "string", default: "3080" } } }).values
  const server = await previewDocs(path.resolve(import.meta.dirname, "../openapi.yaml"), Number(port))
  console.log(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/docs shows openapi.yaml, and follows its edits. Ctrl+C ends it.`,
  )
}
