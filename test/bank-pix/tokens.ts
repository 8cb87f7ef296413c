import { randomBytes } from "node:crypto"
import { type Account, SCOPES } from "./accounts.ts"
import { gatewayReply } from "./errors.ts"
import type { Misuse } from "./misuse.ts"
import type { Profile } from "./profiles.ts"
import type { Reply, Request } from "./types.ts"

type Token = {
  value: string
  account: Account
  fingerprint: string
  scopes: string[]
  until: number
  served: number
  refused: boolean
}
type Client = { id: string; secret?: string }

/** So many tokens that each served no more than one call say that a token is fetched for each call. */
const MANY = 3

/** OAuth 2.0 client credentials with mutual TLS. A token belongs to the certificate with which it was asked for. It lives by real time. */
export function createTokens(profile: Profile, accounts: Account[], misuse: Misuse) {
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const tokens = new Map<string, Token>()
  const living = (account: Account) =>
    [...tokens.values()].filter((one) => one.account === account && one.until > now() && !one.refused)

  return {
    /** POST of the token's address. */
    issue(request: Request): Reply {
      const { form, problems } = readForm(request, profile)
      const client = clientOf(request, form, profile)
      if (problems.length > 0 || !client) {
        misuse.report(...(problems.length > 0 ? problems : ["a token was asked for without the client's secret in its place"]))
        return oauthError(400, "invalid_request")
      }
      const account = accounts.find((one) => one.client.id === client.id)
      const knows = account && (profile.token.secret === "none" || account.client.secret === client.secret)
      if (!knows || !account.fingerprints.has(request.fingerprint)) return oauthError(401, "invalid_client")
      const scopes = scopesOf(form.get("scope"), account)
      if (scopes.length === 0) return oauthError(400, "invalid_scope")
      if (living(account).filter(({ served }) => served <= 1).length >= MANY - 1)
        misuse.report("a token was fetched for each call, although the one before had time left")
      const value = randomBytes(24).toString("base64url")
      const until = now() + profile.token.seconds * 1000
      tokens.set(value, { value, account, fingerprint: request.fingerprint, scopes, until, served: 0, refused: false })
      const body = { access_token: value, token_type: "Bearer", expires_in: profile.token.seconds, scope: scopes.join(" ") }
      return { status: 200, type: "application/json", body }
    },
    /** Whose token a request has, and for what. Or the answer to a request without one, or with one that is no longer good. */
    check(request: Request): { account: Account; scopes: string[] } | Reply {
      const token = tokens.get(bearerOf(request))
      const isGood = token && token.until > now() && !token.refused && token.fingerprint === request.fingerprint
      if (!isGood) return gatewayReply(401, "Unauthorized", { "www-authenticate": 'Bearer error="invalid_token"' })
      token.served++
      return token
    },
    /** Takes back the token of a request, although it has time left. */
    revoke(request: Request): void {
      const token = tokens.get(bearerOf(request))
      if (token) token.refused = true
    },
    /** The answer with this token was lost: nobody uses it. */
    forget: (reply: Reply): void => void tokens.delete((reply.body as { access_token?: string })?.access_token ?? ""),
    age(ms: number): void {
      aheadMs += ms
    },
    expire: (): void => tokens.clear(),
    /** All tokens that were given out. */
    values: (): string[] => [...tokens.keys()],
  }
}
export type Tokens = ReturnType<typeof createTokens>

function bearerOf({ headers }: Request): string {
  return /^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1] ?? ""
}

function scopesOf(asked: string | undefined, { scopes }: Account): string[] {
  const wanted = asked?.split(" ").filter(Boolean)
  return wanted ? wanted.filter((one) => SCOPES.includes(one) && scopes.includes(one)) : scopes
}

const MEMBERS = ["grant_type", "scope", "client_id", "client_secret"]

function readForm(request: Request, { token }: Profile): { form: Map<string, string>; problems: string[] } {
  const type = /^application\/(json|x-www-form-urlencoded)(?:;|$)/.exec(request.headers["content-type"] ?? "")?.[1]
  const kind = type === "json" ? "json" : "form"
  const form = new Map(kind === "json" ? jsonMembers(request.text) : new URLSearchParams(request.text))
  const problems = [
    !type && "a token is asked for with a form or JSON",
    type && token.body !== "either" && token.body !== kind && `this bank's token is asked for with ${token.body}`,
    token.query && request.url.search !== `?${token.query}` && `the token's address must end with ?${token.query}`,
    !token.query && request.url.search !== "" && "the token's address has no query",
    form.get("grant_type") !== "client_credentials" && "grant_type must be client_credentials",
    ...[...form.keys()].filter((name) => !MEMBERS.includes(name)).map((name) => `a token's request has no member ${name}`),
  ]
  return { form, problems: problems.filter((one) => typeof one === "string") }
}

function jsonMembers(text: string): [string, string][] {
  try {
    return Object.entries(JSON.parse(text)).map(([name, value]) => [name, String(value)])
  } catch {
    return []
  }
}

/** The client, if its secret comes where this bank wants it. */
function clientOf({ headers }: Request, form: Map<string, string>, { token: { secret } }: Profile): Client | undefined {
  const [, encoded] = /^Basic (\S+)$/.exec(headers.authorization ?? "") ?? []
  const id = form.get("client_id")
  const given = form.get("client_secret")
  if (secret === "none") return id && !given && !encoded ? { id } : undefined
  if (encoded) return secret === "body" || given !== undefined ? undefined : basic(encoded)
  return secret === "basic" || !id || !given ? undefined : { id, secret: given }
}

function basic(encoded: string): Client {
  const [id = "", ...rest] = Buffer.from(encoded, "base64").toString().split(":")
  return { id: decodeURIComponent(id), secret: decodeURIComponent(rest.join(":")) }
}

function oauthError(status: number, error: string): Reply {
  return { status, type: "application/json", body: { error }, outside: true }
}
