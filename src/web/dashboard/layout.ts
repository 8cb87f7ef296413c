import type { Account } from "../../accounts/accounts.ts"
import type { ModeName } from "../../mode-name.ts"
import { type Html, html } from "../html.ts"
import type { DashboardContext } from "./context.ts"

/** Where a page stands: in an account, in a mode, and under an entry of the menu. */
export type Place = { account: Account; mode: ModeName; hasLive: boolean; section: Section }

/** The entries of the menu, with the path of each below its account and mode. */
const SECTIONS = { payments: "Payments" } as const

export type Section = keyof typeof SECTIONS

export const pathOf = ({ account, mode }: Pick<Place, "account" | "mode">, rest = ""): string => `/${account.id}/${mode}${rest}`

/** A page of an account, with its menu. Test mode is named, and colored, on each. */
export function accountPage(ctx: DashboardContext, place: Place, title: string, body: Html): Html {
  const { account, mode, section } = place
  const entries = Object.entries(SECTIONS).map(
    ([path, name]) => html`<a href="${pathOf(place, `/${path}`)}" ${path === section ? CURRENT : ""}>${name}</a>`,
  )
  return document(
    `${title} – ${account.name}`,
    html`<body class="${mode}">
<a class="skip" href="#main">Skip to the content</a>
<header>
<p class="brand"><a href="/">Vintém</a></p>
<p class="account">${account.name}</p>
${modes(place)}
${userMenu(ctx)}
</header>
<nav class="menu" aria-label="Menu">${entries}</nav>
<main id="main">${body}</main>
</body>`,
  )
}

const CURRENT = html`aria-current="page"`

function modes({ account, mode, hasLive }: Place): Html {
  const link = (name: ModeName) =>
    html`<a href="${pathOf({ account, mode: name }, "/payments")}" ${name === mode ? CURRENT : ""}>${name === "test" ? "Test" : "Live"}</a>`
  return html`<p class="modes" role="group" aria-label="Mode">${link("test")}${hasLive && link("live")}</p>`
}

function userMenu({ state }: DashboardContext): Html {
  return html`<form class="user" method="post" action="/sign-out">${csrfField(state.csrf)}
<span title="${state.user!.role}">${state.user!.email}</span> <button class="quiet">Sign out</button></form>`
}

/** What every form of a session carries. */
const csrfField = (token: string | undefined) => html`<input type="hidden" name="csrf" value="${token}">`

/** A page that stands alone with a sentence: a sign-in, an error. */
export function messagePage(title: string, text: string | Html): Html {
  return lonePage(title, html`<p>${text}</p>`)
}

/** A page that stands alone, without an account and its menu. */
export function lonePage(title: string, body: Html): Html {
  return document(title, html`<body class="alone"><main id="main"><h1>${title}</h1>${body}</main></body>`)
}

function document(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title} · Vintém</title>
<link rel="stylesheet" href="/dashboard.css">
</head>
${body}
</html>
`
}
