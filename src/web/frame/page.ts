import { ancestorSources } from "../../accounts/origins.ts"
import { escapeHtml } from "../shared/html.ts"

/** The names of the files for the frame and for the merchant's page, under `/v1/`. */
export const PATHS = {
  vintem: "/v1/vintem.js",
  page: "/v1/frame/card",
  script: "/v1/frame/card.js",
  style: "/v1/frame/card.css",
  refusal: "/v1/frame/refusal",
  /** Where a session of a pay page makes tokens. It is of the same origin, and has no key. */
  tokens: "/v1/frame/tokens",
} as const

/** Browser features that a page with card fields does not need. */
const UNUSED_FEATURES = [
  ...["accelerometer", "autoplay", "camera", "clipboard-read", "clipboard-write", "display-capture", "encrypted-media"],
  ...["fullscreen", "geolocation", "gyroscope", "magnetometer", "microphone", "midi", "payment", "picture-in-picture"],
  ...["publickey-credentials-get", "screen-wake-lock", "usb", "xr-spatial-tracking"],
]

/**
 * Returns the headers of the page with the card fields. Only pages of `origins` can frame it, and this applies to each page above it. The
 * page may load only its own script and style, and send cards only to `tokensUrl`. Null is its own origin.
 */
export function pageHeaders(origins: readonly string[], tokensUrl: string | null): Record<string, string> {
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `connect-src 'self'${tokensUrl === null ? "" : ` ${asSource(tokensUrl)}`}`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      `frame-ancestors ${ancestorSources(origins)}`,
    ].join("; "),
    "Permissions-Policy": UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", "),
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "Origin-Agent-Cluster": "?1",
    // This lets a cross-origin isolated merchant page frame it too.
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
  }
}

function asSource(url: string): string {
  return url.replaceAll(";", "%3B").replaceAll(",", "%2C")
}

/** Returns the page. Its script creates the fields when the merchant's page asks for them. */
export function framePage(tokensUrl: string): string {
  return `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="vintem-tokens" content="${escapeHtml(tokensUrl)}">
    <title>Vintém</title>
    <link rel="stylesheet" href="${PATHS.style}">
    <script src="${PATHS.script}" defer></script>
  </head>
  <body></body>
</html>
`
}
