import { createAccount } from "../../../accounts/accounts.ts"
import { formatDocument } from "../../../accounts/document.ts"
import { readLogo } from "../../../accounts/logo.ts"
import { readAnyDocument, retrieveLogo, type SettingsChange, updateSettings } from "../../../accounts/settings.ts"
import { act } from "../../../audit/act.ts"
import { Refusal } from "../../../base/errors.ts"
import { type Html, html } from "../../html.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { changedTexts, sentText, shownField, type Texts } from "../shell/body.ts"
import { textField } from "../shell/form.ts"
import { modesDiffer, otherModeOf, shownIn } from "./both-modes.ts"
import { WORDS } from "./words.ts"

const NAMES = ["display_name", "document", "address"] as const
const MAX_CHARACTERS = 255

/** Changes the account details that payers see, as `vintem accounts update` does. */
export function settingsForms(area: Area): void {
  editForm(area)
  logoForm(area)
  removeLogoForm(area)
}

function editForm(area: Area): void {
  area.change("/settings/edit", {
    role: "owner",
    proof: "both_modes",
    find: async (at) => {
      const here = await shownIn(at.mode, at.account)
      const { display_name, document, address } = here
      const shown = {
        display_name: display_name ?? "",
        document: document ? formatDocument(document) : "",
        address: address ?? "",
      }
      return { shown, differ: await modesDiffer(at, here) }
    },
    ask: (at, { shown, differ }) => {
      const { editTitle: title, editText: text, save: button } = at.words(WORDS)
      const all = (differ || savesAll(at)) && html`<input type="hidden" name="all" value="yes">`
      return { title, text, button, fields: html`${all}${fields(at, shown)}`, back: at.path("/settings") }
    },
    make: async (at) => {
      const words = at.words(WORDS)
      const change = savesAll(at) ? await wholeOf(at) : changeOf(at)
      if (Object.keys(change).length === 0) return { to: at.path("/settings"), notice: words.unchangedNotice }
      await update(at, change)
      return { to: at.path("/settings"), notice: words.savedNotice }
    },
  })
}

function fields(at: At, shown: Texts<(typeof NAMES)[number]>): Html {
  const words = at.words(WORDS)
  const of = (name: (typeof NAMES)[number], label: string, hint: string) =>
    textField(at, { name, label, hint, value: shown[name], maxlength: MAX_CHARACTERS })
  return html`${shownField(at, shown)}${of("display_name", words.displayName, words.displayNameHint)}${of("document", words.document, words.documentHint)}${of("address", words.address, words.addressHint)}`
}

/** Returns whether the modes differed when the form was opened. The form then saves all its values in both modes. */
function savesAll(at: At): boolean {
  return at.form.has("all")
}

/** Returns all values of the form, and the logo of its mode. Throws like `changeOf`. */
async function wholeOf(at: At): Promise<SettingsChange> {
  const texts = Object.fromEntries(NAMES.map((name) => [name, sentText(at, name)])) as Texts<(typeof NAMES)[number]>
  return { ...readTexts(at, texts), logo: (await retrieveLogo(at.mode.database, at.account)) ?? null }
}

/** Returns the changes in the form. Throws a Refusal for values that `vintem accounts update` also refuses. */
function changeOf(at: At): SettingsChange {
  return readTexts(at, changedTexts(at, NAMES))
}

function readTexts(at: At, { display_name, document, address }: Partial<Texts<(typeof NAMES)[number]>>): SettingsChange {
  const words = at.words(WORDS)
  return {
    ...(display_name !== undefined && { display_name: readLine(at, words.displayName, display_name) }),
    ...(document !== undefined && { document: document === "" ? null : readAnyDocument(document) }),
    ...(address !== undefined && { address: readLine(at, words.address, address) }),
  }
}

function readLine(at: At, label: string, text: string): string | null {
  if ([...text].length > MAX_CHARACTERS) throw new Refusal("text_too_long", at.words(WORDS).tooLong(label))
  return text || null
}

function logoForm(area: Area): void {
  area.change("/settings/logo/upload", {
    role: "owner",
    proof: "both_modes",
    find: async () => undefined,
    ask: (at) => {
      const { logoTitle: title, logoText: text, logoFile, logoHint, uploadLogo: button } = at.words(WORDS)
      const file = html`<p class="field"><label for="logo">${logoFile}</label>
<input id="logo" name="logo" type="file" accept="image/png,image/jpeg" required aria-describedby="logo-hint"><span class="hint" id="logo-hint">${logoHint}</span></p>`
      return { title, text, button, fields: file, upload: true, back: at.path("/settings") }
    },
    make: async (at) => {
      const words = at.words(WORDS)
      const content = at.ctx.state.files.get("logo")
      if (!content || content.length === 0) throw new Refusal("logo_invalid", words.logoMissing)
      await update(at, { logo: readLogo(content) })
      return { to: at.path("/settings"), notice: words.logoSaved }
    },
  })
}

function removeLogoForm(area: Area): void {
  area.change("/settings/logo/remove", {
    role: "owner",
    proof: "both_modes",
    find: async () => undefined,
    ask: (at) => {
      const { removeLogo, removeText: text } = at.words(WORDS)
      return { title: removeLogo, text, button: removeLogo, tone: "danger", back: at.path("/settings") }
    },
    make: async (at) => {
      await update(at, { logo: null })
      return { to: at.path("/settings"), notice: at.words(WORDS).removedNotice }
    },
  })
}

/**
 * Changes the settings in live mode, if there is one, and then in test mode. So two concurrent changes have the same order in both. If a
 * process dies between the two, the page says that they differ. Saving the settings again makes them equal.
 */
async function update(at: At, change: SettingsChange): Promise<void> {
  const { account: target } = at
  const { name } = at.place.account
  const modes = [at.mode, otherModeOf(at)].filter((mode) => mode !== undefined)
  const liveFirst = modes.sort((a, b) => Number(b.livemode) - Number(a.livemode))
  for (const mode of liveFirst)
    await act(mode.database, at.actor, { action: "account.update", account: target, target }, async (tx) => {
      if (mode === liveFirst[0]) await at.takeForm(tx)
      await createAccount(tx, mode.clock, name, target)
      return updateSettings(tx, target, change)
    })
}
