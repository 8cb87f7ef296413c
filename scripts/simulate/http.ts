// Requests to a simulated process, without a socket.
import { IncomingMessage, type RequestListener, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { Duplex } from "node:stream"
import type { Json, Response } from "../../test/support/app/client.ts"

export type Call = {
  method: string
  path: string
  body?: object
  form?: string
  headers: Record<string, string>
  /** At the origin of the pages on which payers are authenticated. */
  isThreeds?: boolean
}
export type Answer = Pick<Response, "status"> & { headers: Record<string, string>; body: Json; text: string }

/** A socket without a destination, which discards everything. */
class Nowhere extends Duplex {
  readonly remoteAddress = "203.0.113.7"
  override _read(): void {}
  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done()
  }
  setTimeout(): this {
    return this
  }
}

/** Lets a process handle a request. `done` is called at the moment of the response. */
export function handle(listener: RequestListener, call: Call, done: (answer: Answer) => void): void {
  const socket = new Nowhere() as unknown as Socket
  const { method, path, headers } = call
  const [type, bytes] = bodyOf(call)
  const request = new IncomingMessage(socket)
  request.method = method
  request.url = path
  request.httpVersion = "1.1"
  request.headers = headersOf(headers, type, bytes)
  request.headersDistinct = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, [String(value)]]))
  const response = new ServerResponse(request)
  response.assignSocket(socket)
  const end = response.end.bind(response) as (...values: unknown[]) => ServerResponse
  response.end = ((chunk?: string | Buffer) => {
    const text = chunk === undefined || chunk === null ? "" : String(chunk)
    done({
      status: response.statusCode,
      headers: { ...response.getHeaders() } as Record<string, string>,
      body: parsed(text),
      text,
    })
    return end(chunk)
  }) as ServerResponse["end"]
  if (bytes) request.push(bytes)
  request.push(null)
  request.complete = true
  listener(request, response)
}

function bodyOf({ body, form }: Call): [type: string, bytes: Buffer | undefined] {
  if (form !== undefined) return ["application/x-www-form-urlencoded", Buffer.from(form)]
  return ["application/json", body && Buffer.from(JSON.stringify(body))]
}

function headersOf(headers: Record<string, string>, type: string, bytes: Buffer | undefined): Record<string, string> {
  return { host: "simulated", ...headers, ...(bytes && { "content-type": type, "content-length": String(bytes.length) }) }
}

function parsed(text: string): Json {
  return text.startsWith("{") ? JSON.parse(text) : {}
}
