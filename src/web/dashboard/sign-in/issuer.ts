import type { AuthorizationCodeGrantChecks, Configuration } from "openid-client"
import { SESSION_LIFE_SECONDS } from "../../../accounts/users/sessions.ts"
import type { Config } from "../../../config/config.ts"

/** How long to wait for a response of the issuer. */
const TIMEOUT_SECONDS = 5
const KNOWN_FOR_MS = 3_600_000

/** The issuer does not respond, or not as an OpenID issuer. */
export class IssuerDown extends Error {}

/**
 * The response does not belong to the sign-in that this browser began, or the issuer has refused the sign-in. The code gives the reason,
 * for the log.
 */
export class IssuerRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** The issuer's statement about a person. `signedInAt` is when they last signed in there, in Unix seconds. */
export type Identity = { email: string | undefined; verified: boolean; signedInAt: number | undefined }

type Settings = { issuer: string; clientId: string; clientSecret: string; redirectUri: string }

/** Returns the OpenID issuer of the configuration, or undefined if there is none. */
export function issuerOf(
  { oidcIssuer, oidcClientId, oidcClientSecret }: Pick<Config, "oidcIssuer" | "oidcClientId" | "oidcClientSecret">,
  origin: string,
): Issuer | undefined {
  if (!oidcIssuer || !oidcClientId || !oidcClientSecret) return undefined
  const redirectUri = `${origin}/sign-in/oidc/callback`
  return new Issuer({ issuer: oidcIssuer, clientId: oidcClientId, clientSecret: oidcClientSecret, redirectUri })
}

/** An OpenID issuer, used with the authorization code flow and PKCE. */
export class Issuer {
  readonly #settings: Settings
  #known: { client: Configuration; untilMs: number } | undefined

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** The issuer's name on the sign-in page, which is its host. */
  get name(): string {
    return new URL(this.#settings.issuer).host
  }

  /**
   * Returns the address of the issuer's sign-in page. With `anew`, people must sign in even if they are already signed in there. Throws
   * IssuerDown.
   */
  async signInUrl({
    state,
    nonce,
    verifier,
    anew,
  }: {
    state: string
    nonce: string
    verifier: string
    anew: boolean
  }): Promise<URL> {
    const client = await this.#client()
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import("openid-client")
    return buildAuthorizationUrl(client, {
      redirect_uri: this.#settings.redirectUri,
      scope: "openid email",
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      // With max_age, the issuer says when it asked. A user whose sign-in there is older than a session's life must sign in again.
      ...(anew ? { prompt: "login", max_age: "0" } : { max_age: String(SESSION_LIFE_SECONDS) }),
    })
  }

  /** Exchanges the code with which the issuer sent the browser back. Throws IssuerDown if the issuer is unreachable, and IssuerRefused. */
  async identityOf(query: string, checks: AuthorizationCodeGrantChecks): Promise<Identity> {
    const client = await this.#client()
    const { authorizationCodeGrant, fetchUserInfo } = await import("openid-client")
    const url = new URL(`${this.#settings.redirectUri}${query}`)
    const tokens = await authorizationCodeGrant(client, url, { ...checks, idTokenExpected: true }).catch(throwIssuerError)
    const claims = tokens.claims()
    if (!claims) throw new IssuerRefused("no_id_token")
    // Many issuers include the e-mail only here.
    const about =
      claims.email === undefined && client.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(client, tokens.access_token, claims.sub).catch(throwIssuerError)
        : claims
    const { email, email_verified: verified } = about
    const isText = typeof email === "string"
    return { email: isText ? email : undefined, verified: verified === true, signedInAt: claims.auth_time }
  }

  /** The issuer's metadata, fetched at most once an hour. */
  async #client(): Promise<Configuration> {
    if (this.#known && this.#known.untilMs > Date.now()) return this.#known.client
    const client = await this.#discover().catch((error) => {
      throw new IssuerDown("the issuer does not say how to sign in", { cause: error })
    })
    this.#known = { client, untilMs: Date.now() + KNOWN_FOR_MS }
    return client
  }

  async #discover(): Promise<Configuration> {
    const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, Configuration, discovery, enableNonRepudiationChecks } =
      await import("openid-client")
    const { issuer, clientId, clientSecret } = this.#settings
    const url = new URL(issuer)
    // The configuration accepts http only for this machine.
    const execute = url.protocol === "http:" ? [allowInsecureRequests] : []
    const found = await discovery(url, clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS })
    const server = found.serverMetadata()
    const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"]
    const way = ways.includes("client_secret_basic") ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret)
    const client = new Configuration(server, clientId, clientSecret, way)
    client.timeout = TIMEOUT_SECONDS
    for (const each of execute) each(client)
    // Also verifies the signature of the ID token, so a proxy between the two cannot say who signs in.
    enableNonRepudiationChecks(client)
    return client
  }
}

const CODES_OF_NETWORK = new Set(["OAUTH_TIMEOUT", "OAUTH_RESPONSE_IS_NOT_CONFORM", "OAUTH_RESPONSE_IS_NOT_JSON"])

/** Distinguishes an unreachable issuer from one that refuses. */
function throwIssuerError(error: Error & { code?: string }): never {
  const noAnswer = [error, error.cause].some((each) => each instanceof TypeError && each.message === "fetch failed")
  if (noAnswer || CODES_OF_NETWORK.has(error.code ?? "")) throw new IssuerDown("the issuer does not answer", { cause: error })
  throw new IssuerRefused(error.code ?? error.name)
}
