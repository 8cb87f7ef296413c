import { mayAs } from "../../../accounts/users/roles.ts"
import { type Html, html } from "../../html.ts"
import type { At } from "./at.ts"
import { csrfField } from "./form.ts"
import { icon } from "./icons.ts"
import { LANGUAGES, type Language, type Words } from "./language.ts"
import { brand, htmlDocument } from "./lone-page.ts"
import { takeNotice } from "./notice.ts"
import { pathOf } from "./place.ts"
import { leadingTo } from "./respond.ts"
import { GROUPS, ONLY_FOR, ONLY_IN, SECTION_KEYS, SECTION_NAMES, type Section } from "./sections.ts"
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
export function accountPage(at: At, { title, body, reloadSeconds }: Page, marks?: string): Html {
  const { account, mode } = at.place
  const words = at.words(WORDS)
  const notice = takeNotice(at)
  const ignored = [...at.ignored].map((name) => html`<p class="error" role="alert">${words.ignored(name)}</p>`)
  return htmlDocument(
    at.ctx.state,
    `${title} – ${account.name} (${words[mode]})`,
    html`<body class="${mode}" data-copy="${words.copy}" data-copied="${words.copied}">
<a class="skip" href="#main">${words.skip}</a>
<header>${mode === "test" && html`<p class="band">${words.testBand}</p>`}${readOnly(at)}<div class="bar">
<details class="opener"><summary>${icon("menu")}<span class="unseen">${words.menu}</span></summary></details>
${brand()}
<p class="account"><a href="/">${account.name}</a></p>
${modes(at)}
<form class="search" role="search" aria-label="${words.searchAll}" method="post" action="${at.path("/search")}">${icon("search")}<input type="search" name="q" aria-label="${words.search}" aria-keyshortcuts="/" placeholder="${words.search}">${csrfField(at)}</form>
${marks && live(at, marks)}
${userMenu(at)}
</div></header>
<div class="frame">
${menu(at)}
<main id="main">${notice && html`<p class="notice" role="status">${notice}</p>`}${ignored}<h1>${title}</h1>${body}<p class="hint zone">${words.zone}</p></main>
</div>
${shortcutList(at)}
</body>`,
    reloadSeconds && html`<noscript><meta http-equiv="refresh" content="${reloadSeconds}"></noscript>`,
  )
}

/** Names the parts that a one-time link alone does not open. */
function readOnly(at: At): Html | false {
  const { readOnlyBand, prove } = at.words(WORDS)
  if (at.place.mode === "test" || at.ctx.state.proved || at.user.role === "viewer") return false
  return html`<p class="band">${readOnlyBand} <a href="${leadingTo("/prove", at.ctx.path)}">${prove}</a></p>`
}

function menu(at: At): Html {
  const names = at.words(SECTION_NAMES)
  const link = (section: Section) => {
    const key = SECTION_KEYS[section]
    return html`<li><a href="${at.path(`/${section}`)}" ${key && html`data-key="${key}"`} ${section === at.place.section && CURRENT}>${icon(section)}${names[section]}</a></li>`
  }
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

/** The data that the script needs to update the page: its stream, the changes that concern it, and its current marks. */
function live(at: At, marks: string): Html {
  const words = at.words(WORDS)
  return html`<span class="live" hidden data-changes="${at.path("/changes")}" data-marks="${marks}" data-of="${LIVE_OF[at.place.section] ?? "events refunds deliveries clock"}" data-on="${words.updates}" data-lost="${words.lost}" data-ended="${words.ended}"></span>`
}

/** The kinds of changes that the pages of a section show. */
const LIVE_OF: Partial<Record<Section, string>> = {
  home: "events refunds deliveries requests clock",
  requests: "requests",
}

function userMenu(at: At): Html {
  const { user, language } = at
  const words = at.words(WORDS)
  const others = (Object.keys(LANGUAGES) as Language[]).filter((each) => each !== language)
  const choices = others.map(
    (each) => html`<button class="quiet" name="language" value="${each}" lang="${each}">${LANGUAGES[each]}</button>`,
  )
  return html`<details class="user"><summary>${icon("user")}<span class="unseen">${words.user}</span></summary><div>
<span><strong>${user.email}</strong><br><span class="hint">${words.roles[user.role]}</span></span>
<a class="button quiet" href="/passkeys">${words.passkeys}</a>
<form method="post" action="/language">${csrfField(at)}<input type="hidden" name="to" value="${at.ctx.path}">${choices}</form>
<form method="post" action="/sign-out">${csrfField(at)}<button class="quiet">${words.signOut}</button></form></div></details>`
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
