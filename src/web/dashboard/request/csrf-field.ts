import { type Html, html } from "../../shared/html.ts"
import type { DashboardContext } from "./context.ts"

/** The CSRF token, which every form of a session must contain. */
export const csrfField = ({ ctx }: { ctx: DashboardContext }): Html =>
  html`<input type="hidden" name="csrf" value="${ctx.state.csrf}">`
