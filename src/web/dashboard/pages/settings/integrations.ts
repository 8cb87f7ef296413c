import {
  createIntegration,
  deactivateIntegration,
  findIntegration,
  pageOfIntegrations,
} from "../../../../events/webhooks/integrations.ts"
import type { IntegrationRow } from "../../../../events/webhooks/tables.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, emptyList, facts, idText } from "../../components/basics.ts"
import { shownOnce } from "../../components/copyable.ts"
import { shownUrl } from "../../components/shown-url.ts"
import { textField } from "../../forms/fields.ts"
import { fieldText } from "../../forms/form-values.ts"
import type { Page } from "../../layout/account-page.ts"
import { pageRequest, pager } from "../../lists/pager.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { Words } from "../../request/language.ts"
import type { PageRoutes } from "../page-routes.ts"
import { settingsTabs } from "./tabs.ts"

const PATH = "/settings/integrations"

/** The marketing tools that receive the account's purchases. */
export function integrationPages(routes: PageRoutes): void {
  routes.page(PATH, async (request) => {
    const words = request.words(WORDS)
    const page = await pageOfIntegrations(request.mode.database, request.account, pageRequest(request))
    const owns = request.may("owner")
    const create = owns && html`<p class="actions">${buttonLink(request.pathTo(`${PATH}/new`), words.create)}</p>`
    const list = page.rows.length > 0 ? listOf(request, page.rows) : emptyList(owns ? words.none : words.noneForReaders)
    return {
      title: words.title,
      body: html`${settingsTabs(request, "/integrations")}<p>${words.intro}</p>${create}${list}${pager(request, page)}`,
    }
  })
  createPage(routes)
  deactivatePage(routes)
}

function listOf(request: DashboardRequest, rows: IntegrationRow[]): Html {
  const words = request.words(WORDS)
  const deactivate = ({ id, active }: IntegrationRow) =>
    active &&
    request.may("owner") &&
    html`<a href="${request.pathTo(`${PATH}/${id}/deactivate`)}" aria-label="${words.deactivate} ${id}">${words.deactivate}</a>`
  return table({
    caption: words.title,
    columns: [words.url, words.state, words.created, ""],
    rows: rows.map((row) => [
      html`${shownUrl(row.url)}<br>${idText(row.id)}`,
      row.active ? badge("good", words.active) : badge("calm", words.inactive),
      request.dateTime(row.created),
      deactivate(row) || null,
    ]),
  })
}

function createPage(routes: PageRoutes): void {
  routes.change(`${PATH}/new`, {
    role: "owner",
    proof: "live",
    find: async () => undefined,
    confirmation: (request) => {
      const words = request.words(WORDS)
      const field = {
        name: "url",
        label: words.url,
        type: "url",
        placeholder: "https://tool.example/purchases",
        hint: words.hint,
        required: true,
        maxlength: 2048,
      } as const
      return {
        title: words.create,
        text: words.createText,
        fields: textField(request, field),
        button: words.create,
        back: request.pathTo(PATH),
      }
    },
    make: async (request) => {
      const url = fieldText(request, "url")
      const { id, secret } = await request.runAction({ action: "integration.create" }, async (tx, scope) => {
        const { row, secret } = await createIntegration(tx, scope, url)
        return { id: row.id, secret }
      })
      return createdPage(request, { id, url, secret })
    },
  })
}

function createdPage(request: DashboardRequest, { id, url, secret }: { id: string; url: string; secret: string }): Page {
  const words = request.words(WORDS)
  const known = facts([
    [words.id, idText(id)],
    [words.url, shownUrl(url)],
  ])
  return {
    title: words.made,
    body: html`${shownOnce(words.copyNow, secret)}${known}<p class="actions">${buttonLink(request.pathTo(PATH), words.done)}</p>`,
  }
}

function deactivatePage(routes: PageRoutes): void {
  routes.change(`${PATH}/:id/deactivate`, {
    role: "owner",
    proof: "live",
    find: async (request) => {
      const row = await findIntegration(request.mode.database, request.account, request.pathParameter("id"))
      if (!row) throw new PageNotFound()
      return row
    },
    confirmation: (request, { url }) => {
      const words = request.words(WORDS)
      return {
        title: words.deactivateTitle,
        text: words.deactivateText(shownUrl(url)),
        button: words.deactivateButton,
        tone: "danger",
        back: request.pathTo(PATH),
      }
    },
    make: async (request, row) => {
      const { id } = row
      await request.runAction(
        { action: "integration.deactivate", target: id },
        async (tx) => (await deactivateIntegration(tx, row)) ?? row,
      )
      return { to: request.pathTo(PATH), notice: request.words(WORDS).deactivated(id) }
    },
  })
}

const en = {
  title: "Integrations",
  intro:
    "Marketing tools that are told once of each purchase: PURCHASE_APPROVED or PURCHASE_REFUSED, signed, with its UTM parameters.",
  none: "No tool receives your purchases. Create an integration with the URL that the tool gives you.",
  noneForReaders: "No tool receives your purchases. An owner can create an integration.",
  url: "URL",
  id: "Id",
  state: "State",
  created: "Created",
  active: "Active",
  inactive: "Inactive",
  create: "Create an integration",
  createText:
    "From now on, each purchase of this account and mode is sent to this URL. The signing secret is shown once, on the next page.",
  hint: "An https URL at a public address, without a user name or a password.",
  made: "Your new integration",
  copyNow: "Copy the signing secret now. It is not shown again. The tool checks with it that a message is from you.",
  done: "Back to the integrations",
  deactivate: "Deactivate",
  deactivateTitle: "Deactivate an integration",
  deactivateText: (url: string) =>
    `${url} gets no more purchases, and deliveries to it that still wait are canceled. An integration cannot be made active again. Create a new one instead.`,
  deactivateButton: "Deactivate the integration",
  deactivated: (id: string) => `The integration ${id} is deactivated.`,
}

const pt: typeof en = {
  title: "Integrações",
  intro:
    "Ferramentas de marketing avisadas uma vez de cada compra: PURCHASE_APPROVED ou PURCHASE_REFUSED, com assinatura e com os parâmetros UTM.",
  none: "Nenhuma ferramenta recebe as suas compras. Crie uma integração com a URL que a ferramenta informa.",
  noneForReaders: "Nenhuma ferramenta recebe as suas compras. Um proprietário pode criar uma integração.",
  url: "URL",
  id: "Id",
  state: "Situação",
  created: "Criada",
  active: "Ativa",
  inactive: "Inativa",
  create: "Criar integração",
  createText:
    "A partir de agora, cada compra desta conta e deste modo é enviada a esta URL. O segredo da assinatura é mostrado uma única vez, na próxima página.",
  hint: "Uma URL https em um endereço público, sem usuário nem senha.",
  made: "Sua nova integração",
  copyNow:
    "Copie o segredo da assinatura agora. Ele não será mostrado de novo. Com ele a ferramenta confere que uma mensagem é sua.",
  done: "Voltar às integrações",
  deactivate: "Desativar",
  deactivateTitle: "Desativar integração",
  deactivateText: (url: string) =>
    `${url} não recebe mais compras, e as entregas que ainda esperam são canceladas. Uma integração não pode ser reativada. Crie outra em vez disso.`,
  deactivateButton: "Desativar a integração",
  deactivated: (id: string) => `A integração ${id} foi desativada.`,
}

const WORDS: Words<typeof en> = { en, pt }
