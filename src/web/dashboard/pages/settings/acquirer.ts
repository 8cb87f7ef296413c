import type { AcquirerKind } from "../../../../acquirers/acquirer.ts"
import {
  findCurrentCredentials,
  presentCredentials,
  refuseIfPlatform,
  setCredentials,
} from "../../../../acquirers/credentials.ts"
import type { CredentialsRow } from "../../../../acquirers/table.ts"
import { ApiError } from "../../../../base/errors.ts"
import { ACQUIRER_KINDS } from "../../../../modes/acquirers.ts"
import { removeAcquirer } from "../../../../payments/remove-acquirer.ts"
import { type Html, html } from "../../../shared/html.ts"
import { buttonLink, emptyList, facts, idText } from "../../components/basics.ts"
import { passwordField, selectField, textField } from "../../forms/fields.ts"
import { fieldText } from "../../forms/form-values.ts"
import type { Page } from "../../layout/account-page.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import { accountPath } from "../../request/location.ts"
import type { PageRoutes } from "../page-routes.ts"
import { WORDS } from "./acquirer-words.ts"
import { settingsTabs } from "./tabs.ts"

const PATH = "/settings/acquirer"

/** Every real key is shorter. */
const MAX_KEY_LENGTH = 4096

/** The acquirer of an account's live mode payments. Test mode always uses the mock. */
export function acquirerPages(routes: PageRoutes): void {
  routes.page(PATH, async (request) => (request.mode.livemode ? await livePage(request) : testPage(request)))

  routes.change<CredentialsRow | undefined>(`${PATH}/set`, {
    role: "owner",
    proof: "live",
    find: mustBeLive,
    confirmation: (request, current) => {
      const words = request.words(WORDS)
      return {
        title: current ? words.replace : words.set,
        text: current ? words.replaceText(current.acquirer) : words.setText,
        fields: credentialFields(request, current),
        button: current ? words.replace : words.set,
        back: request.pathTo(PATH),
      }
    },
    make: async (request) => {
      const chosen = readCredentials(request)
      await request.runAction({ action: "acquirer.set" }, async (tx, { mode, account, now }) => {
        await refuseIfPlatform(tx, account)
        return setCredentials(tx, { account, now, ring: mode.ring }, chosen)
      })
      return { to: request.pathTo(PATH), notice: request.words(WORDS).isSet(chosen.acquirer) }
    },
  })

  routes.change<CredentialsRow | undefined>(`${PATH}/remove`, {
    role: "owner",
    proof: "live",
    find: mustBeLive,
    confirmation: (request, current) => {
      const words = request.words(WORDS)
      return {
        title: words.remove,
        text: words.removeText(current?.acquirer ?? words.theAcquirer),
        button: words.remove,
        tone: "danger",
        back: request.pathTo(PATH),
      }
    },
    make: async (request) => {
      await request.runAction({ action: "acquirer.remove" }, async (tx, scope) => {
        await refuseIfPlatform(tx, scope.account)
        return removeAcquirer(tx, scope)
      })
      return { to: request.pathTo(PATH), notice: request.words(WORDS).removed }
    },
  })
}

async function mustBeLive({ mode, account }: DashboardRequest): Promise<CredentialsRow | undefined> {
  if (!mode.livemode) throw new PageNotFound()
  return findCurrentCredentials(mode.database, account)
}

function testPage(request: DashboardRequest): Page {
  const words = request.words(WORDS)
  const live =
    request.location.hasLive &&
    buttonLink(accountPath({ account: request.location.account, mode: "live" }, PATH), words.toLive, "quiet")
  const body = html`${settingsTabs(request, "/acquirer")}<section class="card"><p>${words.mock}</p>
<p class="actions">${buttonLink(request.pathTo("/test-tools/cards"), words.toCards)} ${live}</p></section>`
  return { title: words.title, body }
}

async function livePage(request: DashboardRequest): Promise<Page> {
  const words = request.words(WORDS)
  const credentials = await findCurrentCredentials(request.mode.database, request.account)
  const change = request.may("owner") && credentials?.funds !== "platform" && changes(request, credentials)
  const body = credentials
    ? html`${settingsTabs(request, "/acquirer")}<p>${words.intro}</p>${credentialFacts(request, credentials)}${change}`
    : html`${settingsTabs(request, "/acquirer")}${emptyList(request.may("owner") ? words.none : words.noneForReaders)}${change}`
  return { title: words.title, body }
}

function credentialFacts(request: DashboardRequest, credentials: CredentialsRow): Html {
  const words = request.words(WORDS)
  const { name, merchant_id, boleto_provider, created } = presentCredentials(credentials)
  const bank = boleto_provider ?? kindNamed(name)?.boletoProviders[0]
  return facts([
    [words.name, name],
    [words.merchantId, merchant_id],
    [words.key, words.keyHidden],
    [words.boletoProvider, bank],
    [words.since, request.dateTime(created)],
    [words.id, idText(credentials.id)],
  ])
}

function changes(request: DashboardRequest, credentials: CredentialsRow | undefined): Html {
  const words = request.words(WORDS)
  const set = buttonLink(request.pathTo(`${PATH}/set`), credentials ? words.replace : words.set)
  return html`<p class="actions">${set} ${credentials && buttonLink(request.pathTo(`${PATH}/remove`), words.remove, "quiet")}</p>`
}

function credentialFields(request: DashboardRequest, current: CredentialsRow | undefined): Html {
  const words = request.words(WORDS)
  const banks = [...new Set(ACQUIRER_KINDS.flatMap(({ boletoProviders }) => boletoProviders))]
  const key = passwordField({ name: "merchant_key", label: words.key, hint: words.keyHint, maxlength: MAX_KEY_LENGTH })
  return html`${selectField(request, { name: "name", label: words.name, options: ACQUIRER_KINDS.map(({ name }) => [name, name]) })}
${textField(request, { name: "merchant_id", label: words.merchantId, value: current?.merchant_id ?? "", required: true, maxlength: 255 })}
${key}${selectField(request, {
  name: "boleto_provider",
  label: words.boletoProvider,
  value: current?.boleto_provider ?? "",
  options: [["", words.bankOfAcquirer] as const, ...banks.map((bank) => [bank, bank] as const)],
})}`
}

function readCredentials(request: DashboardRequest) {
  const text = (name: string) => fieldText(request, name)
  const [merchant_id, merchant_key, bank] = [text("merchant_id"), text("merchant_key"), text("boleto_provider")]
  const kind = kindNamed(text("name"))
  if (!kind || (bank && !kind.boletoProviders.includes(bank)))
    throw new ApiError("parameter_invalid", request.words(WORDS).unknownChoice)
  try {
    kind.checkCredentials({ merchant_id, merchant_key })
  } catch (error) {
    if (error instanceof RangeError) throw new ApiError("parameter_invalid", error.message)
    throw error
  }
  return { acquirer: kind.name, merchant_id, boleto_provider: bank || null, merchant_key }
}

function kindNamed(name: string): AcquirerKind | undefined {
  return ACQUIRER_KINDS.find((kind) => kind.name === name)
}
