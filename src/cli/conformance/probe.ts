import { CannotRun } from "../shared/cannot-run.ts"
import { exchange, TOO_LATE } from "./exchange.ts"
import type { Deviation } from "./expect.ts"

/** The contract's examples name cards with a fixed expiry date. */
const MAX_AHEAD_SECONDS = 2 * 365 * 86_400

type Server = { baseUrl: string; key: string; timeoutMs: number }

/** Throws a CannotRun unless the API is at the address and accepts the key. The checks judge everything else. */
export async function probe({ baseUrl, key, timeoutMs }: Server): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  const sent = { method: "GET", path: "/v1/test_helpers/clock", headers, body: undefined }
  const { status, body } = await exchange(baseUrl, sent, timeoutMs).catch((error: Deviation) => {
    if (error.seen === TOO_LATE)
      throw new CannotRun(`${baseUrl}: no response within ${timeoutMs / 1000} s. Raise --timeout, or correct --base-url.`)
    throw new CannotRun(`${baseUrl}: ${error.seen}. Start the server, or correct --base-url.`)
  })
  if (status === 404)
    throw new CannotRun(
      `${baseUrl}${sent.path} does not exist (404), so the API is not at this address. Correct --base-url: it is what stands before /v1.`,
    )
  if (status === 401 || status === 403)
    throw new CannotRun(
      `The server refuses the key: ${status} ${body?.error?.code ?? ""}. Use a secret test key of an account for this alone.`,
    )
  if (body?.now > Date.now() / 1000 + MAX_AHEAD_SECONDS)
    throw new CannotRun(
      "The test clock of this account is years ahead, so the cards of the examples have expired. Use another account.",
    )
}
