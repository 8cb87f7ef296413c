import type Router from "@koa/router"
import type { ParameterizedContext } from "koa"
import type { RequestState } from "../../http/context.ts"
import { pathParameter } from "../shared/path-parameter.ts"
import { cacheControlOf } from "./assets.ts"
import type { DocsFile, DocsSite } from "./site.ts"

/** The pages of the documentation below `/v1/docs`, and their files. */
export function docsRoutes(router: Router<RequestState>, site: DocsSite): void {
  // What people type. To a client of the API, these are unknown routes like any other.
  router.get(["/", "/v1/docs/"], (ctx, next) => {
    ctx.vary("Accept")
    if (ctx.accepts("json", "html") !== "html") return next()
    ctx.redirect("/v1/docs")
  })
  router.get("/v1/docs/:name", async (ctx, next) => {
    const shown = site.at(pathParameter(ctx, "name"))
    return shown ? sendDocsFile(ctx, shown) : next()
  })
  router.get("/v1/docs/guides/:name", async (ctx, next) => {
    const shown = site.guide(pathParameter(ctx, "name"))
    return shown ? sendDocsFile(ctx, shown) : next()
  })
}

/** Sends a page or file. A browser revalidates a page each time, but caches a file whose address names its content. */
export async function sendDocsFile(ctx: ParameterizedContext, { asset, policy }: DocsFile): Promise<void> {
  if (policy) ctx.set("Content-Security-Policy", policy)
  const isFile = !policy && asset.type !== "application/json"
  await asset.send(ctx, isFile ? await cacheControlOf(asset, ctx.query.v) : "no-cache")
}
