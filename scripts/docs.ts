// Shows the documentation of openapi.yaml and docs/guides in a browser, and reloads it after each edit. Usage: docs.ts [--port N]
import { readFileSync, watch } from "node:fs"
import { createServer, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import path from "node:path"
import { parseArgs } from "node:util"
import { compileContract } from "../src/contract/contract.ts"
import { NEWEST_VERSION } from "../src/versions.ts"
import { type DocsFile, type DocsSite, docsSite } from "../src/web/docs/site.ts"
import { isLanguage, type Language } from "../src/web/shared/language.ts"
import { GUIDES_FOLDERS, renderGuides } from "./generate/guides.ts"

const RELOAD = `new EventSource("/changes").onmessage = () => location.reload()`

const root = path.resolve(import.meta.dirname, "..")

/** The address of `make run`. The preview itself does not serve the API. */
const SERVICE = "http://127.0.0.1:3000"

const shownAt = (site: DocsSite, url: string, language: Language): DocsFile | undefined => {
  const [page, guide, name] = url.match(/^\/v1\/docs(?:\/(guides\/)?([\w.-]+))?$/) ?? []
  const docs = site.in(language)
  if (!page) return undefined
  if (!name) return docs.home
  return guide ? docs.guide(name) : (site.at(name) ?? docs.at(name))
}

const send = async (response: ServerResponse, { asset, policy }: DocsFile): Promise<void> => {
  const bytes = await asset.bytes()
  const reloads = `<script src="/reload.js"></script>\n</body>`
  const body = policy ? bytes.toString().replace("</body>", reloads) : bytes
  response.writeHead(200, { "Content-Type": asset.type, ...(policy && { "Content-Security-Policy": policy }) }).end(body)
}

/** Serves the documentation of the file. If the file or a guide cannot be read, continues to serve the last version, and says why. */
export const previewDocs = async (file: string, port: number): Promise<Server> => {
  const readers = new Set<ServerResponse>()
  const read = async () => {
    const text = readFileSync(file, "utf8")
    const guides = renderGuides(text)
    return docsSite(await compileContract(text), SERVICE, { guidesOf: (language) => guides[language], opensWith: NEWEST_VERSION })
  }
  let site = await read()
  const readAgain = async () => {
    try {
      site = await read()
    } catch (error) {
      console.error((error as Error).message)
    }
    for (const reader of readers) reader.write("data: changed\n\n")
  }
  const server = createServer(async (request, response) => {
    const url = request.url?.split("?")[0] ?? ""
    if (url === "/changes") {
      response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders()
      readers.add(response)
      response.on("close", () => readers.delete(response))
      return
    }
    if (url === "/reload.js") return response.writeHead(200, { "Content-Type": "text/javascript" }).end(RELOAD)
    // The service keeps the language in its own way, which needs Koa.
    const named = url.match(/^\/v1\/docs\/(\w+)/)?.[1]
    const kept = request.headers.cookie?.match(/\blanguage=(\w+)/)?.[1]
    if (isLanguage(named)) response.setHeader("Set-Cookie", `language=${named}; Path=/`)
    const language = [named, kept].find(isLanguage) ?? "en"
    const shown = shownAt(site, url.replace(/^(\/v1\/docs)\/(en|pt)\b/, "$1"), language)
    if (shown) await send(response, shown)
    else if (url === "/") response.writeHead(302, { Location: "/v1/docs" }).end()
    else response.writeHead(404).end()
  })
  // Editors replace a file when they save it, so its folder is watched.
  const watchers = [
    watch(path.dirname(file), (_, name) => name === path.basename(file) && void readAgain()),
    ...Object.values(GUIDES_FOLDERS).map((folder) =>
      watch(path.join(root, folder), (_, name) => name?.endsWith(".md") && void readAgain()),
    ),
  ]
  server.on("close", () => watchers.forEach((watcher) => void watcher.close()))
  return new Promise((ready, fail) => server.on("error", fail).listen(port, "127.0.0.1", () => ready(server)))
}

if (import.meta.main) {
  const { port } = parseArgs({ options: { port: { type: "string", default: "3080" } } }).values
  const server = await previewDocs(path.join(root, "openapi.yaml"), Number(port))
  const { port: actual } = server.address() as AddressInfo
  console.log(`http://127.0.0.1:${actual}/v1/docs shows openapi.yaml and docs/guides, and follows their edits. Ctrl+C ends it.`)
}
