import { createIntegration, createUtmify, DEFAULT_PLATFORM } from "../../../../events/webhooks/integrations.ts"
import { html } from "../../../shared/html.ts"
import { buttonLink, facts, idText } from "../../components/basics.ts"
import { shownOnce } from "../../components/copyable.ts"
import { shownUrl } from "../../components/shown-url.ts"
import { passwordField, textField } from "../../forms/fields.ts"
import { fieldText } from "../../forms/form-values.ts"
import type { Page } from "../../layout/account-page.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { INTEGRATION_WORDS } from "./integration-words.ts"

export const INTEGRATIONS_PATH = "/settings/integrations"

/** The forms that create an integration, by its kind. */
export function integrationForms(routes: PageRoutes): void {
  createPage(routes)
  utmifyPage(routes)
}

function createPage(routes: PageRoutes): void {
  routes.change(`${INTEGRATIONS_PATH}/new`, {
    role: "owner",
    proof: "live",
    find: async () => undefined,
    confirmation: (request) => {
      const words = request.words(INTEGRATION_WORDS)
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
        back: request.pathTo(INTEGRATIONS_PATH),
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
  const words = request.words(INTEGRATION_WORDS)
  const known = facts([
    [words.id, idText(id)],
    [words.url, shownUrl(url)],
  ])
  return {
    title: words.made,
    body: html`${shownOnce(words.copyNow, secret)}${known}<p class="actions">${buttonLink(request.pathTo(INTEGRATIONS_PATH), words.done)}</p>`,
  }
}

function utmifyPage(routes: PageRoutes): void {
  routes.change(`${INTEGRATIONS_PATH}/new-utmify`, {
    role: "owner",
    proof: "live",
    find: async () => undefined,
    confirmation: (request) => {
      const words = request.words(INTEGRATION_WORDS)
      const token = { name: "token", label: words.token, hint: words.tokenHint, maxlength: 1024 }
      const platform = {
        name: "platform",
        label: words.platform,
        hint: words.platformHint,
        value: DEFAULT_PLATFORM,
        required: true,
        maxlength: 64,
      }
      return {
        title: words.utmify,
        text: words.utmifyText,
        fields: html`${passwordField(token)}${textField(request, platform)}`,
        button: words.utmify,
        back: request.pathTo(INTEGRATIONS_PATH),
      }
    },
    make: async (request) => {
      const [token, platform] = [fieldText(request, "token"), fieldText(request, "platform")]
      const { id } = await request.runAction({ action: "integration.create" }, (tx, scope) =>
        createUtmify(tx, scope, { token, platform }),
      )
      return { to: request.pathTo(`${INTEGRATIONS_PATH}/${id}`), notice: request.words(INTEGRATION_WORDS).connected(id) }
    },
  })
}
