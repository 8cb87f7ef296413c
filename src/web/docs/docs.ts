import { readFileSync } from "node:fs"

/** The files of the page by their name under `/v1/docs/`. Each is read on its first request. */
const FILES: Record<string, { type: string; file: URL }> = {
  "scalar.js": { type: "text/javascript; charset=utf-8", file: new URL("../../../generated/scalar/scalar.js", import.meta.url) },
  "start.js": { type: "text/javascript; charset=utf-8", file: new URL("start.js", import.meta.url) },
}

const loaded = new Map<string, { type: string; body: Buffer }>()

/**
 * The page may run the service's own scripts and call the service that served it. Scalar's script inserts its style sheet, so
 * inline styles are allowed.
 */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

/** The page at `GET /v1/docs`, which shows the contract and lets readers try its operations. Send it with {@link DOCS_POLICY}. */
export function docsPage(): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Vintém payments API</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="docs"></div>
    <noscript>This page needs JavaScript. You can also read <a href="/v1/openapi.json">openapi.json</a>.</noscript>
    <script src="/v1/docs/scalar.js"></script>
    <script src="/v1/docs/start.js"></script>
  </body>
</html>
`
}

/** Returns a file of the page, or undefined where no file has this name. */
export function docsAsset(name: string): { type: string; body: Buffer } | undefined {
  const known = Object.hasOwn(FILES, name) ? FILES[name] : undefined
  if (!known) return undefined
  let asset = loaded.get(name)
  if (!asset) {
    asset = { type: known.type, body: readFileSync(known.file) }
    loaded.set(name, asset)
  }
  return asset
}
