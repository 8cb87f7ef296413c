// The routes of the dashboard's own router, so tests cover each new page.
import type { Layer } from "@koa/router"
import pino from "pino"
import { createDashboard } from "../../../src/web/dashboard/app.ts"
import { Streams } from "../../../src/web/dashboard/live/streams.ts"
import type { Running } from "../app/vintem.ts"
import type { Visitor } from "./dashboard.ts"

type Match = { pathAndMethod: Layer[] }
type RouterOf = { stack: Layer[]; match(path: string, method: string): Match }

export type Routes = {
  /** The path patterns of a method, such as `/:account/:mode/payments/:id`. */
  of(method: "GET" | "POST"): string[]
  /** The patterns of changes: a GET asks, and a POST makes the change. */
  changes(): string[]
  /** The pattern of a path, or undefined if there is no such page. */
  patternOf(path: string): string | undefined
}

/** A POST that changes nothing, for everybody. */
const SEARCH = "/:account/:mode/search"

/** Reads the routes of a service's dashboard. */
export function routesOf({ server }: Running): Routes {
  const parts = { modes: server.modes, origin: server.dashboardOrigin!, trustProxy: false }
  const log = pino({ level: "silent" })
  const app = createDashboard({ ...parts, log, streams: new Streams() } as never)
  const { router } = app.middleware.find((each) => "router" in each) as unknown as { router: RouterOf }
  const of = (method: "GET" | "POST") =>
    router.stack.filter(({ methods }) => methods.includes(method)).map(({ path }) => String(path))
  return {
    of,
    changes: () =>
      of("POST").filter((pattern) => pattern.startsWith("/:account/:mode/") && pattern !== SEARCH && of("GET").includes(pattern)),
    patternOf: (path) => router.match(path, "GET").pathAndMethod.map(({ path: pattern }) => String(pattern))[0],
  }
}

/** Returns a path of a pattern. Ids that are not in `values` match no object. */
export function pathFor(pattern: string, values: Record<string, string>): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => values[name] ?? `no_${name}`)
}

export type Crawled = { path: string; pattern: string; html: string; headers: Record<string, string | string[] | undefined> }

/**
 * Opens the pages of an account by following links from its menu, `ofEach` of each pattern. Throws if a linked page cannot be opened. With
 * `withoutFiles`, it opens no link to a CSV file, which may have millions of lines.
 */
export async function crawl(
  visitor: Visitor,
  routes: Routes,
  account: string,
  { mode = "test", ofEach = 3, withoutFiles = false } = {},
): Promise<Crawled[]> {
  const base = `/${account}/${mode}`
  const waiting = [`${base}/home`]
  const seen = new Map<string, number>()
  const known = new Set(waiting)
  const pages: Crawled[] = []
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const pattern = routes.patternOf(path.split("?")[0]!)
    if (!pattern || (seen.get(pattern) ?? 0) >= ofEach) continue
    seen.set(pattern, (seen.get(pattern) ?? 0) + 1)
    const { status, html, headers, location } = await visitor.get(path)
    // A page may ask for a new proof of identity.
    if (status === 303 && location?.startsWith("/prove")) continue
    if (status !== 200) throw new Error(`${path} is linked, and answers ${status}`)
    if (!String(headers["content-type"]).startsWith("text/html")) continue
    pages.push({ path, pattern, html, headers })
    for (const [, href] of html.matchAll(/<a [^>]*href="([^"#]+)"/g)) {
      const to = new URL(href!.replaceAll("&amp;", "&"), "http://dashboard.example")
      const next = to.pathname + to.search
      if (!to.pathname.startsWith(`${base}/`) || known.has(next) || (withoutFiles && to.pathname.endsWith(".csv"))) continue
      known.add(next)
      waiting.push(next)
    }
  }
  return pages
}
