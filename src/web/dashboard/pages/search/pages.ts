import { keyIn } from "../../../../accounts/keys.ts"
import { hasCardNumber } from "../../../../base/card-numbers.ts"
import { isId } from "../../../../base/ids.ts"
import { modeName } from "../../../../base/mode-name.ts"
import { findHolder } from "../../../../http/authenticate.ts"
import { html } from "../../../shared/html.ts"
import type { Words } from "../../../shared/language.ts"
import type { Page } from "../../layout/account-page.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { accountPath } from "../../request/location.ts"
import type { PageRoutes } from "../page-routes.ts"

/**
 * The field at the top of every page. It is a POST, so that a secret that a person pastes is in no address, and so in no history and no log.
 * What can be found by the list of payments goes there.
 */
export function searchPages(routes: PageRoutes): void {
  // The answer of a search has this address, to which the choice of a language leads back.
  routes.page("/search", async (request) => ({ to: request.pathTo("/payments") }))
  routes.postWithoutChange("/search", async (request) => {
    const text = (request.form.get("q") ?? "").trim()
    const key = keyIn(text)
    if (key !== undefined) return findByKey(request, key)
    if (looksSecret(text))
      return {
        title: request.words(WORDS).secretTitle,
        body: html`<p class="error" role="alert">${request.words(WORDS).secretText}</p>`,
      }
    return { to: request.pathTo(`/payments?${new URLSearchParams({ q: text })}`) }
  })
}

/**
 * Whether a text has a card number, or a word as long as a key or the link of a payer's page. The list of payments is not searched for such
 * a text, because its address would contain the text.
 */
function looksSecret(text: string): boolean {
  return !isId(text) && (hasCardNumber(text) || (!text.includes("@") && /[0-9A-Za-z]{22}/.test(text)))
}

/** Finds a key by its digest, in both modes and in every account that the user may see. */
async function findByKey(request: DashboardRequest, key: string): Promise<Page | { to: string }> {
  const found = (await findHolder(request.parts.modes, key))?.caller
  const isSeen = found && (request.user.account === null || request.user.account === found.account)
  if (isSeen) return { to: accountPath({ account: { id: found.account }, mode: modeName(found) }, `/keys/${found.key}`) }
  const words = request.words(WORDS)
  return { title: words.title, body: html`<p class="error" role="alert">${words.none}</p><p>${words.hint}</p>` }
}

const en = {
  title: "API key",
  none: "This is the form of an API key, and no key that you may see is this one.",
  hint: "Paste the whole key. A key that was revoked is found too.",
  secretTitle: "Search",
  secretText:
    "No payment is found by a card number or a secret. Search by the payer's name, e-mail, CPF or CNPJ, by the last four digits of the card, or by the amount.",
}
const pt: typeof en = {
  title: "Chave da API",
  none: "Isto tem a forma de uma chave da API, e nenhuma chave que você pode ver é esta.",
  hint: "Cole a chave inteira. Uma chave revogada também é encontrada.",
  secretTitle: "Busca",
  secretText:
    "Nenhum pagamento é encontrado por um número de cartão ou um segredo. Busque pelo nome, e-mail, CPF ou CNPJ do pagador, pelos quatro últimos dígitos do cartão, ou pelo valor.",
}
const WORDS: Words<typeof en> = { en, pt }
