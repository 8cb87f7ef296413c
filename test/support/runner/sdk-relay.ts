// Runs on the Node.js under test, with only the built SDK. It makes each call with the SDK's own method and returns what the SDK's user
// sees.
import type { LastResponse, RequestOptions, VintemError } from "vintem"
import type { Json } from "../contract/json.ts"

export type Call = {
  id: number
  url: string
  resource: string
  method: string
  ids: string[]
  query: Record<string, string> | null
  /** Whether the method has a body parameter. */
  takesBody: boolean
  body: unknown
  options: RequestOptions
}
export type CallResult = {
  id: number
  status?: number
  headers?: Record<string, string>
  body?: unknown
  /** The error that the SDK threw without a response from the service. */
  failure?: string
}

const { Vintem, VintemError: Failure } = (await import(process.argv[2]!)) as typeof import("vintem")

const plain = (headers: LastResponse["headers"]) => {
  const record: Record<string, string> = {}
  headers.forEach((value, name) => {
    record[name] = value
  })
  return record
}

const bodyOf = ({ type, code, message, param, requestId }: VintemError) => ({
  error: { type, code, message, ...(param === undefined ? {} : { param }), request_id: requestId },
})

const perform = async ({ id, url, resource, method, ids, query, takesBody, body, options }: Call): Promise<CallResult> => {
  const vintem = new Vintem("zsk_test_none", { baseUrl: url, maxRetries: 0, timeout: 90_000 })
  const target = resource.split(".").reduce<Json>((at, name) => at[name], vintem)
  const params = takesBody ? [body] : query ? [query] : []
  try {
    const result = await target[method](...ids, ...params, options)
    const { status, headers } = result.lastResponse as LastResponse
    return { id, status, headers: plain(headers), body: result }
  } catch (error) {
    if (!(error instanceof Failure) || error.status === undefined) return { id, failure: String(error) }
    return { id, status: error.status, headers: plain(error.headers!), body: bodyOf(error) }
  }
}

process.on("message", async (call: Call) => {
  process.send!(await perform(call))
})
process.on("disconnect", () => process.exit())
