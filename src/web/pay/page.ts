import { createHash } from "node:crypto"
import { hasPlainHost } from "../../accounts/origins.ts"

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}

const STYLE = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:#f4f2ee;color:#23211d;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:26rem;background:#fff;border:1px solid #e3dfd7;border-radius:12px;padding:2rem}
h1{margin:0 0 .25rem;font-size:1.25rem;line-height:1.3}
p{margin:.5rem 0}
.quiet{color:#6b665c;font-size:.9rem}
.amount{font-size:1.9rem;font-weight:600;margin:1rem 0;font-variant-numeric:tabular-nums}
.badge{display:inline-block;margin-bottom:1rem;padding:.1rem .6rem;border-radius:999px;background:#fbeccb;color:#6d4a00;font-size:.8rem}
form{display:grid;gap:.75rem;margin-top:1.5rem}
button,.button{display:block;width:100%;padding:.75rem 1rem;border-radius:8px;border:1px solid #1f5f4a;background:#1f5f4a;color:#fff;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button.plain,.button.plain{background:#fff;color:#8a2b1f;border-color:#d9b3ac}
.button.plain{color:#1f5f4a;border-color:#1f5f4a}
button:focus-visible,.button:focus-visible,textarea:focus-visible{outline:3px solid #8fc7b3;outline-offset:2px}
textarea{width:100%;height:6.5rem;padding:.6rem;border:1px solid #d5d0c6;border-radius:8px;font:.8rem/1.4 ui-monospace,Menlo,Consolas,monospace;resize:none;word-break:break-all}
textarea.short{height:3.6rem;word-break:normal}
img{display:block;width:100%;height:auto}
img.qr{max-width:17rem;margin:0 auto}
.stack{display:grid;gap:.75rem;margin-top:1rem}
`

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64")

export type Page = { lang: "en" | "pt-BR"; title: string; body: string }

/** A whole page, without scripts and without resources of other hosts. `body` is HTML. */
export function renderPage({ lang, title, body }: Page): string {
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}

/**
 * The Content-Security-Policy of a page. Browsers apply `form-action` to the redirect after a form too, so the policy must name
 * the origin of `redirectUrl`. A host that would be read as another directive is left out, and the browser then refuses the redirect.
 */
export function pagePolicy(redirectUrl: string | null = null): string {
  const url = redirectUrl === null ? undefined : new URL(redirectUrl)
  const origin = url && hasPlainHost(url) ? ` ${url.origin}` : ""
  return [
    "default-src 'none'",
    "img-src 'self' data:",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action 'self'${origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
}

/** Formats Unix seconds as the date and time in São Paulo. */
export function saoPauloTime(seconds: number): string {
  const format = new Intl.DateTimeFormat("pt-BR", { dateStyle: "short", timeStyle: "short", timeZone: "America/Sao_Paulo" })
  return format.format(new Date(seconds * 1000))
}
