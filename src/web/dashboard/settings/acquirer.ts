import type { AcquirerKind } from "../../../acquirers/acquirer.ts"
import {
  type CredentialsRow,
  findCurrentCredentials,
  presentCredentials,
  setCredentials,
} from "../../../acquirers/credentials.ts"
import { ACQUIRER_KINDS } from "../../../acquirers/registry.ts"
import { ApiError } from "../../../base/errors.ts"
import { removeAcquirer } from "../../../payments/remove-acquirer.ts"
import { type Html, html } from "../../html.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { sentText } from "../shell/body.ts"
import { selectField, textField } from "../shell/form.ts"
import type { Page } from "../shell/layout.ts"
import { buttonLink, empty, facts, idText } from "../shell/pieces.ts"
import { NoSuchPage, pathOf } from "../shell/place.ts"
import { WORDS } from "./acquirer-words.ts"
import { settingsTabs } from "./tabs.ts"

const PATH = "/settings/acquirer"

/** Every real key is shorter. */
const MAX_KEY_LENGTH = 4096

/** The acquirer of an account's live mode payments. Test mode always uses the mock. */
export function acquirerPages(area: Area): void {
  area.page(PATH, async (at) => (at.mode.livemode ? await livePage(at) : testPage(at)))

  area.change<CredentialsRow | undefined>(`${PATH}/set`, {
    role: "owner",
    proof: "live",
    find: mustBeLive,
    ask: (at, current) => {
      const words = at.words(WORDS)
      return {
        title: current ? words.replace : words.set,
        text: current ? words.replaceText(current.acquirer) : words.setText,
        fields: credentialFields(at, current),
        button: current ? words.replace : words.set,
        back: at.path(PATH),
      }
    },
    make: async (at) => {
      const chosen = readCredentials(at)
      await at.act({ action: "acquirer.set" }, (tx, { mode, account, now }) =>
        setCredentials(tx, { account, now, ring: mode.ring }, chosen),
      )
      return { to: at.path(PATH), notice: at.words(WORDS).isSet(chosen.acquirer) }
    },
  })

  area.change<CredentialsRow | undefined>(`${PATH}/remove`, {
    role: "owner",
    proof: "live",
    find: mustBeLive,
    ask: (at, current) => {
      const words = at.words(WORDS)
      return {
        title: words.remove,
        text: words.removeText(current?.acquirer ?? words.theAcquirer),
        button: words.remove,
        tone: "danger",
        back: at.path(PATH),
      }
    },
    make: async (at) => {
      await at.act({ action: "acquirer.remove" }, removeAcquirer)
      return { to: at.path(PATH), notice: at.words(WORDS).removed }
    },
  })
}

async function mustBeLive({ mode, account }: At): Promise<CredentialsRow | undefined> {
  if (!mode.livemode) throw new NoSuchPage()
  return findCurrentCredentials(mode.database, account)
}

function testPage(at: At): Page {
  const words = at.words(WORDS)
  const live = at.place.hasLive && buttonLink(pathOf({ account: at.place.account, mode: "live" }, PATH), words.toLive, "quiet")
  const body = html`${settingsTabs(at, "/acquirer")}<section class="card"><p>${words.mock}</p>
<p class="actions">${buttonLink(at.path("/test-tools/cards"), words.toCards)} ${live}</p></section>`
  return { title: words.title, body }
}

async function livePage(at: At): Promise<Page> {
  const words = at.words(WORDS)
  const credentials = await findCurrentCredentials(at.mode.database, at.account)
  const change = at.may("owner") && changes(at, credentials)
  const body = credentials
    ? html`${settingsTabs(at, "/acquirer")}<p>${words.intro}</p>${credentialFacts(at, credentials)}${change}`
    : html`${settingsTabs(at, "/acquirer")}${empty(at.may("owner") ? words.none : words.noneForReaders)}${change}`
  return { title: words.title, body }
}

function credentialFacts(at: At, credentials: CredentialsRow): Html {
  const words = at.words(WORDS)
  const { name, merchant_id, boleto_provider, created } = presentCredentials(credentials)
  const bank = boleto_provider ?? kindNamed(name)?.boletoProviders[0]
  return facts([
    [words.name, name],
    [words.merchantId, merchant_id],
    [words.key, words.keyHidden],
    [words.boletoProvider, bank],
    [words.since, at.when(created)],
    [words.id, idText(credentials.id)],
  ])
}

function changes(at: At, credentials: CredentialsRow | undefined): Html {
  const words = at.words(WORDS)
  const set = buttonLink(at.path(`${PATH}/set`), credentials ? words.replace : words.set)
  return html`<p class="actions">${set} ${credentials && buttonLink(at.path(`${PATH}/remove`), words.remove, "quiet")}</p>`
}

/** The key is never shown: neither the current one, nor the one that was typed before an error. */
function credentialFields(at: At, current: CredentialsRow | undefined): Html {
  const words = at.words(WORDS)
  const banks = [...new Set(ACQUIRER_KINDS.flatMap(({ boletoProviders }) => boletoProviders))]
  const key = html`<p class="field"><label for="merchant_key">${words.key}</label>
<input id="merchant_key" name="merchant_key" type="password" autocomplete="off" required maxlength="${MAX_KEY_LENGTH}" aria-describedby="merchant_key-hint">
<span class="hint" id="merchant_key-hint">${words.keyHint}</span></p>`
  return html`${selectField(at, { name: "name", label: words.name, options: ACQUIRER_KINDS.map(({ name }) => [name, name]) })}
${textField(at, { name: "merchant_id", label: words.merchantId, value: current?.merchant_id ?? "", required: true, maxlength: 255 })}
${key}${selectField(at, {
  name: "boleto_provider",
  label: words.boletoProvider,
  value: current?.boleto_provider ?? "",
  options: [["", words.bankOfAcquirer] as const, ...banks.map((bank) => [bank, bank] as const)],
})}`
}

function readCredentials(at: At) {
  const text = (name: string) => sentText(at, name)
  const [merchant_id, merchant_key, bank] = [text("merchant_id"), text("merchant_key"), text("boleto_provider")]
  const kind = kindNamed(text("name"))
  if (!kind || (bank && !kind.boletoProviders.includes(bank)))
    throw new ApiError("parameter_invalid", at.words(WORDS).unknownChoice)
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
