// An OpenID issuer in this process. The test decides who signs in.
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import Provider, { type Configuration } from "oidc-provider"
import { Agent, request } from "undici"
import type { Visitor } from "./dashboard.ts"

export const CLIENT = { id: "vintem", secret: "a-secret-of-this-test" }

/** The person who signs in next. */
export type Person = { sub: string; email: string; email_verified: boolean }

export type Issuer = {
  url: string
  person: Person
  /** Whether the issuer asks again if a request demands a new sign-in. */
  asksAgain: boolean
  /** Changes the claims of the next ID tokens, such as to leave one out. */
  changeClaims: ((claims: Record<string, unknown>) => Record<string, unknown>) | undefined
  /** Whether another key than the issuer's signs the next ID tokens. */
  signsWithOtherKey: boolean
  close(): Promise<void>
}

/** Starts an issuer that knows the dashboard at this origin. */
export async function startIssuer(dashboard: string): Promise<Issuer> {
  const http = createServer()
  http.listen(0, "127.0.0.1")
  await once(http, "listening")
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const issuer: Issuer = {
    url,
    person: { sub: "ana", email: "ana@example.com", email_verified: true },
    asksAgain: true,
    changeClaims: undefined,
    signsWithOtherKey: false,
    close: () => closed(http),
  }
  const keys = [newKey(), newKey()] as const
  const provider = new Provider(url, configuration(dashboard, issuer, keys[0]))
  provider.use(async (ctx, next) => {
    if (ctx.path === "/token") {
      await next()
      const { changeClaims, signsWithOtherKey } = issuer
      const answer = ctx.body as { id_token: string }
      if (changeClaims || signsWithOtherKey)
        ctx.body = { ...answer, id_token: signedAnew(answer.id_token, keys[signsWithOtherKey ? 1 : 0], changeClaims) }
      return
    }
    if (!ctx.path.startsWith("/interaction/")) return next()
    const login = { accountId: issuer.person.sub, ...(!issuer.asksAgain && { ts: Math.floor(Date.now() / 1000) - 3600 }) }
    await provider.interactionFinished(ctx.req, ctx.res, { login }, { mergeWithLastSubmission: false })
    ctx.respond = false
  })
  http.on("request", provider.callback())
  return issuer
}

const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey

/** Signs the claims of an ID token, or what `change` makes of them, with a key of RS256. */
function signedAnew(idToken: string, key: KeyObject, change = (claims: Record<string, unknown>) => claims): string {
  const [head, payload] = idToken.split(".")
  const claims = JSON.parse(Buffer.from(payload!, "base64url").toString())
  const text = `${head}.${Buffer.from(JSON.stringify(change(claims))).toString("base64url")}`
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`
}

function configuration(dashboard: string, issuer: Issuer, key: KeyObject): Configuration {
  return {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [`${dashboard}/sign-in/oidc/callback`] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    jwks: { keys: [key.export({ format: "jwk" }) as never] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 600 },
    cookies: { keys: ["of-this-test"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: async () => ({ ...issuer.person, sub: accountId }) }),
    loadExistingGrant: async (ctx) => {
      const { Grant } = ctx.oidc.provider
      const grant = new Grant({ clientId: ctx.oidc.client!.clientId, accountId: ctx.oidc.session!.accountId! })
      grant.addOIDCScope("openid email")
      await grant.save()
      return grant
    },
  }
}

async function closed(http: Server): Promise<void> {
  http.closeAllConnections()
  await new Promise((done) => http.close(done))
}

/**
 * Follows the redirects from the dashboard through the issuer and back. Returns the path at the dashboard. `jar` keeps the browser's
 * cookies of the issuer.
 */
export async function passIssuer(location: string, jar = new Map<string, string>()): Promise<string> {
  const { origin } = new URL(location)
  let next = location
  while (next.startsWith(origin)) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
    const response = await request(next, { headers: { ...(cookie && { cookie }) }, dispatcher: agent })
    await response.body.text()
    for (const set of [response.headers["set-cookie"] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      jar.set(name!, value!)
    }
    const to = response.headers.location
    if (typeof to !== "string") throw new Error(`the issuer answered ${response.statusCode}`)
    next = new URL(to, origin).href
  }
  const { pathname, search } = new URL(next)
  return pathname + search
}

const agent = new Agent({ pipelining: 0 })

/** Sends the request of a browser that another site redirects to the dashboard: without SameSite=Strict cookies. */
export async function comeBack(visitor: Visitor, path: string) {
  const { cookie } = visitor
  const cookies = cookie.split("; ")
  visitor.cookie = cookies.filter((each) => /^(__Host-)?vintem_oidc=/.test(each)).join("; ")
  const page = await visitor.get(path, { "sec-fetch-site": "cross-site" })
  const own = cookies.filter((each) => /^vintem=/.test(each) && !/vintem=/.test(visitor.cookie))
  visitor.cookie = [visitor.cookie, ...own].filter(Boolean).join("; ")
  return page
}
