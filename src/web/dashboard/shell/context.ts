import type Router from "@koa/router"
import type { ParameterizedContext } from "koa"
import type { Opener } from "../../../accounts/users/sessions.ts"
import type { User } from "../../../accounts/users/users.ts"
import type { Modes } from "../../../http/mode.ts"
import type { Logger } from "../../../log.ts"
import type { Mode } from "../../../wiring.ts"
import type { Html } from "../../html.ts"
import type { Streams } from "../live/streams.ts"
import type { Language } from "./language.ts"

/** The addresses of the style sheet and of the script. */
export type AssetPaths = { css: string; js: string }

/** The state of a request to the dashboard. */
export type DashboardState = {
  requestId: string
  /** The client's address. */
  address: string
  language: Language
  assets: AssetPaths
  /** Set by `readSession` where the request has a session. */
  user?: User
  /** The token of the session's cookie. */
  sessionToken?: string
  /** By what the session was opened. */
  openedBy?: Opener
  /** Whether the session was opened, or proved since, by a passkey or by OpenID Connect. */
  proved: boolean
  /** Whether that was in the last five minutes. */
  provedNow: boolean
  /** Draws a page with the menu of the account that the path names. Undefined where it names none that the user may see. */
  inAccount?: (title: string, body: Html) => Html
  /** The token that every form of this session carries. */
  csrf?: string
  /** What a POST carries. */
  form: URLSearchParams
  /** The files that a POST carries, by their fields. */
  files: Map<string, Buffer>
}

export type DashboardContext = ParameterizedContext<DashboardState>
export type DashboardMiddleware = (ctx: DashboardContext, next: () => Promise<unknown>) => Promise<unknown>
export type DashboardRouter = Router<DashboardState>

export type DashboardParts = {
  modes: Modes<Mode>
  /** The origin at which people reach it. */
  origin: string
  trustProxy: boolean
  log: Logger
  /** The streams of the pages that are open at this process. */
  streams: Streams
}

/** The mode whose database has the users and their sessions: live mode, where there is one, as its database is the better guarded. */
export function homeOf({ test, live }: Modes<Mode>): Mode {
  return live ?? test
}
