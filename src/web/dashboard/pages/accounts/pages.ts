import { findAccount, pageOfAccounts } from "../../../../accounts/accounts.ts"
import type { Account } from "../../../../accounts/tables.ts"
import type { ModeName } from "../../../../base/mode-name.ts"
import type { Page } from "../../../../db/page.ts"
import type { Modes } from "../../../../http/mode.ts"
import type { Mode } from "../../../../modes/wiring.ts"
import { type Html, html } from "../../../shared/html.ts"
import type { Words } from "../../../shared/language.ts"
import { messagePage, pageWithoutMenu } from "../../layout/page-without-menu.ts"
import { PER_PAGE } from "../../lists/pager.ts"
import { type DashboardRouter, sessionOf } from "../../request/context.ts"
import { accountPath } from "../../request/location.ts"
import { queryParameter, redirectTo, sendPage } from "../../request/responses.ts"

/** The query: the beginning of a name or a whole id, and the account before or after which a page begins. */
type AccountQuery = { q: string; before: string; after: string }

/** The first page: the user's account, or the list of accounts for users who see several. */
export function accountListPage(router: DashboardRouter, modes: Modes<Mode>): void {
  const mode: ModeName = modes.live ? "live" : "test"
  const homeOf = (account: string) => accountPath({ account: { id: account }, mode }, "/home")
  router.get("/", async (ctx) => {
    const own = sessionOf(ctx).user.account
    if (own) return redirectTo(ctx, homeOf(own))
    const text = (name: keyof AccountQuery) => queryParameter(ctx, name).slice(0, 255)
    const asked = { q: text("q"), before: text("before"), after: text("after") }
    const page = await findAccounts(modes.test, asked)
    const [first, ...others] = page.rows
    const isAll = !page.has_more && Object.values(asked).every((text) => text === "")
    if (isAll && first && others.length === 0) return redirectTo(ctx, homeOf(first.id))
    const words = WORDS[ctx.state.language]
    if (isAll && !first) return sendPage(ctx, messagePage(ctx, words.accounts, words.none))
    const entries = page.rows.map(
      ({ id, name }) => html`<li><a href="${homeOf(id)}">${name}</a> <span class="id">${id}</span></li>`,
    )
    const list = first ? html`<ul class="accounts">${entries}</ul>` : html`<p>${words.notFound(asked.q)}</p>`
    const body = isAll ? list : html`${searchForm(words, asked.q)}${list}${pageLinks(words, asked, page)}`
    sendPage(ctx, pageWithoutMenu(ctx, words.accounts, body))
  })
}

async function findAccounts({ database }: Mode, { q, before, after }: AccountQuery): Promise<Page<Account>> {
  if (/^acct_\w+$/.test(q)) {
    const account = await findAccount(database, q)
    return { rows: account ? [account] : [], has_more: false }
  }
  const cursor = after ? { starting_after: after } : before ? { ending_before: before } : {}
  return pageOfAccounts(database, q, { limit: PER_PAGE, ...cursor })
}

function searchForm(words: Texts, q: string): Html {
  return html`<form class="find" role="search" action="/">
<input type="search" name="q" value="${q}" aria-label="${words.find}" placeholder="${words.find}" maxlength="255">
<button class="quiet">${words.search}</button>${q && html`<a href="/">${words.clear}</a>`}</form>`
}

/** Links to the pages before and after this one. */
function pageLinks(words: Texts, { q, before, after }: AccountQuery, { rows, has_more }: Page<Account>): Html | false {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return false
  const to = (cursor: Record<string, string>) => `/?${new URLSearchParams({ ...(q && { q }), ...cursor })}`
  const hasPrevious = before ? has_more : after !== ""
  const hasNext = before ? true : has_more
  const previous = hasPrevious && html`<a rel="prev" href="${to({ before: first.id })}">${words.previous}</a>`
  const next = hasNext && html`<a rel="next" href="${to({ after: last.id })}">${words.next}</a>`
  return (hasPrevious || hasNext) && html`<nav class="pages" aria-label="${words.pages}">${previous} ${next}</nav>`
}

const command = html`<code>vintem accounts create --name NAME</code>`
const en = {
  accounts: "Accounts",
  none: html`There is no account yet. Create one with ${command}.`,
  find: "Beginning of a name, or an id",
  search: "Search",
  clear: "Show all",
  notFound: (text: string) => `No account has the id “${text}” or a name that begins with it.`,
  previous: "Previous",
  next: "Next",
  pages: "Pages",
}
type Texts = typeof en
const pt: Texts = {
  accounts: "Contas",
  none: html`Ainda não há nenhuma conta. Crie uma com ${command}.`,
  find: "Início do nome ou id",
  search: "Buscar",
  clear: "Mostrar todas",
  notFound: (text) => `Nenhuma conta tem o id “${text}” ou um nome que comece assim.`,
  previous: "Anterior",
  next: "Próxima",
  pages: "Páginas",
}
const WORDS: Words<Texts> = { en, pt }
