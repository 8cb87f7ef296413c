import type Router from "@koa/router"
import type { ParameterizedContext } from "koa"
import type { User } from "../../../accounts/users/tables.ts"
import type { AcquirerKind } from "../../../acquirers/kind.ts"
import type { Logger } from "../../../base/log.ts"
import { NotAnswering } from "../../../db/unreachable.ts"
import type { TrustProxy } from "../../../http/client-address.ts"
import { hasLive, type Modes } from "../../../http/mode.ts"
import type { Mode } from "../../../modes/wiring.ts"
import type { Html } from "../../shared/html.ts"
import type { Language } from "../../shared/language.ts"
import type { Streams } from "../live/streams.ts"

/** The addresses of the style sheet and of the script. */
export type AssetPaths = { css: string; js: string }

/** The state of a request to the dashboard. */
export type DashboardState = {
  requestId: string
  /** The client's address. */
  address: string
  language: Language
  assets: AssetPaths
  /** Set by `readSession` if the request has a session. */
  user?: User
  /** The token of the session's cookie. */
  sessionToken?: string
  /** Whether a one-time link has opened the session, in the last ten minutes. */
  byNewLink?: boolean
  /** Whether a passkey or OpenID Connect opened the session or has proved it since. */
  proved: boolean
  /** Whether that proof was in the last five minutes. */
  provedNow: boolean
  /** Renders a page with the menu of the account in the path. Undefined if the path has no account that the user may see. */
  inAccount?: (title: string, body: Html) => Html
  /** The token in every form of this session. */
  csrf?: string
  /** The form of a POST. */
  form: URLSearchParams
  /** The uploaded files of a POST, by field. */
  files: Map<string, Buffer>
}

export type DashboardContext = ParameterizedContext<DashboardState>
export type DashboardMiddleware = (ctx: DashboardContext, next: () => Promise<unknown>) => Promise<unknown>
export type DashboardRouter = Router<DashboardState>

export type DashboardParts = {
  modes: Modes<Mode>
  /** The origin at which browsers reach the dashboard. */
  origin: string
  trustProxy: TrustProxy
  log: Logger
  /** The acquirers that accounts can use in live mode. */
  acquirerKinds: readonly AcquirerKind[]
  /** The streams of the open pages in this process. */
  streams: Streams
}

/** Returns the session of a request. Only the open paths (app.ts) are reached without one. */
export function sessionOf({ state }: { state: DashboardState }): { user: User; sessionToken: string } {
  const { user, sessionToken } = state
  if (!user || !sessionToken) throw new Error("This route needs a session, so its path must not be an open one.")
  return { user, sessionToken }
}

/**
 * Returns the mode whose database holds the users and their sessions. This is live mode if it exists, because its database is better
 * protected. Throws NotAnswering if its database `main` has not answered yet.
 */
export function usersModeOf(modes: Modes<Mode>): Mode {
  const { test, live } = modes
  if (!live && hasLive(modes))
    throw new NotAnswering("The live database main does not answer. It has the users of the dashboard.")
  return live ?? test
}
