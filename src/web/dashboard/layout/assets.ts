import { Asset } from "../../shared/asset.ts"
import type { AssetPaths, DashboardMiddleware, DashboardRouter } from "../request/context.ts"

/**
 * Serves the script, and the style sheet joined from `styles`. Their addresses include a digest of their content, so browsers can cache
 * them.
 */
export function dashboardAssets(styles: URL[]): { routes(router: DashboardRouter): void; name: DashboardMiddleware } {
  const assets: Record<keyof AssetPaths, Asset> = {
    css: new Asset("text/css; charset=utf-8", styles),
    js: new Asset("text/javascript; charset=utf-8", new URL("../../../../generated/browser/dashboard.js", import.meta.url)),
  }
  const pathOf = async (kind: keyof AssetPaths) => `/dashboard.${kind}?v=${await assets[kind].digest()}`
  return {
    routes: (router) => {
      for (const kind of ["css", "js"] as const)
        router.get(`/dashboard.${kind}`, async (ctx) => {
          const isNamed = ctx.query.v === (await assets[kind].digest())
          await assets[kind].send(ctx, isNamed ? "public, max-age=31536000, immutable" : "public, no-cache")
        })
    },
    name: async (ctx, next) => {
      ctx.state.assets = { css: await pathOf("css"), js: await pathOf("js") }
      await next()
    },
  }
}
