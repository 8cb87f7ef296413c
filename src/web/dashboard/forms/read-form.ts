import { timingSafeEqual } from "node:crypto"
import rawBody from "raw-body"
import type { Words } from "../../shared/language.ts"
import { messagePage } from "../layout/page-without-menu.ts"
import type { DashboardContext, DashboardMiddleware, DashboardParts } from "../request/context.ts"
import { sendPage } from "../request/responses.ts"

const MAX_FORM_BYTES = 64 * 1024
/** A file such as a logo, plus the other fields. */
const MAX_UPLOAD_BYTES = 256 * 1024
/** A statement of the acquirer: about 20,000 lines. Longer ones are read by the command line. */
const MAX_STATEMENT_BYTES = 16 * 1024 * 1024
/** The document of a refused chargeback: 8 MB, plus the other fields. */
const MAX_DOCUMENT_BYTES = 8.25 * 1024 * 1024
const LARGER: readonly (readonly [RegExp, number])[] = [
  [/\/balance\/statements\/upload$/, MAX_STATEMENT_BYTES],
  [/\/disputes\/(cases\/)?[0-9A-Za-z_]+\/refuse$/, MAX_DOCUMENT_BYTES],
]

/** The forms that are sent without a session: those of passkeys, the choice of an account, and the button of a one-time link. */
export const PATHS_BEFORE_SESSION = /^\/sign-in\/(passkey(\/challenge)?|oidc\/choose|[0-9A-Za-z]{32})$/

/** Reads the form of a POST. Refuses a form with 403 if another site sent it, or if it lacks its session's token. */
export function readForm({ origin }: DashboardParts): DashboardMiddleware {
  return async (ctx, next) => {
    ctx.state.form = new URLSearchParams()
    ctx.state.files = new Map()
    if (ctx.method === "GET" || ctx.method === "HEAD") return next()
    if (ctx.is("application/x-www-form-urlencoded")) await readFields(ctx)
    else if (ctx.is("multipart/form-data")) await readFiles(ctx)
    const from = ctx.get("Origin")
    // There is no session before the sign-in, so only a page of this origin may send these forms. Otherwise another site could sign
    // people in as a user of its choice.
    const isOwn = PATHS_BEFORE_SESSION.test(ctx.path)
      ? from === origin
      : (!from || from === origin) && isSame(ctx.state.form.get("csrf"), ctx.state.csrf)
    if (!isOwn) return refuse(ctx)
    await next()
  }
}

async function readFields(ctx: DashboardContext): Promise<void> {
  const text = await rawBody(ctx.req, { limit: MAX_FORM_BYTES, encoding: "utf8" }).catch(() => "")
  for (const [name, value] of new URLSearchParams(text)) ctx.state.form.append(name, withoutNul(value))
}

/** Reads a form with files. An unreadable form becomes empty, so it is refused. */
async function readFiles(ctx: DashboardContext): Promise<void> {
  try {
    const [, limit = MAX_UPLOAD_BYTES] = LARGER.find(([path]) => path.test(ctx.path)) ?? []
    const bytes = await rawBody(ctx.req, { limit })
    const sent = await new Response(bytes, { headers: { "Content-Type": ctx.get("Content-Type") } }).formData()
    for (const [name, value] of sent) {
      if (typeof value === "string") ctx.state.form.append(name, withoutNul(value))
      else ctx.state.files.set(name, Buffer.from(await value.arrayBuffer()))
    }
  } catch {
    ctx.state.form = new URLSearchParams()
    ctx.req.resume()
  }
}

function refuse(ctx: DashboardContext): void {
  const { title, text } = WORDS[ctx.state.language]
  sendPage(ctx, messagePage(ctx, title, text), 403)
}

/** Postgres does not accept NUL in text, and no keyboard types one. */
const withoutNul = (text: string): string => text.replaceAll("\0", "")

function isSame(sent: string | null, expected: string | undefined): boolean {
  const [one, other] = [Buffer.from(sent ?? ""), Buffer.from(expected ?? "")]
  return expected !== undefined && one.length === other.length && timingSafeEqual(one, other)
}

const WORDS: Words<{ title: string; text: string }> = {
  en: {
    title: "Form refused",
    text: "The form belongs to another session, or its file is too large. Go back, reload the page, and try again.",
  },
  pt: {
    title: "Formulário recusado",
    text: "O formulário é de outra sessão, ou o arquivo é grande demais. Volte, recarregue a página e tente de novo.",
  },
}
