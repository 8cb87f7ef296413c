import { randomBytes } from "node:crypto"
import { notAllowed } from "./codes.ts"
import type { Client, Reply, Request } from "./types.ts"

/** How long a token lives: 5 minutes at most. */
export const TOKEN_LIFE_MS = 5 * 60 * 1000

/** OAuth 2.0 client credentials. `now` is milliseconds. */
export function createTokens(clients: readonly Client[], now: () => number) {
  const tokens = new Map<string, { client: Client; until: number }>()
  return {
    /** POST of the token's address. */
    issue({ headers, body }: Request): Reply {
      const form = new URLSearchParams(body.toString())
      const expected = ["grant_type", "client_id", "client_secret"]
      if (!/^application\/x-www-form-urlencoded(;|$)/.test(headers["content-type"] ?? ""))
        return notAllowed(["the header Content-Type must be application/x-www-form-urlencoded"])
      const wrong = [
        ...[...form.keys()].filter((name) => !expected.includes(name)).map((name) => `the form has no ${name}`),
        ...expected.filter((name) => form.getAll(name).length !== 1).map((name) => `${name} must be sent once`),
      ]
      if (wrong.length > 0) return notAllowed(wrong)
      if (form.get("grant_type") !== "client_credentials") return notAllowed(["grant_type must be client_credentials"])
      const client = clients.find(({ id, secret }) => id === form.get("client_id") && secret === form.get("client_secret"))
      if (!client) return { status: 401, body: { error: "invalid_client", error_description: "Invalid client credentials" } }
      const token = randomBytes(24).toString("base64url")
      tokens.set(token, { client, until: now() + TOKEN_LIFE_MS })
      return { status: 200, body: { access_token: token, token_type: "Bearer", expires_in: TOKEN_LIFE_MS / 1000 } }
    },
    /** Whose token a request has. Undefined without one, and after it has expired. */
    clientOf({ headers }: Request): Client | undefined {
      const [, token = ""] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? []
      const found = tokens.get(token)
      return found && found.until > now() ? found.client : undefined
    },
    /** All tokens expire at once. */
    expire: () => tokens.clear(),
  }
}
