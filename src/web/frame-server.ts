import { createServer, type Server } from "node:http"

const HEADERS = {
  "Content-Type": "text/plain; charset=utf-8",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
}

/** The server of the tokenization frame's origin. It has no page yet. */
export function frameServer(): Server {
  return createServer((_, response) => {
    response.writeHead(404, HEADERS).end("The tokenization frame is not built yet.\n")
  })
}
