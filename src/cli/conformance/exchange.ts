import { request as send } from "undici"
import { parsed } from "./contract/responses.ts"
import { Deviation, type Reply, type Sent } from "./expect.ts"

/** The beginning of a Deviation's reason if the connection failed. */
export const NO_RESPONSE = "no response"

/** The reason of a Deviation if no response came in time. */
export const TOO_LATE = "none in this time"

/** Sends a request once, and follows no redirect. Throws a Deviation if no response comes in time. */
export async function exchange(baseUrl: string, sent: Sent, timeoutMs: number): Promise<Reply> {
  const { method, path, headers, body } = sent
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await send(baseUrl + path, { method: method as "GET", headers, body, signal })
    const text = await response.body.text()
    const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
    return { status: response.statusCode, headers: Object.fromEntries(received), body: parsed(text), text, sent }
  } catch (error) {
    throw new Deviation(`a response within ${timeoutMs / 1000} s`, reasonOf(error as NodeJS.ErrnoException), sent)
  }
}

function reasonOf({ name, code, message }: NodeJS.ErrnoException): string {
  return name === "TimeoutError" ? TOO_LATE : `${NO_RESPONSE} (${code ?? message})`
}
