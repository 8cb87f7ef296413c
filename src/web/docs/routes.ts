import type Router from "@koa/router"
import type { ParameterizedContext } from "koa"
import type { RequestState } from "../../http/context.ts"
import { isLanguage, keepLanguage, type Language, languageOf } from "../shared/language.ts"
import { pathParameter } from "../shared/path-parameter.ts"
import { cacheControlOf } from "./assets.ts"
import type { DocsFile, DocsInLanguage, DocsSite } from "./site.ts"

type Find = (docs: DocsInLanguage) => DocsFile | undefined

/**
 * The pages of the documentation below `/v1/docs`, and their files. An address without a language shows a page in the reader's. An address with
 * a language shows it in that one, which becomes the reader's choice.
 */
export function docsRoutes(router: Router<RequestState>, site: DocsSite): void {
  // What people type. To a client of the API, these are unknown routes like any other.
  router.get(["/", "/v1/docs/"], (ctx, next) => {
    ctx.vary("Accept")
    if (ctx.accepts("json", "html") !== "html") return next()
    ctx.redirect("/v1/docs")
  })
  router.get("/v1/docs/:name", async (ctx, next) => {
    const name = pathParameter(ctx, "name")
    const file = site.at(name)
    if (file) return sendDocsFile(ctx, file)
    const isSent = isLanguage(name)
      ? await sendDocs(ctx, site, ({ home }) => home, name)
      : await sendDocs(ctx, site, (docs) => docs.at(name))
    return isSent ? undefined : next()
  })
  router.get("/v1/docs/guides/:name", async (ctx, next) => {
    const isSent = await sendDocs(ctx, site, (docs) => docs.guide(pathParameter(ctx, "name")))
    return isSent ? undefined : next()
  })
  const inLanguage = (path: string, find: (docs: DocsInLanguage, name: string) => DocsFile | undefined) =>
    router.get(path, async (ctx, next) => {
      const [language, name] = [pathParameter(ctx, "language"), pathParameter(ctx, "name")]
      const isSent = isLanguage(language) && (await sendDocs(ctx, site, (docs) => find(docs, name), language))
      return isSent ? undefined : next()
    })
  inLanguage("/v1/docs/:language/:name", (docs, name) => docs.at(name))
  inLanguage("/v1/docs/:language/guides/:name", (docs, name) => docs.guide(name))
}

/**
 * Sends what `find` returns in the reader's language, or in `named`, which becomes the reader's choice. Returns whether there is such a page.
 */
export async function sendDocs(ctx: ParameterizedContext, site: DocsSite, find: Find, named?: Language): Promise<boolean> {
  const shown = find(site.in(named ?? languageOf(ctx)))
  if (!shown) return false
  if (!named) ctx.vary(["Accept-Language", "Cookie"])
  // The search asks for its texts in the language of the page. Only pages are a choice.
  else if (shown.policy) keepLanguage(ctx, named)
  await sendDocsFile(ctx, shown)
  return true
}

/** Sends a page or file. A browser revalidates a page each time, but caches a file whose address names its content. */
async function sendDocsFile(ctx: ParameterizedContext, { asset, policy }: DocsFile): Promise<void> {
  if (policy) ctx.set("Content-Security-Policy", policy)
  const isFile = !policy && asset.type !== "application/json"
  await asset.send(ctx, isFile ? await cacheControlOf(asset, ctx.query.v) : "no-cache")
}
