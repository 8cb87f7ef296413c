import type { Role } from "../../../accounts/users/roles.ts"
import { isFormToken } from "../../../accounts/users/sent-forms.ts"
import { ApiError, Refusal } from "../../../base/errors.ts"
import { type Html, html } from "../../shared/html.ts"
import type { Words } from "../../shared/language.ts"
import { accountPage, type Page } from "../layout/account-page.ts"
import { leaveNotice } from "../layout/notice.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"
import { errorText } from "../request/error-text.ts"
import { FormSentBefore, NotAllowed } from "../request/errors.ts"
import { pathWithReturn, redirectTo, sendPage } from "../request/responses.ts"
import { postForm } from "./fields.ts"

/** The page that asks before a change. */
export type ConfirmationPage = {
  title: string
  /** The effects of the change, in full sentences. */
  text: string | Html
  /** Further fields of the form. */
  fields?: Html
  /** The label of the button, which names the effect, such as "Refund R$ 10,00". Null: the text says why this user cannot make the change. */
  button: string | null
  tone?: "danger"
  /** Whether the form uploads a file. */
  upload?: boolean
  /** The label of the link back, if "Cancel" could mean the change itself. */
  backText?: string
  /** The target of "Cancel", and of a form that is sent twice. */
  back: string
}

/** The next page after a change, and a notice for it. Or a page that shows something once, such as a secret. */
export type ChangeResult = { to: string; notice: string } | Page

/**
 * When a change needs a proof of the user's identity from the last five minutes: in live mode, or always. `both_modes` is for a change that
 * applies to both modes: if there is live mode, its page in test mode asks too. docs/operations/dashboard.md lists the changes that ask.
 */
export type ProofRule = "never" | "live" | "both_modes" | "always"

/** A change: who may make it, and its three steps. */
export type Change<Target> = {
  role: Exclude<Role, "viewer">
  proof: ProofRule
  /** Finds the target of the change. Throws ApiError or PageNotFound if there is none. */
  find(request: DashboardRequest): Promise<Target>
  /** Returns the page that asks. It is shown for a GET, and for a refused POST with the error above it. */
  confirmation(request: DashboardRequest, target: Target): ConfirmationPage | Promise<ConfirmationPage>
  /** Makes the change. Throws ApiError or Refusal if the change is refused. */
  make(request: DashboardRequest, target: Target): Promise<ChangeResult>
}

/** Sends the page that asks for a confirmation. */
export async function showConfirmation<Target>(request: DashboardRequest, change: Change<Target>): Promise<void> {
  if (mustProveFirst(request, change)) return
  sendPage(request.ctx, await renderConfirmation(request, change, await change.find(request)))
}

/** Makes the change and redirects to its next page. If the change is refused, sends the confirmation page with the error. */
export async function makeChange<Target>(request: DashboardRequest, change: Change<Target>): Promise<void> {
  if (mustProveFirst(request, change)) return
  const target = await change.find(request)
  try {
    if (!isFormToken(request.form.get("form_token") ?? "")) throw new FormSentBefore()
    const result = await change.make(request, target)
    if ("body" in result) return sendPage(request.ctx, accountPage(request, result))
    leaveNotice(request.ctx, result.notice)
    redirectTo(request.ctx, result.to)
  } catch (error) {
    if (error instanceof FormSentBefore) {
      leaveNotice(request.ctx, request.words(WORDS).sentBefore)
      redirectTo(request.ctx, (await change.confirmation(request, target)).back)
    } else if (error instanceof ApiError || error instanceof Refusal) {
      sendPage(request.ctx, await renderConfirmation(request, change, target, errorText(error, request.language)), 400)
    } else throw error
  }
}

async function renderConfirmation<Target>(
  request: DashboardRequest,
  change: Change<Target>,
  target: Target,
  error?: string,
): Promise<Html> {
  const { title, text, fields, button, tone, upload = false, back, backText } = await change.confirmation(request, target)
  const words = request.words(WORDS)
  const away = html`<a class="button quiet" href="${back}">${backText ?? (button === null ? words.back : words.cancel)}</a> `
  const form =
    button !== null &&
    postForm(request, { action: request.ctx.path, button, upload, ...(tone && { tone }), fields: html`${fields}${away}` })
  const question = form
    ? html`<p>${text}</p>${form}`
    : html`${error !== text && html`<p>${text}</p>`}<p class="actions">${away}</p>`
  const body = html`<section class="card question">${error && html`<p class="error" role="alert">${error}</p>`}${question}</section>`
  return accountPage(request, { title, body })
}

/** Redirects to the proof of identity if the change needs one. Throws NotAllowed if the user may not make the change at all. */
function mustProveFirst(request: DashboardRequest, { role, proof }: Pick<Change<never>, "role" | "proof">): boolean {
  if (!request.may(role)) throw new NotAllowed(role)
  const asks = { never: false, live: request.mode.livemode, both_modes: request.location.hasLive, always: true }[proof]
  if (!asks || request.ctx.state.provedNow) return false
  redirectTo(request.ctx, pathWithReturn("/prove", request.ctx.path))
  return true
}

const en = {
  cancel: "Cancel",
  back: "Back",
  sentBefore: "This form was already sent. Check whether the change was made before you send it again.",
}
const pt: typeof en = {
  cancel: "Cancelar",
  back: "Voltar",
  sentBefore: "Este formulário já foi enviado. Verifique se a alteração foi feita antes de enviar de novo.",
}
const WORDS: Words<typeof en> = { en, pt }
