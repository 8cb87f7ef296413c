export type Called = { operationId: string; method: string; path: string; tags: string[] }

export type Paths = Record<string, Record<string, { operationId?: string; tags?: string[] }>>

/** Returns the operations of the contract: all of them, and those that a guide's samples call with curl. */
export function calledOperations(paths: Paths): { all: Called[]; find: (markdown: string) => Called[] } {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, tags }]) =>
      operationId && tags ? [{ operationId, method: method.toUpperCase(), path, tags }] : [],
    ),
  )
  const patterns = all.map((operation) => ({ operation, pattern: patternOf(operation.path) }))
  const find = (markdown: string) => {
    const requests = requestsIn(markdown)
    const isCalled = ({ operation: { method }, pattern }: (typeof patterns)[number]) =>
      requests.some((request) => request.method === method && pattern.test(request.path))
    return patterns.filter(isCalled).map(({ operation }) => operation)
  }
  return { all, find }
}

/** A parameter does not match the names that other operations have at its position. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[a-zA-Z]+_[^/]*")}$`)
}

/** Without -X, curl sends GET, or POST if there is data. */
function requestsIn(markdown: string): { method: string; path: string }[] {
  const samples = [...markdown.matchAll(/^```sh[^\n]*\n([\s\S]*?)^```/gm)].map(([, sample]) => sample!)
  return samples
    .flatMap((sample) => sample.split(/^(?=.*\bcurl )/m))
    .flatMap((command) => {
      const path = command.match(/\/v1\/[^\s"'?]*/)?.[0]
      const method = command.match(/-X ([A-Z]+)/)?.[1] ?? (/\s(-d|--data\S*|--json)\s/.test(command) ? "POST" : "GET")
      return path ? [{ method, path }] : []
    })
}
