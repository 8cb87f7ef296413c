import { namedDocument } from "../../../accounts/document.ts"
import { retrieveLogo } from "../../../accounts/settings.ts"
import { type Html, html } from "../../html.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { badge, buttonLink, facts, idText, section } from "../shell/pieces.ts"
import { NoSuchPage } from "../shell/place.ts"
import { settingsForms } from "./account-forms.ts"
import { modesDiffer, type Shown, shownIn } from "./both-modes.ts"
import { settingsTabs } from "./tabs.ts"
import { WORDS } from "./words.ts"

/** The height of a logo on hosted pages, in CSS pixels. */
const LOGO_HEIGHT = 34

/** The account details that payers see. An owner can change them. */
export function accountPages(area: Area): void {
  area.page("/settings", async (at) => ({ title: at.words(WORDS).settings, body: await overview(at) }))
  area.file("/settings/logo", sendLogo)
  settingsForms(area)
}

async function overview(at: At): Promise<Html> {
  const words = at.words(WORDS)
  const shown = await shownIn(at.mode, at.account)
  const differs = await modesDiffer(at, shown)
  return html`${settingsTabs(at, "")}${differs && html`<p class="notice" role="status">${words.differ}</p>`}
<p class="intro">${words.intro}</p>
<div class="beside"><div>${settingsFacts(at, shown)}</div>${section(words.preview, preview(at, shown))}</div>`
}

function settingsFacts(at: At, { display_name, document, address, logo }: Shown): Html {
  const words = at.words(WORDS)
  const notSet = html`<span class="hint">${words.notSet}</span>`
  const { name, id } = at.place.account
  const actions = [
    buttonLink(at.path("/settings/edit"), words.edit),
    buttonLink(at.path("/settings/logo/upload"), logo ? words.replaceLogo : words.uploadLogo, "quiet"),
    logo && buttonLink(at.path("/settings/logo/remove"), words.removeLogo, "quiet"),
  ]
  return html`${facts([
    [words.name, html`${name} ${idText(id)}`],
    [words.displayName, display_name ?? notSet],
    [words.document, document ? namedDocument(document) : notSet],
    [words.address, address ?? notSet],
    [words.logo, logo ? words.pixels(logo.width, logo.height) : notSet],
  ])}${at.may("owner") && html`<p class="actions">${actions.filter((action) => action !== undefined)}</p>`}`
}

/** The head of a hosted page, as src/web/pay/parts.ts renders it. */
function preview(at: At, { display_name, document, logo }: Shown): Html {
  const words = at.words(WORDS)
  const plate =
    logo &&
    html`<span class="plate"><img src="${at.path("/settings/logo")}?${logo.digest.slice(0, 12)}" alt="" width="${Math.round((logo.width * LOGO_HEIGHT) / logo.height)}" height="${LOGO_HEIGHT}"></span>`
  return html`<div class="payer"><div class="payer-head">${plate}
<p><strong>${display_name ?? at.place.account.name}</strong>${document && html`<span>${namedDocument(document)}</span>`}</p>
${at.place.mode === "test" && badge("waiting", words.testMode)}</div>
<p class="hint">${words.previewAmount}</p><p class="payer-amount">${at.money(4990, "brl")}</p></div>`
}

async function sendLogo(at: At): Promise<void> {
  const logo = await retrieveLogo(at.mode.database, at.account)
  if (!logo) throw new NoSuchPage()
  at.ctx.status = 200
  at.ctx.type = logo.type
  at.ctx.body = logo.content
}
