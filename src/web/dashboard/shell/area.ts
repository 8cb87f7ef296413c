import type { Role } from "../../../accounts/users/roles.ts"
import { isFormToken } from "../../../accounts/users/sent-forms.ts"
import { ApiError, Refusal } from "../../../base/errors.ts"
import { type Html, html } from "../../html.ts"
import { marksFor } from "../live/marks.ts"
import { At, FormSentBefore } from "./at.ts"
import type { DashboardContext, DashboardParts, DashboardRouter } from "./context.ts"
import { errorText } from "./error-text.ts"
import { postForm } from "./form.ts"
import type { Words } from "./language.ts"
import { accountPage, type Page } from "./layout.ts"
import { leaveNotice } from "./notice.ts"
import { findPlace } from "./place.ts"
import { goTo, leadingTo, sendPage } from "./respond.ts"
import type { Section } from "./sections.ts"

/** The user's role or the session does not allow the action. The response is 403. */
export class NotAllowed extends Error {
  readonly role: Role
  constructor(role: Role) {
    super(`only for ${role}`)
    this.role = role
  }
}

/** The question before a change. */
export type Question = {
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
export type Done = { to: string; notice: string } | Page

/**
 * When a change needs a proof of the user's identity from the last five minutes: in live mode, or always. `both_modes` is for a change that
 * applies to both modes: if there is live mode, its page in test mode asks too. docs/operations/dashboard.md lists the changes that ask.
 */
export type Proof = "never" | "live" | "both_modes" | "always"

export type Change<Known> = {
  role: Exclude<Role, "viewer">
  proof: Proof
  /** Finds the subject of the change. Throws ApiError or NoSuchPage if there is none. */
  find(at: At): Promise<Known>
  /** Returns the question. It is shown for a GET, and for a refused POST with the error above it. */
  ask(at: At, known: Known): Question | Promise<Question>
  /** Makes the change. Throws ApiError or Refusal if the change is refused. */
  make(at: At, known: Known): Promise<Done>
}

/** The pages of a part of the dashboard. Paths begin with a slash and follow the account and the mode: `/payments/:id`. */
export type Area = {
  /** A page, or the path of a redirect. */
  page(path: string, draw: (at: At) => Promise<Page | { to: string }>): void
  /** A change: GET explains it and asks, POST makes it. */
  change<Known>(path: string, change: Change<Known>): void
  /** A POST that changes nothing, such as a search for a secret. It is answered with a page, or with the path of a redirect. */
  answer(path: string, draw: (at: At) => Promise<Page | { to: string }>): void
  /** A response that is not a page, such as a file or a stream. `send` writes it. */
  file(path: string, send: (at: At) => Promise<void>): void
}

/** A change as it is declared, with its path. */
export type Declared = Pick<Change<never>, "role" | "proof"> & { path: string }

/** Opens a part of the dashboard, under an entry of the menu. Adds its changes to `declared`. */
export function openArea(router: DashboardRouter, parts: DashboardParts, section: Section, declared: Declared[]): Area {
  const enter = (ctx: DashboardContext) => enterAccount(ctx, parts, section)
  return {
    page: (path, draw) =>
      void router.get(`/:account/:mode${path}`, async (ctx) => {
        const at = await enter(ctx)
        // The marks are read before the page, so no change in between is missed.
        const marks = await marksFor(at, parts.streams)
        const drawn = await draw(at)
        if ("to" in drawn) goTo(ctx, drawn.to)
        else sendPage(ctx, accountPage(at, drawn, marks))
      }),
    answer: (path, draw) =>
      void router.post(`/:account/:mode${path}`, async (ctx) => {
        const at = await enter(ctx)
        const drawn = await draw(at)
        if ("to" in drawn) goTo(ctx, drawn.to)
        else sendPage(ctx, accountPage(at, drawn))
      }),
    change: (path, change) => {
      declared.push({ path, role: change.role, proof: change.proof })
      router.get(`/:account/:mode${path}`, async (ctx) => {
        const at = await enter(ctx)
        if (mustProveFirst(at, change)) return
        sendPage(ctx, await questionPage(at, change, await change.find(at)))
      })
      router.post(`/:account/:mode${path}`, async (ctx) => {
        const at = await enter(ctx)
        if (mustProveFirst(at, change)) return
        await make(at, change)
      })
    },
    file: (path, send) => void router.get(`/:account/:mode${path}`, async (ctx) => send(await enter(ctx))),
  }
}

/** Enters the account in the path, so error pages from here on have its menu. Throws NoSuchPage. */
export async function enterAccount(ctx: DashboardContext, parts: DashboardParts, section: Section): Promise<At> {
  const { place, mode } = await findPlace(ctx, parts.modes, section)
  const at = new At(ctx, parts, place, mode)
  ctx.state.inAccount = (title, body) => accountPage(at, { title, body })
  return at
}

/** Redirects to the proof of identity if the change needs one. Throws NotAllowed if the user may not make the change at all. */
function mustProveFirst(at: At, { role, proof }: Pick<Change<never>, "role" | "proof">): boolean {
  if (!at.may(role)) throw new NotAllowed(role)
  const asks = { never: false, live: at.mode.livemode, both_modes: at.place.hasLive, always: true }[proof]
  if (!asks || at.ctx.state.provedNow) return false
  goTo(at.ctx, leadingTo("/prove", at.ctx.path))
  return true
}

async function make<Known>(at: At, change: Change<Known>): Promise<void> {
  const known = await change.find(at)
  try {
    if (!isFormToken(at.form.get("form_token") ?? "")) throw new FormSentBefore()
    const done = await change.make(at, known)
    if ("body" in done) return sendPage(at.ctx, accountPage(at, done))
    leaveNotice(at.ctx, done.notice)
    goTo(at.ctx, done.to)
  } catch (error) {
    if (error instanceof FormSentBefore) {
      leaveNotice(at.ctx, at.words(WORDS).sentBefore)
      goTo(at.ctx, (await change.ask(at, known)).back)
    } else if (error instanceof ApiError || error instanceof Refusal) {
      sendPage(at.ctx, await questionPage(at, change, known, errorText(error, at.language)), 400)
    } else throw error
  }
}

async function questionPage<Known>(at: At, change: Change<Known>, known: Known, error?: string): Promise<Html> {
  const { title, text, fields, button, tone, upload = false, back, backText } = await change.ask(at, known)
  const form = postForm(at, {
    action: at.ctx.path,
    button,
    upload,
    ...(tone && { tone }),
    fields: html`${fields}<a class="button quiet" href="${back}">${backText ?? at.words(WORDS).cancel}</a> `,
  })
  const body = html`<section class="card question">${error && html`<p class="error" role="alert">${error}</p>`}<p>${text}</p>${form}</section>`
  return accountPage(at, { title, body })
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
