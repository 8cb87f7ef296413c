import { WITHHELD } from "../../../../http/kept-parameters.ts"
import { curlCommand } from "../../components/curl.ts"

type LoggedRequest = {
  method: string
  path: string
  version: string | null
  idempotency_key: string | null
  parameters: Record<string, unknown> | null
}

/** Returns a curl command for a logged request. Values that were not kept are marked. */
export function curlOfLoggedRequest(
  baseUrl: string,
  { method, path, version, idempotency_key, parameters }: LoggedRequest,
): string {
  const inQuery = method === "GET" || method === "DELETE"
  return curlCommand(baseUrl, {
    method,
    path: inQuery && parameters ? `${path}${queryOf(parameters)}` : path,
    body: inQuery ? null : parameters,
    version,
    hasKey: idempotency_key !== null,
  })
}

/** Returns the names of the parameters whose value was not kept, or only in part. */
export function withheldParameters(parameters: Record<string, unknown> | null): string[] {
  const isWithheld = (value: unknown) => value === WITHHELD || (Array.isArray(value) && value.includes(WITHHELD))
  return Object.entries(parameters ?? {}).flatMap(([name, value]) => (isWithheld(value) ? [name] : []))
}

function queryOf(parameters: Record<string, unknown>): string {
  return `?${new URLSearchParams(Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]))}`
}
