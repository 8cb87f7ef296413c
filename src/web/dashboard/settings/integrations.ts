import {
  createIntegration,
  deactivateIntegration,
  type IntegrationRow,
  pageOfIntegrations,
  retrieveIntegration,
} from "../../../events/webhooks/integrations.ts"
import { type Html, html } from "../../html.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { sentText } from "../shell/body.ts"
import { textField } from "../shell/form.ts"
import type { Words } from "../shell/language.ts"
import type { Page } from "../shell/layout.ts"
import { badge, buttonLink, empty, facts, idText, pageRequest, pager, table } from "../shell/pieces.ts"
import { NoSuchPage } from "../shell/place.ts"
import { shownOnce } from "../shell/shown-once.ts"
import { shownUrl } from "../shell/shown-url.ts"
import { settingsTabs } from "./tabs.ts"

const PATH = "/settings/integrations"

/** The marketing tools that receive the account's purchases. */
export function integrationPages(area: Area): void {
  area.page(PATH, async (at) => {
    const words = at.words(WORDS)
    const page = await pageOfIntegrations(at.mode.database, at.account, pageRequest(at))
    const owns = at.may("owner")
    const create = owns && html`<p class="actions">${buttonLink(at.path(`${PATH}/new`), words.create)}</p>`
    const list = page.rows.length > 0 ? listOf(at, page.rows) : empty(owns ? words.none : words.noneForReaders)
    return {
      title: words.title,
      body: html`${settingsTabs(at, "/integrations")}<p>${words.intro}</p>${create}${list}${pager(at, page)}`,
    }
  })
  createPage(area)
  deactivatePage(area)
}

function listOf(at: At, rows: IntegrationRow[]): Html {
  const words = at.words(WORDS)
  const deactivate = ({ id, active }: IntegrationRow) =>
    active &&
    at.may("owner") &&
    html`<a href="${at.path(`${PATH}/${id}/deactivate`)}" aria-label="${words.deactivate} ${id}">${words.deactivate}</a>`
  return table({
    caption: words.title,
    columns: [words.url, words.state, words.created, ""],
    rows: rows.map((row) => [
      html`${shownUrl(row.url)}<br>${idText(row.id)}`,
      row.active ? badge("good", words.active) : badge("calm", words.inactive),
      at.when(row.created),
      deactivate(row) || null,
    ]),
  })
}

function createPage(area: Area): void {
  area.change(`${PATH}/new`, {
    role: "owner",
    proof: "live",
    find: async () => undefined,
    ask: (at) => {
      const words = at.words(WORDS)
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
        fields: textField(at, field),
        button: words.create,
        back: at.path(PATH),
      }
    },
    make: async (at) => {
      const url = sentText(at, "url")
      const { id, secret } = await at.act({ action: "integration.create" }, async (tx, scope) => {
        const { row, secret } = await createIntegration(tx, scope, url)
        return { id: row.id, secret }
      })
      return madePage(at, { id, url, secret })
    },
  })
}

function madePage(at: At, { id, url, secret }: { id: string; url: string; secret: string }): Page {
  const words = at.words(WORDS)
  const known = facts([
    [words.id, idText(id)],
    [words.url, shownUrl(url)],
  ])
  return {
    title: words.made,
    body: html`${shownOnce(words.copyNow, secret)}${known}<p class="actions">${buttonLink(at.path(PATH), words.done)}</p>`,
  }
}

function deactivatePage(area: Area): void {
  area.change(`${PATH}/:id/deactivate`, {
    role: "owner",
    proof: "live",
    find: async (at) => {
      const row = await retrieveIntegration(at.mode.database, at.param("id"))
      if (row?.account !== at.account) throw new NoSuchPage()
      return row
    },
    ask: (at, { url }) => {
      const words = at.words(WORDS)
      return {
        title: words.deactivateTitle,
        text: words.deactivateText(shownUrl(url)),
        button: words.deactivateButton,
        tone: "danger",
        back: at.path(PATH),
      }
    },
    make: async (at, row) => {
      const { id } = row
      await at.act({ action: "integration.deactivate", target: id }, async (tx) => (await deactivateIntegration(tx, id)) ?? row)
      return { to: at.path(PATH), notice: at.words(WORDS).deactivated(id) }
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
