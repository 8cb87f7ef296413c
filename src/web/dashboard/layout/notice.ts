import type { DashboardContext } from "../request/context.ts"
import { isBackgroundUpdate } from "../request/responses.ts"

const COOKIE = "vintem_notice"
const MAX_CHARACTERS = 300

/** Leaves a notice for the next page. */
export function leaveNotice(ctx: DashboardContext, text: string): void {
  setCookie(ctx, encodeURIComponent(text.slice(0, MAX_CHARACTERS)), 60)
}

/** Returns the notice of the last request, once. */
export function takeNotice({ ctx }: { ctx: DashboardContext }): string | undefined {
  const text = ctx.cookies.get(COOKIE)
  if (!text || isBackgroundUpdate(ctx)) return undefined
  setCookie(ctx, "", 0)
  try {
    return decodeURIComponent(text).slice(0, MAX_CHARACTERS)
  } catch {
    return undefined
  }
}

function setCookie(ctx: DashboardContext, value: string, seconds: number): void {
  ctx.append("Set-Cookie", `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`)
}
