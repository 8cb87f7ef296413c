import { createAccount } from "../../../../accounts/accounts.ts"
import { readLogo } from "../../../../accounts/logo.ts"
import { findLogo, type SettingsChange, updateSettings } from "../../../../accounts/settings.ts"
import { act } from "../../../../audit/act.ts"
import { Refusal } from "../../../../base/errors.ts"
import { html } from "../../../shared/html.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { detailsIn, modesDiffer, otherModeOf } from "./both-modes.ts"
import { allValuesOf, changeOf, settingFields, textsOf } from "./setting-fields.ts"
import { WORDS } from "./words.ts"

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
      return { shown: textsOf(request, here), differ: await modesDiffer(request, here) }
    },
    confirmation: (request, { shown, differ }) => {
      const { editTitle: title, editText: text, save: button } = request.words(WORDS)
      const all = (differ || savesAll(request)) && html`<input type="hidden" name="all" value="yes">`
      return { title, text, button, fields: html`${all}${settingFields(request, shown)}`, back: request.pathTo("/settings") }
    },
    make: async (request) => {
      const words = request.words(WORDS)
      const change = savesAll(request) ? await everything(request) : changeOf(request)
      if (Object.keys(change).length === 0) return { to: request.pathTo("/settings"), notice: words.unchangedNotice }
      await update(request, change)
      return { to: request.pathTo("/settings"), notice: words.savedNotice }
    },
  })
}

/** Returns whether the modes differed when the form was opened. The form then saves all its values in both modes. */
function savesAll(request: DashboardRequest): boolean {
  return request.form.has("all")
}

/** Returns all values of the form, and the logo of its mode. Throws like `changeOf`. */
async function everything(request: DashboardRequest): Promise<SettingsChange> {
  return { ...allValuesOf(request), logo: (await findLogo(request.mode.database, request.account)) ?? null }
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
  const modes = [request.mode, await otherModeOf(request)].filter((mode) => mode !== undefined)
  const liveFirst = modes.sort((a, b) => Number(b.livemode) - Number(a.livemode))
  for (const mode of liveFirst)
    await act(mode.database, request.actor, { action: "account.update", account: target, target }, async (tx) => {
      if (mode === liveFirst[0]) await request.markFormSent(tx)
      await createAccount(tx, mode.clock, name, target)
      return updateSettings(tx, target, change)
    })
}
