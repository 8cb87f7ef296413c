// The routes of the dashboard, as its own router has them, so that tests cover each page that is added.
import type { Layer } from "@koa/router"
import pino from "pino"
import { createDashboard } from "../../src/web/dashboard/app.ts"
import { Streams } from "../../src/web/dashboard/live/streams.ts"
import type { Visitor } from "./dashboard.ts"
import type { Running } from "./vintem.ts"

type Match = { pathAndMethod: Layer[] }
type RouterOf = { stack: Layer[]; match(path: string, method: string): Match }

export type Routes = {
  /** The patterns of paths that have a method, such as `/:account/:mode/payments/:id`. */
  of(method: "GET" | "POST"): string[]
  /** The patterns of questions: a GET asks, and a POST does it. */
  changes(): string[]
  /** The pattern that a path has, or undefined where there is no such page. */
  patternOf(path: string): string | undefined
}

/** Reads the routes of the dashboard that a service has. */
export function routesOf({ server }: Running): Routes {
  const parts = { modes: server.modes, origin: server.dashboardOrigin!, trustProxy: false }
  const log = pino({ level: "silent" })
  const app = createDashboard({ ...parts, log, streams: new Streams() } as never)
  const { router } = app.middleware.find((each) => "router" in each) as unknown as { router: RouterOf }
  const of = (method: "GET" | "POST") =>
    router.stack.filter(({ methods }) => methods.includes(method)).map(({ path }) => String(path))
  return {
    of,
    changes: () => of("POST").filter((pattern) => pattern.startsWith("/:account/:mode/") && of("GET").includes(pattern)),
    patternOf: (path) => router.match(path, "GET").pathAndMethod.map(({ path: pattern }) => String(pattern))[0],
  }
}

/** The path of a pattern, with ids that name nothing where `values` has none. */
export function pathFor(pattern: string, values: Record<string, string>): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => values[name] ?? `no_${name}`)
}

export type Crawled = { path: string; pattern: string; html: string; headers: Record<string, string | string[] | undefined> }

/**
 * Opens the pages of an account from its menu on, by their links, `ofEach` of each pattern. Throws where a page that is linked cannot
 * be opened.
 */
export async function crawl(
  visitor: Visitor,
  routes: Routes,
  account: string,
  { mode = "test", ofEach = 3 } = {},
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
    // A page may ask for another proof of who the user is.
    if (status === 303 && location?.startsWith("/prove")) continue
    if (status !== 200) throw new Error(`${path} is linked, and answers ${status}`)
    if (!String(headers["content-type"]).startsWith("text/html")) continue
    pages.push({ path, pattern, html, headers })
    for (const [, href] of html.matchAll(/<a [^>]*href="([^"#]+)"/g)) {
      const to = new URL(href!.replaceAll("&amp;", "&"), "http://dashboard.example")
      const next = to.pathname + to.search
      if (!to.pathname.startsWith(`${base}/`) || known.has(next)) continue
      known.add(next)
      waiting.push(next)
    }
  }
  return pages
}
