// The merchant's answer to a dispute or to a case that has none. Where the acquirer takes it, it is sent there.
import { Refusal } from "../../../../base/errors.ts"
import { MAX_REASON } from "../../../../payments/chargebacks/order.ts"
import {
  type Answered,
  accept,
  answerableCase,
  type Responded,
  readRefusal,
  refuse,
} from "../../../../payments/chargebacks/respond.ts"
import { findCase } from "../../../../payments/chargebacks/store.ts"
import type { CaseRow } from "../../../../payments/chargebacks/tables.ts"
import { findDispute } from "../../../../payments/disputes/store.ts"
import { type Html, html } from "../../../shared/html.ts"
import type { Change, ChangeResult } from "../../forms/change.ts"
import { textField } from "../../forms/fields.ts"
import { fieldText } from "../../forms/form-values.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import { CASE_WORDS } from "./case-words.ts"
import { DISPUTE_WORDS } from "./words.ts"

/** `taker`: the case whose answer the acquirer takes. */
export type Target = { what: Answered; taker: CaseRow | undefined; id: string; path: string; sum: string }

async function findOfDispute(request: DashboardRequest): Promise<Target> {
  const dispute = await findDispute(request.mode.database, request.account, request.pathParameter("id"))
  if (!dispute) throw new PageNotFound()
  const { id, amount, currency } = dispute
  return target(request, { dispute }, { id, path: `/disputes/${id}`, sum: request.money(amount, currency) })
}

async function findOfCase(request: DashboardRequest): Promise<Target> {
  const row = await findCase(request.mode.database, request.account, request.pathParameter("id"))
  if (!row) throw new PageNotFound()
  const sum = row.amount === null ? row.number : request.money(row.amount, "brl")
  return target(request, { case: row }, { id: row.id, path: `/disputes/cases/${row.id}`, sum })
}

async function target(request: DashboardRequest, what: Answered, more: Pick<Target, "id" | "path" | "sum">): Promise<Target> {
  return { what, taker: await answerableCase(request.mode.database, what), ...more, path: request.pathTo(more.path) }
}

function acceptance(find: Change<Target>["find"]): Change<Target> {
  return {
    ...{ role: "operator", proof: "live", find },
    confirmation: (request, { taker, sum, path }) => {
      const [words, own] = [request.words(DISPUTE_WORDS), request.words(CASE_WORDS)]
      const text = taker ? own.acceptText(sum) : words.acceptText(sum)
      return { title: words.acceptTitle, text, button: words.accept, tone: "danger", back: path }
    },
    make: async (request, { what, id, path }) => {
      const done = await request.runAction({ action: "dispute.accept", target: id }, (tx, scope) => accept(tx, scope, what))
      return next(request, path, done, request.words(DISPUTE_WORDS).accepted)
    },
  }
}

function refusal(find: Change<Target>["find"]): Change<Target> {
  return {
    ...{ role: "operator", proof: "live", find },
    confirmation: (request, { taker, sum, path }) => {
      const [words, own] = [request.words(DISPUTE_WORDS), request.words(CASE_WORDS)]
      const common = { title: words.refuseTitle, button: words.refuse, back: path }
      if (!taker) return { ...common, text: words.refuseText(sum) }
      return { ...common, text: own.refuseText(sum), fields: refusalFields(request), upload: true }
    },
    make: async (request, { what, taker, id, path }) => {
      const document = request.ctx.state.files.get("file")
      if (taker && !document?.length) throw new Refusal("evidence_missing", request.words(CASE_WORDS).fileMissing)
      const given = await readRefusal(request.mode.database, what, { reason: fieldText(request, "reason"), document })
      const audited = { action: "dispute.refuse", target: id } as const
      const done = await request.runAction(audited, (tx, scope) => refuse(tx, scope, what, given))
      return next(request, path, done, request.words(DISPUTE_WORDS).refused)
    },
  }
}

function refusalFields(request: DashboardRequest): Html {
  const words = request.words(CASE_WORDS)
  const reason = textField(request, {
    name: "reason",
    label: words.why,
    hint: words.whyHint,
    maxlength: MAX_REASON,
    required: true,
  })
  return html`${reason}<p class="field"><label for="file">${words.file}</label>
<input id="file" name="file" type="file" accept="application/pdf,image/jpeg,image/tiff" required aria-describedby="file-hint"><span class="hint" id="file-hint">${words.fileHint}</span></p>`
}

function next(request: DashboardRequest, to: string, done: Responded, notice: string): ChangeResult {
  return { to, notice: "answer" in done ? request.words(CASE_WORDS).sending : notice }
}

export const ACCEPT = acceptance(findOfDispute)
export const REFUSE = refusal(findOfDispute)
export const ACCEPT_CASE = acceptance(findOfCase)
export const REFUSE_CASE = refusal(findOfCase)
