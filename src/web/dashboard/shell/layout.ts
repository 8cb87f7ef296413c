import { mayAs } from "../../../accounts/users/roles.ts"
import { type Html, html } from "../../html.ts"
import type { At } from "./at.ts"
import { csrfField } from "./form.ts"
import { LANGUAGES, type Language, type Words } from "./language.ts"
import { htmlDocument } from "./lone-page.ts"
import { takeNotice } from "./notice.ts"
import { pathOf } from "./place.ts"
import { GROUPS, ONLY_FOR, ONLY_IN, SECTION_NAMES, type Section } from "./sections.ts"

/** What a page says: its title, and what is under its heading. */
export type Page = { title: string; body: Html }

const CURRENT = html`aria-current="page"`

/** A page of an account, with its menu. Test mode is named, and colored, on each. */
export function accountPage(at: At, { title, body }: Page): Html {
  const { account, mode } = at.place
  const words = at.words(WORDS)
  const notice = takeNotice(at)
  return htmlDocument(
    at.language,
    `${title} – ${account.name}`,
    html`<body class="${mode}">
<a class="skip" href="#main">${words.skip}</a>
<header>
<p class="brand"><a href="/">Vintém</a></p>
<p class="account">${account.name}</p>
${modes(at)}
<form class="search" role="search" action="${at.path("/payments")}"><input type="search" name="q" aria-label="${words.search}" placeholder="${words.search}"></form>
${userMenu(at)}
</header>
<div class="frame">
${menu(at)}
<main id="main">${notice && html`<p class="notice" role="status">${notice}</p>`}<h1>${title}</h1>${body}</main>
</div>
</body>`,
  )
}

function menu(at: At): Html {
  const names = at.words(SECTION_NAMES)
  const link = (section: Section) =>
    html`<li><a href="${at.path(`/${section}`)}" ${section === at.place.section && CURRENT}>${names[section]}</a></li>`
  const isShown = (section: Section) =>
    (ONLY_IN[section] ?? at.place.mode) === at.place.mode && mayAs(at.user.role, ONLY_FOR[section] ?? "viewer")
  const groups = GROUPS.map((group) => group.filter(isShown))
  return html`<nav class="menu" aria-label="${at.words(WORDS).menu}">${groups.map((group) => html`<ul>${group.map(link)}</ul>`)}</nav>`
}

function modes(at: At): Html {
  const { account, mode, hasLive, section } = at.place
  const words = at.words(WORDS)
  const link = (name: "test" | "live") => {
    const same = (ONLY_IN[section] ?? name) === name ? section : "home"
    return html`<a href="${pathOf({ account, mode: name }, `/${same}`)}" ${name === mode && CURRENT}>${words[name]}</a>`
  }
  return html`<p class="modes" role="group" aria-label="${words.mode}">${link("test")}${hasLive && link("live")}</p>`
}

function userMenu(at: At): Html {
  const { user, language } = at
  const words = at.words(WORDS)
  const others = (Object.keys(LANGUAGES) as Language[]).filter((each) => each !== language)
  const choices = others.map(
    (each) => html`<button class="quiet" name="language" value="${each}" lang="${each}">${LANGUAGES[each]}</button>`,
  )
  return html`<div class="user"><a href="/passkeys" title="${words.passkeys} (${user.role})">${user.email}</a>
<form method="post" action="/language">${csrfField(at)}<input type="hidden" name="to" value="${at.ctx.path}">${choices}</form>
<form method="post" action="/sign-out">${csrfField(at)}<button class="quiet">${words.signOut}</button></form></div>`
}

const en = {
  skip: "Skip to the content",
  menu: "Menu",
  mode: "Mode",
  test: "Test",
  live: "Live",
  search: "Search",
  passkeys: "Your passkeys",
  signOut: "Sign out",
}
const pt: typeof en = {
  skip: "Ir para o conteúdo",
  menu: "Menu",
  mode: "Modo",
  test: "Teste",
  live: "Produção",
  search: "Buscar",
  passkeys: "Suas chaves de acesso",
  signOut: "Sair",
}
const WORDS: Words<typeof en> = { en, pt }
