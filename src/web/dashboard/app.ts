import Router from "@koa/router"
import Koa from "koa"
import { mayAs } from "../../accounts/users/roles.ts"
import { WrongClock } from "../../base/clock.ts"
import { ApiError } from "../../base/errors.ts"
import { newRequestId } from "../../base/ids.ts"
import { isUnreachable, NotAnswering } from "../../db/unreachable.ts"
import { clientAddress } from "../../http/client-address.ts"
import { allOf, hasSeveral } from "../../http/mode.ts"
import { type Html, html } from "../shared/html.ts"
import { isLanguage, keepLanguage, languageOf, type Words } from "../shared/language.ts"
import { addAccountPages } from "./account-pages.ts"
import { PATHS_BEFORE_SESSION, readForm } from "./forms/read-form.ts"
import { dashboardAssets } from "./layout/assets.ts"
import { messagePage } from "./layout/page-without-menu.ts"
import { accountListPage } from "./pages/accounts/pages.ts"
import { enterAccount } from "./pages/page-routes.ts"
import { passkeyRoutes } from "./passkeys/routes.ts"
import {
  type DashboardContext,
  type DashboardMiddleware,
  type DashboardParts,
  type DashboardRouter,
  type DashboardState,
  usersModeOf,
} from "./request/context.ts"
import { errorText } from "./request/error-text.ts"
import { NotAllowed, PageNotFound } from "./request/errors.ts"
import { HEADERS, pathWithReturn, redirectTo, safePath, sendPage } from "./request/responses.ts"
import { issuerOf } from "./sign-in/issuer.ts"
import { limitUnauthenticated } from "./sign-in/rate-limit.ts"
import { signInRoutes } from "./sign-in/routes.ts"
import { mustBeSignedIn, readSession } from "./sign-in/session.ts"

/** The paths that need no session, by method. */
const OPEN: Record<string, RegExp> = {
  GET: /^\/(sign-in(\/[^/]*|\/oidc\/callback)?|dashboard\.(css|js))$/,
  HEAD: /^\/(sign-in|dashboard\.(css|js))$/,
  POST: PATHS_BEFORE_SESSION,
}

/** The style sheets are sent joined into one. Add that of another area here. */
const STYLES = [
  "../shared/palette.css",
  "layout/style.css",
  "sign-in/style.css",
  "components/charts/style.css",
  "pages/home/style.css",
  "pages/payments/style.css",
  "pages/customers/style.css",
  "pages/keys/style.css",
  "pages/balance/style.css",
  "pages/webhooks/style.css",
  "pages/settings/style.css",
  "pages/mails/style.css",
  "pages/test-tools/style.css",
  "pages/users/style.css",
]
const STYLE_FILES = STYLES.map((file) => new URL(file, import.meta.url))

/** Creates the dashboard: pages for people, rendered by the server with the same functions as the API. */
export function createDashboard(parts: DashboardParts): Koa<DashboardState> {
  const router: DashboardRouter = new Router<DashboardState>({ strict: true, sensitive: true })
  const assets = dashboardAssets(STYLE_FILES)
  assets.routes(router)
  signInRoutes(router, parts, issuerOf(usersModeOf(parts.modes).config, parts.origin))
  passkeyRoutes(router, parts)
  languageRoute(router)
  accountListPage(router, parts.modes)
  addAccountPages(router, parts)

  const app = new Koa<DashboardState>()
  app.use(assets.name)
  app.use(envelope(parts))
  app.use(refuseWrongClock(parts))
  app.use(refuseNul)
  app.use(limitUnauthenticated(parts))
  app.use(readSession(parts))
  app.use((ctx, next) => (isOpen(ctx) ? next() : mustBeSignedIn(ctx, next)))
  app.use(readForm(parts))
  app.use(router.routes())
  app.use(async (ctx) => {
    await enterAccount(ctx, parts, "home")
    throw new PageNotFound()
  })
  app.on("error", (error) => {
    // A client may leave before the end of a file or stream. That is no error.
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") parts.log.error({ err: error }, "unexpected error in the dashboard")
  })
  return app
}

const isOpen = ({ method, path }: DashboardContext): boolean => OPEN[method]?.test(path) ?? false

/** Answers 503 to everything, while the database with the users does not answer. */
export function createDashboardWithoutUsers(parts: Pick<DashboardParts, "log" | "trustProxy">): Koa<DashboardState> {
  const router: DashboardRouter = new Router<DashboardState>({ strict: true, sensitive: true })
  const assets = dashboardAssets(STYLE_FILES)
  assets.routes(router)
  const app = new Koa<DashboardState>()
  app.use(assets.name)
  app.use(envelope(parts))
  app.use(router.routes())
  app.use(() => {
    throw new NotAnswering("the database with the users has not answered yet")
  })
  return app
}

/** Whatever a person does here would get a wrong time. Of several databases of live mode, each stops the pages of its own accounts. */
function refuseWrongClock({ modes }: DashboardParts): DashboardMiddleware {
  return async (_ctx, next) => {
    for (const mode of hasSeveral(modes) ? [modes.test, usersModeOf(modes)] : allOf(modes)) mode.clock.now()
    await next()
  }
}

/** Postgres does not accept NUL in text. */
const refuseNul: DashboardMiddleware = async (ctx, next) => {
  if (ctx.url.includes("%00")) throw new PageNotFound()
  await next()
}

function languageRoute(router: DashboardRouter): void {
  router.post("/language", (ctx) => {
    const language = ctx.state.form.get("language") ?? undefined
    if (isLanguage(language)) keepLanguage(ctx, language)
    redirectTo(ctx, safePath(ctx.state.form.get("to")))
  })
}

/**
 * Gives each response its headers, and each error its page. Logs one line without the path, because the path of a sign-in link is a secret.
 */
function envelope({ log, trustProxy }: Pick<DashboardParts, "log" | "trustProxy">): DashboardMiddleware {
  return async (ctx, next) => {
    const started = performance.now()
    ctx.state.requestId = newRequestId()
    ctx.state.address = clientAddress(ctx.req, trustProxy)
    ctx.state.language = languageOf(ctx)
    ctx.set({ "Request-Id": ctx.state.requestId, ...HEADERS })
    try {
      await next()
    } catch (error) {
      if (!sendErrorPage(ctx, error))
        log.error({ err: error, request_id: ctx.state.requestId }, "unexpected error in the dashboard")
    }
    const { requestId: request_id, user, address } = ctx.state
    const route = (ctx as { _matchedRoute?: string })._matchedRoute
    const ms = Math.round((performance.now() - started) * 100) / 100
    log.info({ request_id, method: ctx.method, route, status: ctx.status, address, user: user?.id, ms }, "dashboard")
  }
}

/** When a page may be there again whose database does not answer. */
const RETRY_SECONDS = "5"

/** Returns false for an unexpected error. */
function sendErrorPage(ctx: DashboardContext, error: unknown): boolean {
  const words = WORDS[ctx.state.language]
  const send = (status: number, [title, text]: readonly [title: string, text: string | Html]) =>
    sendPage(ctx, ctx.state.inAccount?.(title, html`<p>${text}</p>`) ?? messagePage(ctx, title, text), status)
  if (error instanceof PageNotFound || (error instanceof ApiError && error.code.endsWith("_not_found"))) send(404, words.missing)
  else if (error instanceof NotAllowed) {
    const [title, text] = words.notAllowed
    const prove = html` <a href="${pathWithReturn("/prove", safePath(ctx.path))}">${words.prove}</a>`
    const { user, proved } = ctx.state
    send(403, [title, html`${text}${user && !proved && mayAs(user.role, error.role) && prove}`])
  } else if (error instanceof WrongClock) sendPage(ctx, messagePage(ctx, ...words.wrongClock), 503)
  else if (error instanceof ApiError) send(400, [words.failed, errorText(error, ctx.state.language)])
  else {
    const isAway = isUnreachable(error)
    const [title, text] = isAway ? words.away : words.broken
    sendPage(ctx, messagePage(ctx, title, text(ctx.state.requestId)), isAway ? 503 : 500)
    if (isAway) ctx.set("Retry-After", RETRY_SECONDS)
    return error instanceof NotAnswering
  }
  return true
}

type ErrorText = readonly [title: string, text: string]
type Texts = {
  missing: ErrorText
  notAllowed: ErrorText
  prove: string
  wrongClock: readonly [string, string]
  failed: string
  broken: readonly [string, (id: string) => string]
  away: readonly [string, (id: string) => string]
}
const WORDS: Words<Texts> = {
  en: {
    missing: ["Page not found", "Check the address. The item may have been removed, or belong to another account."],
    notAllowed: [
      "You do not have permission to do this",
      "It needs another role, or, in live mode, a sign-in with a passkey or OpenID. An owner can change your role under Users.",
    ],
    prove: "Confirm your identity.",
    wrongClock: [
      "Not available at the moment",
      "The clock of this server or that of its database is wrong. An operator has to set it. Nothing was changed.",
    ],
    failed: "That did not work",
    broken: [
      "Something went wrong",
      (id) => `Check whether your change was made before you try again. If you report the problem, include the request id ${id}.`,
    ],
    away: [
      "Not available at the moment",
      (id) =>
        `A database does not answer. Try again soon, and check first whether your change was made. If you report the problem, include the request id ${id}.`,
    ],
  },
  pt: {
    missing: ["Esta página não existe", "Confira o endereço. O que ele nomeia pode ter sido removido ou ser de outra conta."],
    notAllowed: [
      "Você não pode fazer isto",
      "É preciso outro papel ou, no modo de produção, entrar com uma chave de acesso. Um proprietário muda os papéis em Usuários.",
    ],
    prove: "Confirme sua identidade.",
    wrongClock: [
      "Indisponível no momento",
      "O relógio deste servidor ou o do banco de dados está errado. Um operador precisa acertá-lo. Nada foi alterado.",
    ],
    failed: "Não deu certo",
    broken: [
      "Algo deu errado",
      (id) =>
        `Verifique se a alteração foi feita antes de tentar de novo. Se for relatar o problema, informe o id da requisição: ${id}.`,
    ],
    away: [
      "Indisponível no momento",
      (id) =>
        `Um banco de dados não responde. Tente de novo em instantes e verifique antes se a alteração foi feita. Se for relatar o problema, informe o id da requisição: ${id}.`,
    ],
  },
}
