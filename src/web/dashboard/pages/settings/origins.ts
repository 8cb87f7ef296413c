import { deleteOrigin, listOrigins, registerOrigin } from "../../../../accounts/origins.ts"
import type { OriginRow } from "../../../../accounts/tables.ts"
import { targetOf } from "../../../../audit/log.ts"
import { type Html, html } from "../../../shared/html.ts"
import type { Words } from "../../../shared/language.ts"
import { buttonLink, emptyList } from "../../components/basics.ts"
import { textField } from "../../forms/fields.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { settingsTabs } from "./tabs.ts"

const PATH = "/settings/origins"

/** The browser origins on which the account's publishable keys work. */
export function originPages(routes: PageRoutes): void {
  routes.page(PATH, async (request) => {
    const words = request.words(WORDS)
    const origins = await listOrigins(request.mode.database, request.account)
    const owns = request.may("owner")
    const add = owns && html`<p class="actions">${buttonLink(request.pathTo(`${PATH}/add`), words.add)}</p>`
    const list = origins.length > 0 ? listOf(request, origins) : emptyList(owns ? words.none : words.noneForReaders)
    return { title: words.title, body: html`${settingsTabs(request, "/origins")}<p>${words.intro}</p>${add}${list}` }
  })
  addPage(routes)
  removePage(routes)
}

function listOf(request: DashboardRequest, origins: OriginRow[]): Html {
  const words = request.words(WORDS)
  const remove = (origin: string) =>
    request.may("owner") &&
    html`<a href="${request.pathTo(`${PATH}/remove?${new URLSearchParams({ origin })}`)}" aria-label="${words.remove} ${origin}">${words.remove}</a>`
  return table({
    caption: words.title,
    columns: [words.origin, words.since, ""],
    rows: origins.map(({ origin, created }) => [html`<code>${origin}</code>`, request.dateTime(created), remove(origin)]),
  })
}

function addPage(routes: PageRoutes): void {
  routes.change(`${PATH}/add`, {
    role: "owner",
    proof: "live",
    find: async () => undefined,
    confirmation: (request) => {
      const words = request.words(WORDS)
      const field = {
        name: "origin",
        label: words.origin,
        placeholder: "https://shop.example",
        hint: request.mode.livemode ? words.hintLive : words.hint,
        required: true,
        maxlength: 255,
      }
      return {
        title: words.add,
        text: words.addText,
        fields: textField(request, field),
        button: words.add,
        back: request.pathTo(PATH),
      }
    },
    make: async (request) => {
      const origin = sentOrigin(request)
      const { row, isNew } = await request.runAction({ action: "origin.add", target: targetOf(origin) }, (tx, scope) =>
        registerOrigin(tx, scope, origin),
      )
      const words = request.words(WORDS)
      return { to: request.pathTo(PATH), notice: (isNew ? words.added : words.known)(row.origin) }
    },
  })
}

function removePage(routes: PageRoutes): void {
  routes.change(`${PATH}/remove`, {
    role: "owner",
    proof: "live",
    find: async (request) => sentOrigin(request),
    confirmation: (request, origin) => {
      const words = request.words(WORDS)
      return {
        title: words.removeTitle,
        text: words.removeText(origin),
        fields: html`<input type="hidden" name="origin" value="${origin}">`,
        button: words.removeButton,
        tone: "danger",
        back: request.pathTo(PATH),
      }
    },
    make: async (request, origin) => {
      const { origin: removed } = await request.runAction({ action: "origin.remove", target: targetOf(origin) }, (tx, scope) =>
        deleteOrigin(tx, scope, origin),
      )
      return { to: request.pathTo(PATH), notice: request.words(WORDS).removed(removed) }
    },
  })
}

const sentOrigin = (request: DashboardRequest): string =>
  (request.form.get("origin") ?? request.queryParameter("origin")).trim().slice(0, 255)

const en = {
  title: "Origins",
  intro:
    "A publishable key works in browsers only on pages of these origins. They are checked where a page creates a token and where it shows the card fields, which no other page can frame.",
  none: "No origin is allowed, so no page can create tokens in a browser yet. Add the origin of your checkout.",
  noneForReaders: "No origin is allowed, so no page can create tokens in a browser yet. An owner can add one.",
  origin: "Origin",
  since: "Added",
  add: "Add an origin",
  addText: "Pages of this origin can then create tokens with the account's publishable keys, and show its card fields.",
  hint: "The scheme and the host, without a path. In test mode, http://localhost works too.",
  hintLive: "https and the host, without a path.",
  added: (origin: string) => `${origin} is allowed.`,
  known: (origin: string) => `${origin} was allowed already.`,
  remove: "Remove",
  removeTitle: "Remove an origin",
  removeText: (origin: string) =>
    `Pages of ${origin} can then create no tokens with the account's publishable keys, and their card fields stop working at once. Payers can no longer pay by card there. You can add the origin again.`,
  removeButton: "Remove the origin",
  removed: (origin: string) => `${origin} is removed.`,
}

const pt: typeof en = {
  title: "Origens",
  intro:
    "Uma chave publicável só funciona, no navegador, em páginas destas origens. Elas são conferidas quando uma página cria um token e quando mostra os campos de cartão, que nenhuma outra página pode incluir.",
  none: "Nenhuma origem está permitida, e por isso nenhuma página pode criar tokens no navegador. Adicione a origem do seu checkout.",
  noneForReaders:
    "Nenhuma origem está permitida, e por isso nenhuma página pode criar tokens no navegador. Um proprietário pode adicionar uma.",
  origin: "Origem",
  since: "Adicionada",
  add: "Adicionar origem",
  addText: "As páginas desta origem poderão criar tokens com as chaves publicáveis da conta e mostrar os campos de cartão.",
  hint: "O esquema e o host, sem caminho. No modo de teste, http://localhost também funciona.",
  hintLive: "https e o host, sem caminho.",
  added: (origin: string) => `${origin} está permitida.`,
  known: (origin: string) => `${origin} já estava permitida.`,
  remove: "Remover",
  removeTitle: "Remover origem",
  removeText: (origin: string) =>
    `As páginas de ${origin} não poderão mais criar tokens com as chaves publicáveis da conta, e os campos de cartão delas param de funcionar na hora. Os pagadores não poderão mais pagar com cartão nelas. Você pode adicionar a origem de novo.`,
  removeButton: "Remover a origem",
  removed: (origin: string) => `${origin} foi removida.`,
}

const WORDS: Words<typeof en> = { en, pt }
