import { CannotRun } from "../cannot-run.ts"
import { exchange } from "./exchange.ts"
import type { Deviation } from "./expect.ts"

/** The examples of the contract name cards that expire. */
const MAX_AHEAD_SECONDS = 2 * 365 * 86_400

type Server = { baseUrl: string; key: string; timeoutMs: number }

/** Throws a CannotRun unless there is a server that takes the key. All else that it says is for the checks to judge. */
export async function probe({ baseUrl, key, timeoutMs }: Server): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  const sent = { method: "GET", path: "/v1/test_helpers/clock", headers, body: undefined }
  const { status, body } = await exchange(baseUrl, sent, timeoutMs).catch((error: Deviation) => {
    throw new CannotRun(`${baseUrl}: ${error.seen}. Start the server, or correct --base-url.`)
  })
  if (status === 401 || status === 403)
    throw new CannotRun(
      `The server refuses the key: ${status} ${body?.error?.code ?? ""}. Use a secret test key of an account for this alone.`,
    )
  if (body?.now > Date.now() / 1000 + MAX_AHEAD_SECONDS)
    throw new CannotRun(
      "The test clock of this account is years ahead, so the cards of the examples have expired. Use another account.",
    )
}
