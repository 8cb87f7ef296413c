import type { Moment } from "./bank.ts"
import { notAllowed } from "./codes.ts"
import { documentIssuer, lifecycle, listIssuerDocuments, reasons, supportDocument } from "./documents.ts"
import { list } from "./list.ts"
import { accept, refuse } from "./treat.ts"
import type { Call, Options, Reply, Request } from "./types.ts"

/** The address of the token, and what comes before each other call. */
export const TOKEN_PATH = "/cielo-security-sys-web/oauth/v2/MulesoftPRD/protocol/openid-connect/token"
export const BASES: Record<Options["base"], string> = {
  newer: "/cielo-chargeback-sys-external/chargeback/v1/",
  older: "/cielo-chargeback-sys-external/v1/chargeback/",
}

type Run = (moment: Moment, request: Request, parts: string[]) => Reply | Promise<Reply>
type Route = { call: Call; method: "GET" | "POST" | "PUT"; path: RegExp; run: Run }

const ROUTES: readonly Route[] = [
  { call: "lifecycle", method: "GET", path: /^lifecycle\/([^/]*)$/, run: (moment, _, parts) => lifecycle(moment, parts) },
  {
    call: "accept",
    method: "PUT",
    path: /^accept$/,
    run: (moment, request) => withJson(request, (body) => accept(moment, body)),
  },
  { call: "refuse", method: "PUT", path: /^refuse$/, run: (moment, request) => refuse(moment, request) },
  {
    ...{ call: "supportDocument", method: "GET", path: /^(?:supportDocument|DocumentSupport)\/([^/]*)\/([^/]*)$/ },
    run: (moment, _, parts) => supportDocument(moment, parts),
  },
  {
    ...{ call: "listIssuerDocuments", method: "GET", path: /^ListIssuerDocuments\/([^/]*)\/([^/]*)$/ },
    run: (moment, _, parts) => listIssuerDocuments(moment, parts),
  },
  {
    ...{ call: "documentIssuer", method: "GET", path: /^DocumentIssuer\/([^/]*)\/([^/]*)$/ },
    run: (moment, _, parts) => documentIssuer(moment, parts),
  },
  { call: "reason", method: "GET", path: /^Reason\/([^/]*)$/, run: (moment, _, parts) => reasons(moment, parts) },
  {
    ...{ call: "list", method: "POST", path: /^([A-Za-z]*)$/ },
    run: (moment, request, [status = ""]) => withJson(request, (body) => list(moment, status, request.url.searchParams, body)),
  },
]

/** The call that a request makes. Undefined where there is no such path. */
export function callOf(
  { method, url }: Pick<Request, "method" | "url">,
  options: Options,
): { call: Call; run: Run; parts: string[] } | undefined {
  const base = BASES[options.base]
  if (!url.pathname.startsWith(base)) return undefined
  const path = url.pathname.slice(base.length)
  // The two editions have different names for what the merchant sent.
  if (path.startsWith(options.spelling === "newer" ? "DocumentSupport" : "supportDocument")) return undefined
  for (const route of ROUTES) {
    const match = route.method === method ? route.path.exec(path) : null
    if (match) return { call: route.call, run: route.run, parts: match.slice(1) }
  }
  return undefined
}

/** What is wrong with a request, whatever it is for. */
export function wrongRequest({ method, url, body }: Request, call: Call): string[] {
  return [
    ...(method === "GET" && body.length > 0 ? ["the body must be empty"] : []),
    ...(call !== "list" && url.search !== "" ? ["there must be no query"] : []),
  ]
}

function withJson({ headers, body }: Request, run: (body: unknown) => Reply): Reply {
  if (!/^application\/json(;|$)/.test(headers["content-type"] ?? ""))
    return notAllowed(["the header Content-Type must be application/json"])
  try {
    return run(JSON.parse(body.toString()))
  } catch (error) {
    if (error instanceof SyntaxError) return notAllowed(["the body must be JSON"])
    throw error
  }
}
