import { MAX_REASON } from "../../../../../attention/resolve.ts"
import { Refusal } from "../../../../../base/errors.ts"
import { refuseForPlatformOf } from "../../../../../payments/intents/platform-money.ts"
import { findDifference, resolveDifference } from "../../../../../statements/differences.ts"
import { payerOfStatements } from "../../../../../statements/funds.ts"
import { findFile, resolveFile } from "../../../../../statements/importing/files.ts"
import { importStatement } from "../../../../../statements/importing/import.ts"
import { sourceOfBytes } from "../../../../../statements/importing/source.ts"
import type { DifferenceRow, FileRow } from "../../../../../statements/tables.ts"
import { type Html, html } from "../../../../shared/html.ts"
import type { Change } from "../../../forms/change.ts"
import { textField } from "../../../forms/fields.ts"
import { fieldText } from "../../../forms/form-values.ts"
import { operatorOnlyOf } from "../../../forms/platform-money.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { PageNotFound } from "../../../request/errors.ts"
import type { PageRoutes } from "../../page-routes.ts"
import { dayPath, detailText, statementDayPage } from "./day-page.ts"
import { statementList } from "./list.ts"
import { STATEMENT_WORDS } from "./words.ts"

/** What the acquirer's statements say beside what was sold. */
export function statementPages(routes: PageRoutes): void {
  routes.page("/balance/statements", statementList)
  routes.change("/balance/statements/upload", UPLOAD)
  routes.page("/balance/statements/days/:day", statementDayPage)
  routes.change("/balance/statements/differences/:id/resolve", RESOLVE_DIFFERENCE)
  routes.change("/balance/statements/files/:id/resolve", RESOLVE_FILE)
}

const LIST = "/balance/statements"

/** Reads a file of the acquirer. Only lines of this account count. */
const UPLOAD: Change<boolean> = {
  role: "operator",
  proof: "never",
  find: async (request) => {
    if (!request.mode.livemode) throw new PageNotFound()
    return (await payerOfStatements(request.mode.database, request.account)) === "acquirer"
  },
  confirmation: (request, isAllowed) => {
    const { upload: title, uploadText: text, uploadButton: button, uploadFile, operatorOnly } = request.words(STATEMENT_WORDS)
    const back = request.pathTo(LIST)
    if (!isAllowed) return { title, text: operatorOnly, button: null, back }
    const fields = html`<p class="field"><label for="file">${uploadFile}</label><input id="file" name="file" type="file" required></p>`
    return { title, text, button, fields, upload: true, back }
  },
  make: async (request, isAllowed) => {
    const words = request.words(STATEMENT_WORDS)
    if (!isAllowed) throw new Refusal("statements_of_platform", words.operatorOnly)
    const content = request.ctx.state.files.get("file")
    if (!content || content.length === 0) throw new Refusal("parameter_invalid", words.uploadMissing)
    const importer = { uploader: request.account, by: request.actor }
    const { file, isNew } = await importStatement(request.mode, sourceOfBytes("upload", content), importer)
    if (file.state === "refused") throw new Refusal("statement_refused", words.refusedNotice(file.problems[0] ?? ""))
    return { to: request.pathTo(LIST), notice: isNew ? words.uploaded : words.known }
  },
}

const RESOLVE_DIFFERENCE: Change<DifferenceRow> = {
  role: "operator",
  proof: "never",
  find: async (request) => {
    const row = await findDifference(request.mode.database, request.account, request.pathParameter("id"))
    if (!row) throw new PageNotFound()
    return row
  },
  confirmation: async (request, row) => {
    const words = request.words(STATEMENT_WORDS)
    const back = dayPath(request, row.day)
    const why = operatorOnlyOf(request, await payerOfStatements(request.mode.database, request.account))
    if (why) return { title: words.resolveTitle, text: why, button: null, back }
    const text = html`${row.details.map((detail) => html`${detailText(request, detail)}. `)}${words.resolveText}`
    return { title: words.resolveTitle, text, fields: reasonField(request), button: words.resolve, back }
  },
  make: async (request, row) => {
    const reason = reasonOf(request)
    await request.runAction({ action: "statement.resolve", target: row.id, reason }, async (tx, scope) => {
      refuseForPlatformOf(tx, request.user, await payerOfStatements(tx, request.account))
      return resolveDifference(tx, scope, row, reason)
    })
    return { to: dayPath(request, row.day), notice: request.words(STATEMENT_WORDS).resolved }
  },
}

const RESOLVE_FILE: Change<FileRow> = {
  role: "operator",
  proof: "never",
  find: async (request) => {
    const file = await findFile(request.mode.database, request.pathParameter("id"))
    if (file?.uploader !== request.account) throw new PageNotFound()
    return file
  },
  confirmation: (request) => {
    const words = request.words(STATEMENT_WORDS)
    const { resolveFileTitle: title, resolveFileText: text, resolve: button } = words
    return { title, text, fields: reasonField(request), button, back: request.pathTo(LIST) }
  },
  make: async (request, { id }) => {
    const reason = reasonOf(request)
    await request.runAction({ action: "statement.resolve", target: id, reason }, (tx, { now }) => resolveFile(tx, id, now))
    return { to: request.pathTo(LIST), notice: request.words(STATEMENT_WORDS).resolvedFile }
  },
}

function reasonField(request: DashboardRequest): Html {
  const words = request.words(STATEMENT_WORDS)
  return textField(request, { name: "reason", label: words.reason, hint: words.reasonHint, maxlength: MAX_REASON })
}

function reasonOf(request: DashboardRequest): string {
  const reason = fieldText(request, "reason")
  if (!reason) throw new Refusal("parameter_invalid", request.words(STATEMENT_WORDS).noReason)
  return reason
}
