import { type Html, html } from "../../shared/html.ts"
import { LANGUAGE_TAGS } from "../../shared/language.ts"
import type { DashboardContext, DashboardState } from "../request/context.ts"
import { icon } from "./icons.ts"

/** A page without a menu that shows a message, such as for a sign-in or an error. */
export function messagePage(ctx: DashboardContext, title: string, text: string | Html): Html {
  return pageWithoutMenu(ctx, title, html`<p>${text}</p>`)
}

/** A page without an account and its menu. */
export function pageWithoutMenu({ state }: DashboardContext, title: string, body: Html): Html {
  return htmlDocument(state, title, html`<body class="alone"><main id="main">${brand()}<h1>${title}</h1>${body}</main></body>`)
}

/** The name of the service, which links to the first page. */
export const brand = (): Html => html`<p class="brand"><a href="/">${icon("brand")}Vintém</a></p>`

/** A whole document of the dashboard. `head` is appended to its head. */
export function htmlDocument(
  { language, assets }: Pick<DashboardState, "language" | "assets">,
  title: string,
  body: Html,
  head?: Html | 0,
): Html {
  return html`<!doctype html>
<html lang="${LANGUAGE_TAGS[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title} · Vintém</title>
<link rel="stylesheet" href="${assets.css}">
<script src="${assets.js}" defer></script>
${head}</head>
${body}
</html>
`
}
