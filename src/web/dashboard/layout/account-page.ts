import { mayAs } from "../../../accounts/users/roles.ts"
import { type Html, html } from "../../shared/html.ts"
import { LANGUAGES, type Language, type Words } from "../../shared/language.ts"
import { csrfField } from "../request/csrf-field.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"
import { accountPath } from "../request/location.ts"
import { MENU_GROUPS, MENU_KEYS, MENU_NAMES, type MenuEntry, MODE_OF_ENTRY, ROLE_FOR_ENTRY } from "../request/menu.ts"
import { pathWithReturn } from "../request/responses.ts"
import { icon } from "./icons.ts"
import { takeNotice } from "./notice.ts"
import { brand, htmlDocument } from "./page-without-menu.ts"
import { shortcutList } from "./shortcuts.ts"

/** The content of a page: its title, and the body under its heading. */
export type Page = {
  title: string
  body: Html
  /** Without the script, the page reloads after this many seconds. With it, the page updates itself. */
  reloadSeconds?: number
}

const CURRENT = html`aria-current="page"`

/** Renders a page of an account, with its menu. Test mode is named and colored on every page. With `marks`, the page updates itself. */
export function accountPage(request: DashboardRequest, { title, body, reloadSeconds }: Page, marks?: string): Html {
  const { account, mode } = request.location
  const words = request.words(WORDS)
  const notice = takeNotice(request)
  const ignored = [...request.ignoredParameters].map((name) => html`<p class="error" role="alert">${words.ignored(name)}</p>`)
  return htmlDocument(
    request.ctx.state,
    `${title} – ${account.name} (${words[mode]})`,
    html`<body class="${mode}" data-copy="${words.copy}" data-copied="${words.copied}">
<a class="skip" href="#main">${words.skip}</a>
<header>${mode === "test" && html`<p class="band">${words.testBand}</p>`}${readOnlyBand(request)}<div class="bar">
<details class="opener"><summary>${icon("menu")}<span class="unseen">${words.menu}</span></summary></details>
${brand()}
<p class="account"><a href="/">${account.name}</a></p>
${modeLinks(request)}
<form class="search" role="search" aria-label="${words.searchAll}" method="post" action="${request.pathTo("/search")}">${icon("search")}<input type="search" name="q" aria-label="${words.search}" aria-keyshortcuts="/" placeholder="${words.search}">${csrfField(request)}</form>
${marks && liveUpdates(request, marks)}
${userMenu(request)}
</div></header>
<div class="frame">
${menu(request)}
<main id="main">${notice && html`<p class="notice" role="status">${notice}</p>`}${ignored}<h1>${title}</h1>${body}<p class="hint zone">${words.zone}</p></main>
</div>
${shortcutList(request)}
</body>`,
    reloadSeconds && html`<noscript><meta http-equiv="refresh" content="${reloadSeconds}"></noscript>`,
  )
}

/** Names the parts that a one-time link alone does not open. */
function readOnlyBand(request: DashboardRequest): Html | false {
  const { readOnlyBand, prove } = request.words(WORDS)
  if (request.location.mode === "test" || request.ctx.state.proved || request.user.role === "viewer") return false
  return html`<p class="band">${readOnlyBand} <a href="${pathWithReturn("/prove", request.ctx.path)}">${prove}</a></p>`
}

function menu(request: DashboardRequest): Html {
  const names = request.words(MENU_NAMES)
  const link = (section: MenuEntry) => {
    const key = MENU_KEYS[section]
    return html`<li><a href="${request.pathTo(`/${section}`)}" ${key && html`data-key="${key}"`} ${section === request.location.menuEntry && CURRENT}>${icon(section)}${names[section]}</a></li>`
  }
  const isShown = (section: MenuEntry) =>
    (MODE_OF_ENTRY[section] ?? request.location.mode) === request.location.mode &&
    mayAs(request.user.role, ROLE_FOR_ENTRY[section] ?? "viewer")
  const groups = MENU_GROUPS.map((group) => group.filter(isShown))
  return html`<nav class="menu" aria-label="${request.words(WORDS).menu}">${groups.map((group) => html`<ul>${group.map(link)}</ul>`)}</nav>`
}

function modeLinks(request: DashboardRequest): Html {
  const { account, mode, hasLive, menuEntry: section } = request.location
  const words = request.words(WORDS)
  const link = (name: "test" | "live") => {
    const same = (MODE_OF_ENTRY[section] ?? name) === name ? section : "home"
    return html`<a href="${accountPath({ account, mode: name }, `/${same}`)}" ${name === mode && CURRENT}>${words[name]}</a>`
  }
  return html`<p class="modes" role="group" aria-label="${words.mode}">${link("test")}${hasLive && link("live")}</p>`
}

/** The data that the script needs to update the page: its stream, the changes that concern it, and its current marks. */
function liveUpdates(request: DashboardRequest, marks: string): Html {
  const words = request.words(WORDS)
  return html`<span class="live" hidden data-changes="${request.pathTo("/changes")}" data-marks="${marks}" data-of="${CHANGES_SHOWN_BY[request.location.menuEntry] ?? MOST_CHANGES}" data-on="${words.updates}" data-lost="${words.lost}" data-ended="${words.ended}"></span>`
}

const MOST_CHANGES = "events refunds payouts cases deliveries clock"

/** The kinds of changes that the pages of a section show. */
const CHANGES_SHOWN_BY: Partial<Record<MenuEntry, string>> = {
  home: `${MOST_CHANGES} requests`,
  requests: "requests",
}

function userMenu(request: DashboardRequest): Html {
  const { user, language } = request
  const words = request.words(WORDS)
  const others = (Object.keys(LANGUAGES) as Language[]).filter((each) => each !== language)
  const choices = others.map(
    (each) => html`<button class="quiet" name="language" value="${each}" lang="${each}">${LANGUAGES[each]}</button>`,
  )
  return html`<details class="user"><summary>${icon("user")}<span class="unseen">${words.user}</span></summary><div>
<span><strong>${user.email}</strong><br><span class="hint">${words.roles[user.role]}</span></span>
<a class="button quiet" href="/passkeys">${words.passkeys}</a>
<form method="post" action="/language">${csrfField(request)}<input type="hidden" name="to" value="${request.ctx.path}">${choices}</form>
<form method="post" action="/sign-out">${csrfField(request)}<button class="quiet">${words.signOut}</button></form></div></details>`
}

const en = {
  skip: "Skip to the content",
  zone: "Days and times are in Brasília time (UTC−3).",
  menu: "Menu",
  mode: "Mode",
  test: "Test",
  live: "Live",
  testBand: "Test mode: no real money moves",
  readOnlyBand: "You signed in with a link, so live mode is read-only.",
  prove: "Confirm your identity",
  search: "Search",
  searchAll: "Everything",
  user: "Your session",
  roles: { owner: "Owner", operator: "Operator", viewer: "Viewer" },
  passkeys: "Your passkeys",
  signOut: "Sign out",
  copy: "Copy",
  copied: "Copied",
  updates: "Updates by itself",
  lost: "Connection lost",
  ended: "Signed out",
  ignored: (name: string) => `The filter “${name}” of this address has a value that does not exist, so it was ignored.`,
}
const pt: typeof en = {
  skip: "Ir para o conteúdo",
  zone: "Dias e horários seguem o horário de Brasília (UTC−3).",
  menu: "Menu",
  mode: "Modo",
  test: "Teste",
  live: "Produção",
  testBand: "Modo de teste: sem dinheiro de verdade",
  readOnlyBand: "Você entrou com um link, por isso o modo de produção é só de leitura.",
  prove: "Confirme sua identidade",
  search: "Buscar",
  searchAll: "Tudo",
  user: "Sua sessão",
  roles: { owner: "Proprietário", operator: "Operador", viewer: "Leitor" },
  passkeys: "Suas chaves de acesso",
  signOut: "Sair",
  copy: "Copiar",
  copied: "Copiado",
  updates: "Atualiza sozinho",
  lost: "Sem conexão",
  ended: "Sessão encerrada",
  ignored: (name) => `O filtro “${name}” deste endereço tem um valor que não existe e foi ignorado.`,
}
const WORDS: Words<typeof en> = { en, pt }
