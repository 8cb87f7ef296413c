import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { resolve } from "node:path"
import { build } from "esbuild"

/** A merchant's page on its own origin, with the part of vintem.js that shows hosted pages. */
export type ShopPage = { origin: string; close(): void }

/** Serves the page. Its policy names the origin of the hosted pages, like that of a careful merchant. */
export async function serveShopPage(hostedOrigin: string): Promise<ShopPage> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { handleNextAction } from "./src/browser/vintem/next-action.ts"; window.handleNextAction = handleNextAction`,
      resolveDir: resolve(import.meta.dirname, "../../.."),
    },
    bundle: true,
    write: false,
    format: "iife",
    tsconfigRaw: {},
  })
  const policy = `default-src 'none'; script-src 'self'; img-src data:; frame-src ${hostedOrigin}`
  const server = createServer((request, response) => {
    const isScript = request.url === "/script.js"
    response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html; charset=utf-8")
    response.setHeader("Content-Security-Policy", policy)
    response.end(isScript ? outputFiles[0]!.text : PAGE)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const PAGE = `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"><script src="/script.js"></script></head>
<body><main><h1>Checkout</h1><div id="pay"></div></main></body></html>`
