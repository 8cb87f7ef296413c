import { createAccount } from "../../../../accounts/accounts.ts"
import { formatDocument } from "../../../../accounts/document.ts"
import { readLogo } from "../../../../accounts/logo.ts"
import { findLogo, readAnyDocument, type SettingsChange, updateSettings } from "../../../../accounts/settings.ts"
import { act } from "../../../../audit/act.ts"
import { Refusal } from "../../../../base/errors.ts"
import { type Html, html } from "../../../shared/html.ts"
import { textField } from "../../forms/fields.ts"
import { changedFields, type FieldTexts, fieldText, initialValuesField } from "../../forms/form-values.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { detailsIn, modesDiffer, otherModeOf } from "./both-modes.ts"
import { WORDS } from "./words.ts"

const FIELD_NAMES = ["display_name", "document", "address"] as const
const MAX_CHARACTERS = 255

/** Changes the account details that payers see, as `vintem accounts update` does. */
export function settingsForms(routes: PageRoutes): void {
  editForm(routes)
  logoForm(routes)
  removeLogoForm(routes)
}

function editForm(routes: PageRoutes): void {
  routes.change("/settings/edit", {
    role: "owner",
    proof: "both_modes",
    find: async (request) => {
      const here = await detailsIn(request.mode, request.account)
      const { display_name, document, address } = here
      const shown = {
        display_name: display_name ?? "",
        document: document ? formatDocument(document) : "",
        address: address ?? "",
      }
      return { shown, differ: await modesDiffer(request, here) }
    },
    confirmation: (request, { shown, differ }) => {
      const { editTitle: title, editText: text, save: button } = request.words(WORDS)
      const all = (differ || savesAll(request)) && html`<input type="hidden" name="all" value="yes">`
      return { title, text, button, fields: html`${all}${fields(request, shown)}`, back: request.pathTo("/settings") }
    },
    make: async (request) => {
      const words = request.words(WORDS)
      const change = savesAll(request) ? await allValuesOf(request) : changeOf(request)
      if (Object.keys(change).length === 0) return { to: request.pathTo("/settings"), notice: words.unchangedNotice }
      await update(request, change)
      return { to: request.pathTo("/settings"), notice: words.savedNotice }
    },
  })
}

function fields(request: DashboardRequest, shown: FieldTexts<(typeof FIELD_NAMES)[number]>): Html {
  const words = request.words(WORDS)
  const of = (name: (typeof FIELD_NAMES)[number], label: string, hint: string) =>
    textField(request, { name, label, hint, value: shown[name], maxlength: MAX_CHARACTERS })
  return html`${initialValuesField(request, shown)}${of("display_name", words.displayName, words.displayNameHint)}${of("document", words.document, words.documentHint)}${of("address", words.address, words.addressHint)}`
}

/** Returns whether the modes differed when the form was opened. The form then saves all its values in both modes. */
function savesAll(request: DashboardRequest): boolean {
  return request.form.has("all")
}

/** Returns all values of the form, and the logo of its mode. Throws like `changeOf`. */
async function allValuesOf(request: DashboardRequest): Promise<SettingsChange> {
  const texts = Object.fromEntries(FIELD_NAMES.map((name) => [name, fieldText(request, name)])) as FieldTexts<
    (typeof FIELD_NAMES)[number]
  >
  return { ...readTexts(request, texts), logo: (await findLogo(request.mode.database, request.account)) ?? null }
}

/** Returns the changes in the form. Throws a Refusal for values that `vintem accounts update` also refuses. */
function changeOf(request: DashboardRequest): SettingsChange {
  return readTexts(request, changedFields(request, FIELD_NAMES))
}

function readTexts(
  request: DashboardRequest,
  { display_name, document, address }: Partial<FieldTexts<(typeof FIELD_NAMES)[number]>>,
): SettingsChange {
  const words = request.words(WORDS)
  return {
    ...(display_name !== undefined && { display_name: readLine(request, words.displayName, display_name) }),
    ...(document !== undefined && { document: document === "" ? null : readAnyDocument(document) }),
    ...(address !== undefined && { address: readLine(request, words.address, address) }),
  }
}

function readLine(request: DashboardRequest, label: string, text: string): string | null {
  if ([...text].length > MAX_CHARACTERS) throw new Refusal("text_too_long", request.words(WORDS).tooLong(label))
  return text || null
}

function logoForm(routes: PageRoutes): void {
  routes.change("/settings/logo/upload", {
    role: "owner",
    proof: "both_modes",
    find: async () => undefined,
    confirmation: (request) => {
      const { logoTitle: title, logoText: text, logoFile, logoHint, uploadLogo: button } = request.words(WORDS)
      const file = html`<p class="field"><label for="logo">${logoFile}</label>
<input id="logo" name="logo" type="file" accept="image/png,image/jpeg" required aria-describedby="logo-hint"><span class="hint" id="logo-hint">${logoHint}</span></p>`
      return { title, text, button, fields: file, upload: true, back: request.pathTo("/settings") }
    },
    make: async (request) => {
      const words = request.words(WORDS)
      const content = request.ctx.state.files.get("logo")
      if (!content || content.length === 0) throw new Refusal("logo_invalid", words.logoMissing)
      await update(request, { logo: readLogo(content) })
      return { to: request.pathTo("/settings"), notice: words.logoSaved }
    },
  })
}

function removeLogoForm(routes: PageRoutes): void {
  routes.change("/settings/logo/remove", {
    role: "owner",
    proof: "both_modes",
    find: async () => undefined,
    confirmation: (request) => {
      const { removeLogo, removeText: text } = request.words(WORDS)
      return { title: removeLogo, text, button: removeLogo, tone: "danger", back: request.pathTo("/settings") }
    },
    make: async (request) => {
      await update(request, { logo: null })
      return { to: request.pathTo("/settings"), notice: request.words(WORDS).removedNotice }
    },
  })
}

/**
 * Changes the settings in live mode, if there is one, and then in test mode. So two concurrent changes have the same order in both. If a
 * process dies between the two, the page says that they differ. Saving the settings again makes them equal.
 */
async function update(request: DashboardRequest, change: SettingsChange): Promise<void> {
  const { account: target } = request
  const { name } = request.location.account
  const modes = [request.mode, otherModeOf(request)].filter((mode) => mode !== undefined)
  const liveFirst = modes.sort((a, b) => Number(b.livemode) - Number(a.livemode))
  for (const mode of liveFirst)
    await act(mode.database, request.actor, { action: "account.update", account: target, target }, async (tx) => {
      if (mode === liveFirst[0]) await request.markFormSent(tx)
      await createAccount(tx, mode.clock, name, target)
      return updateSettings(tx, target, change)
    })
}
