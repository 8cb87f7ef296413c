import type { Role } from "../../accounts/users/roles.ts"
import { isFormToken } from "../../accounts/users/sent-forms.ts"
import { ApiError, Refusal } from "../../base/errors.ts"
import { type Html, html } from "../html.ts"
import { postForm } from "./forms/fields.ts"
import { accountPage, type Page } from "./layout/account-page.ts"
import type { MenuEntry } from "./layout/menu.ts"
import { leaveNotice } from "./layout/notice.ts"
import { marksFor } from "./live/marks.ts"
import type { DashboardContext, DashboardParts, DashboardRouter } from "./request/context.ts"
import { DashboardRequest, FormSentBefore } from "./request/dashboard-request.ts"
import { errorText } from "./request/error-text.ts"
import type { Words } from "./request/language.ts"
import { findLocation } from "./request/location.ts"
import { pathWithReturn, redirectTo, sendPage } from "./request/responses.ts"

/** The user's role or the session does not allow the action. The response is 403. */
export class NotAllowed extends Error {
  readonly role: Role
  constructor(role: Role) {
    super(`only for ${role}`)
    this.role = role
  }
}

/** The page that asks before a change. */
export type ConfirmationPage = {
  title: string
  /** The effects of the change, in full sentences. */
  text: string | Html
  /** Further fields of the form. */
  fields?: Html
  /** The label of the button, which names the effect, such as "Refund R$ 10,00". */
  button: string
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

export type Change<Target> = {
  role: Exclude<Role, "viewer">
  proof: ProofRule
  /** Finds the subject of the change. Throws ApiError or PageNotFound if there is none. */
  find(request: DashboardRequest): Promise<Target>
  /** Returns the page that asks. It is shown for a GET, and for a refused POST with the error above it. */
  confirmation(request: DashboardRequest, target: Target): ConfirmationPage | Promise<ConfirmationPage>
  /** Makes the change. Throws ApiError or Refusal if the change is refused. */
  make(request: DashboardRequest, target: Target): Promise<ChangeResult>
}

/** The pages of a part of the dashboard. Paths begin with a slash and follow the account and the mode: `/payments/:id`. */
export type PageRoutes = {
  /** A page, or the path of a redirect. */
  page(path: string, render: (request: DashboardRequest) => Promise<Page | { to: string }>): void
  /** A change: GET explains it and asks, POST makes it. */
  change<Target>(path: string, change: Change<Target>): void
  /** A POST that changes nothing, such as a search for a secret. It is answered with a page, or with the path of a redirect. */
  postWithoutChange(path: string, render: (request: DashboardRequest) => Promise<Page | { to: string }>): void
  /** A response that is not a page, such as a file or a stream. `send` writes it. */
  file(path: string, send: (request: DashboardRequest) => Promise<void>): void
}

/** A change as it is declared, with its path. */
export type DeclaredChange = Pick<Change<never>, "role" | "proof"> & { path: string }

/** Opens a part of the dashboard, under an entry of the menu. Adds its changes to `declared`. */
export function pageRoutes(
  router: DashboardRouter,
  parts: DashboardParts,
  entry: MenuEntry,
  declared: DeclaredChange[],
): PageRoutes {
  const enter = (ctx: DashboardContext) => enterAccount(ctx, parts, entry)
  return {
    page: (path, render) =>
      void router.get(`/:account/:mode${path}`, async (ctx) => {
        const request = await enter(ctx)
        // The marks are read before the page, so no change in between is missed.
        const marks = await marksFor(request, parts.streams)
        const rendered = await render(request)
        if ("to" in rendered) redirectTo(ctx, rendered.to)
        else sendPage(ctx, accountPage(request, rendered, marks))
      }),
    postWithoutChange: (path, render) =>
      void router.post(`/:account/:mode${path}`, async (ctx) => {
        const request = await enter(ctx)
        const rendered = await render(request)
        if ("to" in rendered) redirectTo(ctx, rendered.to)
        else sendPage(ctx, accountPage(request, rendered))
      }),
    change: (path, change) => {
      declared.push({ path, role: change.role, proof: change.proof })
      router.get(`/:account/:mode${path}`, async (ctx) => {
        const request = await enter(ctx)
        if (mustProveFirst(request, change)) return
        sendPage(ctx, await renderConfirmation(request, change, await change.find(request)))
      })
      router.post(`/:account/:mode${path}`, async (ctx) => {
        const request = await enter(ctx)
        if (mustProveFirst(request, change)) return
        await makeChange(request, change)
      })
    },
    file: (path, send) => void router.get(`/:account/:mode${path}`, async (ctx) => send(await enter(ctx))),
  }
}

/** Enters the account in the path, so error pages from here on have its menu. Throws PageNotFound. */
export async function enterAccount(ctx: DashboardContext, parts: DashboardParts, entry: MenuEntry): Promise<DashboardRequest> {
  const { location, mode } = await findLocation(ctx, parts.modes, entry)
  const request = new DashboardRequest(ctx, parts, location, mode)
  ctx.state.inAccount = (title, body) => accountPage(request, { title, body })
  return request
}

/** Redirects to the proof of identity if the change needs one. Throws NotAllowed if the user may not make the change at all. */
function mustProveFirst(request: DashboardRequest, { role, proof }: Pick<Change<never>, "role" | "proof">): boolean {
  if (!request.may(role)) throw new NotAllowed(role)
  const asks = { never: false, live: request.mode.livemode, both_modes: request.location.hasLive, always: true }[proof]
  if (!asks || request.ctx.state.provedNow) return false
  redirectTo(request.ctx, pathWithReturn("/prove", request.ctx.path))
  return true
}

async function makeChange<Target>(request: DashboardRequest, change: Change<Target>): Promise<void> {
  const target = await change.find(request)
  try {
    if (!isFormToken(request.form.get("form_token") ?? "")) throw new FormSentBefore()
    const done = await change.make(request, target)
    if ("body" in done) return sendPage(request.ctx, accountPage(request, done))
    leaveNotice(request.ctx, done.notice)
    redirectTo(request.ctx, done.to)
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
  const form = postForm(request, {
    action: request.ctx.path,
    button,
    upload,
    ...(tone && { tone }),
    fields: html`${fields}<a class="button quiet" href="${back}">${backText ?? request.words(WORDS).cancel}</a> `,
  })
  const body = html`<section class="card question">${error && html`<p class="error" role="alert">${error}</p>`}<p>${text}</p>${form}</section>`
  return accountPage(request, { title, body })
}

const en = {
  cancel: "Cancel",
  sentBefore: "This form was already sent. Check whether the change was made before you send it again.",
}
const pt: typeof en = {
  cancel: "Cancelar",
  sentBefore: "Este formulário já foi enviado. Verifique se a alteração foi feita antes de enviar de novo.",
}
const WORDS: Words<typeof en> = { en, pt }
