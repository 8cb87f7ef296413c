// Runs the same tests through the SDK. If VINTEM_TEST_SDK is the path of Node, Bun or Deno, each request goes through the SDK's method for
// it, on that runtime. Its result or error is turned back into a response for the test to check, so nothing is lost in the SDK. Requests without a
// method (malformed bodies, unusual queries) are sent directly.
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, resolve } from "node:path"
import { transformSync } from "esbuild"
import { operationOf } from "../contract/contract.ts"
import type { Json } from "../contract/json.ts"
import { contract } from "../contract/openapi.ts"
import type { Call, CallResult } from "./sdk-relay.ts"

type ApiRequest = {
  url: string
  method: string
  /** Includes the query. */
  path: string
  body: unknown
  headers: Record<string, string>
}
type ApiResponse = { status: number; headers: Record<string, string>; body: unknown }
type SdkMethod = { resource: string; method: string; path: string; paged: boolean; byQuery: string[]; takesBody: boolean }

const ROOT = resolve(import.meta.dirname, "../../..")
const RUNTIME = process.env.VINTEM_TEST_SDK
const RUN = RUNTIME && basename(RUNTIME).startsWith("deno") ? ["run", "--allow-all"] : []

const lookUp = ({ $ref }: { $ref?: string }): Json =>
  $ref
    ?.slice(2)
    .split("/")
    .reduce((at: Json, key: string) => at[key], contract)

const sdkMethods = new Map<string, SdkMethod>(
  Object.entries<Json>(contract.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item)
      .filter(([, operation]) => operation["x-sdk-method"])
      .map(([method, operation]) => {
        const parameters = (operation.parameters ?? []).map((parameter: Json) => lookUp(parameter) ?? parameter)
        const query = parameters.filter((parameter: Json) => parameter.in === "query").map((parameter: Json) => parameter.name)
        const entry = {
          resource: operation["x-sdk-resource"],
          method: operation["x-sdk-method"],
          path,
          paged: method === "get" && query.length > 0,
          byQuery: method === "delete" ? query : [],
          takesBody: operation.requestBody !== undefined,
        }
        return [operation.operationId as string, entry] as const
      }),
  ),
)

/** Returns the SDK call that sends exactly this request, if there is one. */
const callFor = ({ url, method, path, body, headers }: ApiRequest): Omit<Call, "id"> | undefined => {
  const [place, search = ""] = path.split("?") as [string, string?]
  const found = sdkMethods.get(operationOf(method, place)?.id ?? "")
  if (!found || path.includes("#")) return undefined
  const values = place.split("/")
  const ids = found.path.split("/").flatMap((part, i) => (part.startsWith("{") ? [values[i]!] : []))
  if (!ids.every((id) => /^\w+$/.test(id))) return undefined
  const pairs = [...new URLSearchParams(search)]
  const query = Object.fromEntries(pairs)
  const expressible =
    pairs.length === Object.keys(query).length && `${new URLSearchParams(query)}` === `${new URLSearchParams(search)}`
  if (!expressible || (pairs.length > 0 && !found.paged && found.byQuery.length === 0)) return undefined
  if (found.byQuery.some((name) => !query[name]) || (found.byQuery.length > 0 && pairs.length !== found.byQuery.length))
    return undefined
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body)
  if (body !== undefined && (!isObject || !found.takesBody)) return undefined
  return {
    url,
    resource: found.resource,
    method: found.method,
    ids: [...ids, ...found.byQuery.map((name) => query[name]!)],
    query: found.paged ? query : null,
    takesBody: found.takesBody,
    body: body ?? null,
    options: { headers: { authorization: null, "service-version": null, ...headers } },
  }
}

let child: ChildProcess | undefined
const waiting = new Map<number, (result: CallResult) => void>()
let lastId = 0

const relay = (): ChildProcess => {
  if (child) return child
  const directory = mkdtempSync(join(tmpdir(), "vintem-relay-"))
  const file = join(directory, "relay.mjs")
  const source = readFileSync(join(import.meta.dirname, "sdk-relay.ts"), "utf8")
  writeFileSync(file, transformSync(source, { loader: "ts", target: "node20" }).code)
  const started = spawn(RUNTIME!, [...RUN, file, join(ROOT, "generated/sdk/dist/esm/index.js")], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  started.on("message", (result: CallResult) => {
    waiting.get(result.id)?.(result)
    waiting.delete(result.id)
    if (waiting.size === 0) started.channel?.unref()
  })
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }))
  // The child must not keep the test process alive.
  started.unref()
  child = started
  return started
}

/** Sends a request through the SDK. Returns undefined if the SDK cannot express it. */
export const requestThroughSdk = async (request: ApiRequest): Promise<ApiResponse | undefined> => {
  const call = RUNTIME ? callFor(request) : undefined
  if (!call) return undefined
  const id = ++lastId
  const { status, headers, body, failure } = await new Promise<CallResult>((done) => {
    waiting.set(id, done)
    relay().channel?.ref()
    relay().send({ ...call, id })
  })
  if (failure !== undefined) throw new Error(`${call.resource}.${call.method}: ${failure}`)
  return { status: status!, headers: headers!, body }
}
