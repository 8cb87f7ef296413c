import { NO_ID } from "../base/ids.ts"
import type { Operation } from "./operation.ts"

export type Route =
  | { found: "operation"; operation: Operation; params: Record<string, string> }
  | { found: "path"; allow: string[] }
  | { found: "nothing" }

/** Returns what a method and a path of a request match among operations. */
export function routesOf(operations: Operation[]): (method: string, path: string) => Route {
  const routes = Map.groupBy(
    operations.map((operation) => ({ operation, template: operation.path.split("/").map(partOf) })),
    ({ template }) => template.length,
  )
  return (method, path) => {
    const segments = path.split("/")
    const matching = (routes.get(segments.length) ?? []).filter(({ template }) => fits(template, segments))
    const route = matching.find(({ operation }) => operation.httpMethod === method)
    if (route) return { found: "operation", operation: route.operation, params: parameters(route.template, segments) }
    if (matching.length === 0) return { found: "nothing" }
    const allow = matching.map(({ operation }) => operation.httpMethod)
    return { found: "path", allow: isHealthCheck(path) ? [...allow, "HEAD"] : allow }
  }
}

/** Load balancers may send HEAD to these paths. No other path accepts it. */
export function isHealthCheck(path: string): boolean {
  return path === "/healthz" || path === "/readyz"
}

/** A part of a path template: the name of a parameter, or a fixed text. */
type Part = { parameter?: string; text: string }

function partOf(text: string): Part {
  return { text, parameter: /^\{(.*)\}$/.exec(text)?.[1] }
}

/** Both have the same number of segments. */
function fits(template: Part[], segments: string[]): boolean {
  return template.every(({ parameter, text }, i) => (parameter ? segments[i] !== "" : text === segments[i]))
}

/** The path parameters. A value that cannot be an id becomes NO_ID, which is never found. */
function parameters(template: Part[], segments: string[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [i, segment] of segments.entries()) {
    const parameter = template[i]?.parameter
    if (parameter) values[parameter] = /^\w{1,64}$/.test(segment) ? segment : NO_ID
  }
  return values
}
