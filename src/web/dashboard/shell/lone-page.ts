import { type Html, html } from "../../html.ts"
import type { DashboardContext } from "./context.ts"
import type { Language } from "./language.ts"

/** A page that stands alone with a sentence: a sign-in, an error. */
export function messagePage(ctx: DashboardContext, title: string, text: string | Html): Html {
  return lonePage(ctx, title, html`<p>${text}</p>`)
}

/** A page that stands alone, without an account and its menu. */
export function lonePage({ state }: DashboardContext, title: string, body: Html): Html {
  return htmlDocument(
    state.language,
    title,
    html`<body class="alone"><main id="main"><p class="brand"><a href="/">Vintém</a></p><h1>${title}</h1>${body}</main></body>`,
  )
}

/** A whole document of the dashboard. */
export function htmlDocument(language: Language, title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="${language === "pt" ? "pt-BR" : "en"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title} · Vintém</title>
<link rel="stylesheet" href="/dashboard.css">
<script src="/dashboard.js" defer></script>
</head>
${body}
</html>
`
}
