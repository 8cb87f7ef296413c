import { namedDocument } from "../../../../accounts/document.ts"
import { findLogo } from "../../../../accounts/settings.ts"
import type { ThreeDSecureSettings } from "../../../../accounts/tables.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, facts, idText, titledCard } from "../../components/basics.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { settingsForms } from "./account-forms.ts"
import { type AccountDetails, detailsIn, modesDiffer } from "./both-modes.ts"
import { settingsTabs } from "./tabs.ts"
import { WORDS } from "./words.ts"

/** The height of a logo on hosted pages, in CSS pixels. */
const LOGO_HEIGHT = 34

/** The account details that payers see. An owner can change them. */
export function accountPages(routes: PageRoutes): void {
  routes.page("/settings", async (request) => ({ title: request.words(WORDS).settings, body: await overview(request) }))
  routes.file("/settings/logo", sendLogo)
  settingsForms(routes)
}

async function overview(request: DashboardRequest): Promise<Html> {
  const words = request.words(WORDS)
  const shown = await detailsIn(request.mode, request.account)
  const differs = await modesDiffer(request, shown)
  return html`${settingsTabs(request, "")}${differs && html`<p class="notice" role="status">${words.differ}</p>`}
<p class="intro">${words.intro}</p>
<div class="beside"><div>${settingsFacts(request, shown)}</div>${titledCard(words.preview, preview(request, shown))}</div>`
}

function settingsFacts(request: DashboardRequest, { logo, installments, document, ...settings }: AccountDetails): Html {
  const words = request.words(WORDS)
  const notSet = html`<span class="hint">${words.notSet}</span>`
  const { name, id } = request.location.account
  const actions = [
    buttonLink(request.pathTo("/settings/edit"), words.edit),
    buttonLink(request.pathTo("/settings/logo/upload"), logo ? words.replaceLogo : words.uploadLogo, "quiet"),
    logo && buttonLink(request.pathTo("/settings/logo/remove"), words.removeLogo, "quiet"),
  ]
  return html`${facts([
    [words.name, html`${name} ${idText(id)}`],
    [words.displayName, settings.display_name ?? notSet],
    [words.document, document ? namedDocument(document) : notSet],
    [words.address, settings.address ?? notSet],
    [words.supportEmail, settings.support_email ?? notSet],
    [words.supportPhone, settings.support_phone ?? notSet],
    [words.color, settings.color ?? notSet],
    [words.mailFooter, settings.mail_footer ?? notSet],
    [words.installments, words.upTo(installments.max, request.money(installments.minimum_amount, "brl"))],
    [words.debit, settings.offers_debit ? words.debitYes : words.debitNo],
    [words.threeDSecure, threeDSecureText(request, settings.three_d_secure)],
    [words.logo, logo ? words.pixels(logo.width, logo.height) : notSet],
  ])}${request.may("owner") && html`<p class="actions">${actions.filter((action) => action !== undefined)}</p>`}`
}

/** When the account asks for 3-D Secure by itself. */
function threeDSecureText(request: DashboardRequest, { minimum_amount, brands, data_only }: ThreeDSecureSettings): string {
  const words = request.words(WORDS)
  const reasons = [
    minimum_amount !== null && words.threeDSecureAbove(request.money(minimum_amount, "brl")),
    brands.length > 0 && brands.join(", "),
  ].filter((reason) => reason !== false)
  const asked = reasons.length > 0 ? reasons.join(" · ") : words.threeDSecureNone
  return data_only ? `${asked} · ${words.threeDSecureDataYes}` : asked
}

/** The head of a hosted page, as src/web/pay/components.ts renders it. */
function preview(request: DashboardRequest, { display_name, document, logo }: AccountDetails): Html {
  const words = request.words(WORDS)
  const plate =
    logo &&
    html`<span class="plate"><img src="${request.pathTo("/settings/logo")}?${logo.digest.slice(0, 12)}" alt="" width="${Math.round((logo.width * LOGO_HEIGHT) / logo.height)}" height="${LOGO_HEIGHT}"></span>`
  return html`<div class="payer"><div class="payer-head">${plate}
<p><strong>${display_name ?? request.location.account.name}</strong>${document && html`<span>${namedDocument(document)}</span>`}</p>
${request.location.mode === "test" && badge("waiting", words.testMode)}</div>
<p class="hint">${words.previewAmount}</p><p class="payer-amount">${request.money(4990, "brl")}</p></div>`
}

async function sendLogo(request: DashboardRequest): Promise<void> {
  const logo = await findLogo(request.mode.database, request.account)
  if (!logo) throw new PageNotFound()
  request.ctx.status = 200
  request.ctx.type = logo.type
  request.ctx.body = logo.content
}
