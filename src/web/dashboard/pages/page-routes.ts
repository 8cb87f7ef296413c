import { type Change, makeChange, showConfirmation } from "../forms/change.ts"
import { accountPage, type Page } from "../layout/account-page.ts"
import { marksFor } from "../live/marks.ts"
import type { DashboardContext, DashboardParts, DashboardRouter } from "../request/context.ts"
import { DashboardRequest } from "../request/dashboard-request.ts"
import { findLocation } from "../request/location.ts"
import type { MenuEntry } from "../request/menu.ts"
import { redirectTo, sendPage } from "../request/responses.ts"

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
      router.get(`/:account/:mode${path}`, async (ctx) => showConfirmation(await enter(ctx), change))
      router.post(`/:account/:mode${path}`, async (ctx) => makeChange(await enter(ctx), change))
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
