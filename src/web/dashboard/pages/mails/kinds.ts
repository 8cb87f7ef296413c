import { type AnyKind, isKind, isUserKind, KIND_NAMES, SWITCHED_KINDS, USER_KIND_NAMES } from "../../../../mail/kinds.ts"
import { type Preview, previewsOf } from "../../../../mail/preview.ts"
import { enabledKinds, switchKinds } from "../../../../mail/settings.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, tabs } from "../../components/basics.ts"
import { checkboxField } from "../../forms/fields.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { mailFrame, sendMailHtml } from "./frame.ts"
import { MAIL_WORDS } from "./words.ts"

/** The kinds of mail, with a preview of each. An owner switches them. */
export function kindPages(routes: PageRoutes): void {
  routes.page("/mails/kinds", async (request) => {
    const words = request.words(MAIL_WORDS)
    const enabled = await enabledKinds(request.mode.database, request.account)
    const edit =
      request.may("owner") && html`<p class="actions">${buttonLink(request.pathTo("/mails/kinds/edit"), words.edit)}</p>`
    return { title: words.kindsTitle, body: html`<p class="intro">${words.kindsIntro}</p>${edit}${kindTable(request, enabled)}` }
  })
  editForm(routes)
  routes.file("/mails/preview/content", async (request) => {
    const { shown } = await findPreview(request)
    sendMailHtml(request, shown.html)
  })
  routes.page("/mails/preview", async (request) => {
    const words = request.words(MAIL_WORDS)
    const { kind, all, shown } = await findPreview(request)
    const pathOf = ({ name }: Preview, page = "/mails/preview") => request.pathTo(`${page}?kind=${kind}&case=${name}`)
    const cases = all.map((each) => ({ href: pathOf(each), text: words.cases[each.name] ?? "", current: each === shown }))
    return {
      title: shown.subject,
      body: html`${all.length > 1 && tabs(words.casesTitle, cases)}${mailFrame(pathOf(shown, "/mails/preview/content"), words.content)}`,
    }
  })
}

/** The preview of the case that is asked for, or of the usual one. */
async function findPreview(request: DashboardRequest): Promise<{ kind: AnyKind; all: readonly Preview[]; shown: Preview }> {
  const kind = request.queryParameter("kind")
  if (!kind || !(isKind(kind) || isUserKind(kind))) throw new PageNotFound()
  const locale = request.language === "pt" ? "pt-BR" : "en"
  const all = await previewsOf(request.mode.database, { account: request.account, kind, locale, now: request.now })
  const named = request.queryParameter("case")
  const shown = named === "" ? all[0] : all.find(({ name }) => name === named)
  if (!shown) throw new PageNotFound()
  return { kind, all, shown }
}

function kindTable(request: DashboardRequest, enabled: ReadonlySet<AnyKind>): Html {
  const words = request.words(MAIL_WORDS)
  return table({
    caption: words.kindsTitle,
    columns: [words.kind, words.when, words.status, ""],
    rows: [...KIND_NAMES, ...USER_KIND_NAMES].map((kind) => [
      words.kinds[kind],
      words.causes[kind],
      enabled.has(kind) ? badge("good", words.on) : badge("calm", words.off),
      html`<a href="${request.pathTo(`/mails/preview?kind=${kind}`)}" aria-label="${words.preview} ${words.kinds[kind]}">${words.preview}</a>`,
    ]),
  })
}

function editForm(routes: PageRoutes): void {
  routes.change("/mails/kinds/edit", {
    role: "owner",
    proof: "live",
    find: (request) => enabledKinds(request.mode.database, request.account),
    confirmation: (request, enabled) => {
      const words = request.words(MAIL_WORDS)
      const fields = SWITCHED_KINDS.map((kind) =>
        checkboxField(request, { name: "kind", value: kind, label: words.kinds[kind], checked: enabled.has(kind) }),
      )
      return {
        title: words.edit,
        text: words.editText,
        button: words.save,
        fields: html`${fields}`,
        back: request.pathTo("/mails/kinds"),
      }
    },
    make: async (request) => {
      const on = request.form.getAll("kind")
      const kinds = Object.fromEntries(SWITCHED_KINDS.map((kind) => [kind, on.includes(kind)]))
      const { account } = request
      await request.runAction({ action: "mail.switch", target: account }, async (tx) => {
        await switchKinds(tx, account, kinds)
        return { id: account }
      })
      return { to: request.pathTo("/mails/kinds"), notice: request.words(MAIL_WORDS).saved }
    },
  })
}
