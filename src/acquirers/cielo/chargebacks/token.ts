import type { Dispatcher } from "undici"
import { CallRefused } from "../../acquirer.ts"
import { NotSent, request } from "../../wire/request.ts"
import { membersOf } from "../wire/members.ts"

/** A token lives five minutes at most, whatever the answer says. */
const MAX_LIFE_MS = 4 * 60_000

type Wanted = { url: string; client_id: string; client_secret: string }

/** The tokens of one account. They live in memory only. */
export type Tokens = {
  /** Throws CallRefused for wrong credentials, and NotSent if there is no answer: no other call was made yet. */
  current(signal: AbortSignal): Promise<string>
  /** Forgets a token that was refused. */
  forget(token: string): void
}

export function openTokens(pool: Dispatcher, wanted: Wanted): Tokens {
  let known: { token: string; until: number } | undefined
  return {
    current: async (signal) => {
      if (known && performance.now() < known.until) return known.token
      const askedAt = performance.now()
      const { token, lifeMs } = await fetchToken(pool, wanted, signal)
      known = { token, until: askedAt + Math.min(lifeMs, MAX_LIFE_MS) }
      return token
    },
    forget: (token) => {
      if (known?.token === token) known = undefined
    },
  }
}

async function fetchToken(pool: Dispatcher, { url, client_id, client_secret }: Wanted, signal: AbortSignal) {
  const { origin, pathname, search } = new URL(url)
  const body = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret }).toString()
  const headers = { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" }
  const name = "POST token"
  const answer = await request(pool, { origin, path: pathname + search, method: "POST", headers, body }, name, signal).catch(
    (error: Error) => {
      throw new NotSent(error.message)
    },
  )
  if ([400, 401, 403].includes(answer.status)) throw new CallRefused(`${name}: status ${answer.status}`)
  const { access_token: token, expires_in } = membersOf(answer.body)
  if (answer.status >= 300 || typeof token !== "string" || token === "")
    throw new NotSent(`${name}: status ${answer.status}, without a token`)
  const seconds = Number(expires_in)
  return { token, lifeMs: seconds > 0 ? seconds * 1000 : MAX_LIFE_MS }
}
