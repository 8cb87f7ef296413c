import type Router from "@koa/router"
import type { Context, RequestState } from "../../http/context.ts"
import { findInModes, isThere } from "../../http/find-live.ts"
import type { Modes } from "../../http/mode.ts"
import type { MailMode } from "../../mail/mode.ts"
import { findStoppable, stopByLink } from "../../mail/stop.ts"
import type { Language } from "../pay/messages.ts"
import { renderPage } from "../pay/page.ts"
import { languageOf, protectLink, sendHtml, sendNotFound } from "../pay/responses.ts"
import type { VisitLimiter } from "../pay/visit-limiter.ts"
import { escapeHtml } from "../shared/html.ts"
import { pathParameter } from "../shared/path-parameter.ts"

const WORDS: Record<Language, { title: string; ask: string; button: string; done: string }> = {
  pt: {
    title: "E-mails",
    ask: "Não receber mais e-mails deste tipo desta loja neste endereço?",
    button: "Não receber mais",
    done: "Pronto. Este tipo de e-mail não será mais enviado a este endereço.",
  },
  en: {
    title: "E-mails",
    ask: "Stop e-mails of this kind from this shop to this address?",
    button: "Stop them",
    done: "Done. E-mails of this kind are no longer sent to this address.",
  },
  es: {
    title: "Correos",
    ask: "¿No recibir más correos de este tipo de esta tienda en esta dirección?",
    button: "No recibir más",
    done: "Listo. Este tipo de correo ya no se enviará a esta dirección.",
  },
}

/**
 * The page on which a payer stops a kind of mail. A GET changes nothing, because mail programs open links by themselves. The POST is that of the
 * page, and that of RFC 8058, which mail programs send at a click.
 */
export function mailRoutes(router: Router<RequestState>, modes: Modes<MailMode>, visitLimiter: VisitLimiter): void {
  const path = "/mail/stop/:account/:mail/:code"
  const visited = (serve: typeof askToStop) => async (ctx: Context & { params: Record<string, string> }) => {
    protectLink(ctx)
    const link = { account: pathParameter(ctx, "account"), id: pathParameter(ctx, "mail"), code: pathParameter(ctx, "code") }
    await visitLimiter.waitForTurn(ctx.state.network ?? link.id)
    const visit = await findInModes(modes, `mail ${link.id}`, async (mode) => {
      const found = await findStoppable(mode, link)
      return found && (await isThere(modes, mode, link.account)) ? { mode, found } : undefined
    })
    return visit ? serve(ctx, visit.mode, visit.found) : sendNotFound(ctx)
  }
  router.get(path, visited(askToStop))
  router.post(path, visited(stop))
}

type Stoppable = NonNullable<Awaited<ReturnType<typeof findStoppable>>>

async function askToStop(ctx: Context, _mode: MailMode, _found: Stoppable): Promise<void> {
  const { ask, button } = WORDS[languageOf(ctx)]
  send(ctx, `<h1>${escapeHtml(ask)}</h1><form method="post"><button>${escapeHtml(button)}</button></form>`)
}

async function stop(ctx: Context, mode: MailMode, found: Stoppable): Promise<void> {
  await stopByLink(mode, found)
  send(ctx, `<h1>${escapeHtml(WORDS[languageOf(ctx)].done)}</h1>`)
}

function send(ctx: Context, body: string): void {
  const language = languageOf(ctx)
  sendHtml(ctx, 200, renderPage({ language, title: WORDS[language].title, body }))
}
