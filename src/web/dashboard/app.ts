import Router from "@koa/router"
import Koa from "koa"
import { ApiError } from "../../errors.ts"
import { clientAddress } from "../../http/client-address.ts"
import { newId } from "../../ids.ts"
import { Asset } from "../asset.ts"
import type { DashboardMiddleware, DashboardParts, DashboardRouter, DashboardState } from "./context.ts"
import { readForm } from "./forms.ts"
import { messagePage } from "./layout.ts"
import { paymentRoutes } from "./payments.ts"
import { homeRoute, NoSuchPage } from "./place.ts"
import { HEADERS, sendPage } from "./respond.ts"
import { mustBeSignedIn, readSession } from "./session.ts"
import { signInRoutes } from "./sign-in.ts"

/** Paths that need no session. */
const OPEN = /^\/(sign-in(\/[^/]*)?|dashboard\.css)$/

/** Creates the dashboard: pages for people, drawn by the server, over the same functions as the API. */
export function createDashboard(parts: DashboardParts): Koa<DashboardState> {
  const router: DashboardRouter = new Router<DashboardState>({ strict: true, sensitive: true })
  const style = new Asset("text/css; charset=utf-8", new URL("style.css", import.meta.url))
  router.get("/dashboard.css", (ctx) => style.send(ctx, "public, no-cache"))
  signInRoutes(router, parts)
  homeRoute(router, parts)
  paymentRoutes(router, parts)

  const app = new Koa<DashboardState>()
  app.use(envelope(parts))
  app.use(refuseNul)
  app.use(readSession(parts))
  app.use((ctx, next) => (OPEN.test(ctx.path) && ctx.method === "GET" ? next() : mustBeSignedIn(ctx, next)))
  app.use(readForm(parts))
  app.use(router.routes() as unknown as DashboardMiddleware)
  app.use((ctx) => sendPage(ctx, MISSING, 404))
  return app
}

/** Postgres takes no NUL in a text. */
const refuseNul: DashboardMiddleware = async (ctx, next) => {
  if (ctx.url.includes("%00")) throw new NoSuchPage()
  await next()
}

const MISSING = messagePage(
  "There is no such page",
  "Check the address. What it names may have been removed, or belong to another account.",
)

/** Gives each response its headers, and each error its page. Logs one line, without the path: that of a sign-in link is a secret. */
function envelope({ log, trustProxy }: DashboardParts): DashboardMiddleware {
  return async (ctx, next) => {
    const started = performance.now()
    ctx.state.requestId = newId("req")
    ctx.state.address = clientAddress(ctx.req, trustProxy)
    ctx.set({ "Request-Id": ctx.state.requestId, ...HEADERS })
    try {
      await next()
    } catch (error) {
      if (error instanceof NoSuchPage || (error instanceof ApiError && error.code.endsWith("_not_found")))
        sendPage(ctx, MISSING, 404)
      else if (error instanceof ApiError) sendPage(ctx, messagePage("That did not work", error.message), 400)
      else {
        log.error({ err: error, request_id: ctx.state.requestId }, "unexpected error in the dashboard")
        sendPage(ctx, messagePage("Something went wrong", `Nothing was changed. The request was ${ctx.state.requestId}.`), 500)
      }
    }
    const { requestId: request_id, user, address } = ctx.state
    const route = (ctx as { _matchedRoute?: string })._matchedRoute
    const ms = Math.round((performance.now() - started) * 100) / 100
    log.info({ request_id, method: ctx.method, route, status: ctx.status, address, user: user?.id, ms }, "dashboard")
  }
}
