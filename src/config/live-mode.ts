import { MAIN } from "../base/mode-name.ts"
import { isPrivateConnection } from "../db/drivers/connection.ts"
import { liveDatabasesOf } from "./databases.ts"
import { ConfigError } from "./values.ts"

/** The words that LIVE_INSECURE_OK accepts. */
export const EXCEPTIONS = ["http", "postgres-tls"] as const

type LiveMode = {
  testDatabaseUrl: string
  liveDatabaseUrl: string | undefined
  furtherDatabases: Readonly<Record<string, string>>
  liveDefaultDatabase: string
  liveEncryptionKey: Buffer | undefined
  liveInsecureOk: (typeof EXCEPTIONS)[number][]
  baseUrl: string | undefined
  frameOrigin: string | undefined
  threedsOrigin: string | undefined
}

/** Throws ConfigError if live mode is configured but would not be safe. */
export function checkLiveMode(config: LiveMode): void {
  const { liveInsecureOk, baseUrl, frameOrigin, threedsOrigin } = config
  const databases = liveDatabasesOf(config)
  mustFitTogether(config)
  if (databases.length === 0) return
  for (const { url, variable } of databases)
    if (url === config.testDatabaseUrl)
      throw new ConfigError(`${variable} must not be the database of TEST_DATABASE_URL: the two modes are isolated.`)
  if (!config.liveEncryptionKey) {
    throw new ConfigError(
      "ENCRYPTION_KEY or LIVE_ENCRYPTION_KEY is required when LIVE_DATABASE_URL is set: 32 random bytes in base64.",
    )
  }
  if (!liveInsecureOk.includes("http")) {
    mustBeHttps("BASE_URL", baseUrl)
    mustBeHttps("FRAME_ORIGIN", frameOrigin)
    if (threedsOrigin) mustBeHttps("THREEDS_ORIGIN", threedsOrigin)
  }
  if (!liveInsecureOk.includes("postgres-tls")) for (const { url, variable } of databases) mustBePrivate(variable, url)
}

/** Throws ConfigError unless each database of live mode is another one, `main` is among them, and so is that of new accounts. */
function mustFitTogether(config: LiveMode): void {
  const databases = liveDatabasesOf(config)
  const [further] = Object.keys(config.furtherDatabases)
  if (databases.length === 0 && further)
    throw new ConfigError(
      `LIVE_DATABASE_URL is required when LIVE_DATABASE_URL_${further.toUpperCase()} is set: it is the database ${MAIN}, which has the users.`,
    )
  for (const { url, variable } of databases) {
    const same = databases.find((other) => other.variable !== variable && other.url === url)
    if (same) throw new ConfigError(`${variable} and ${same.variable} must be two databases: an account is in one of them.`)
  }
  const { liveDefaultDatabase } = config
  if (liveDefaultDatabase !== MAIN && !databases.some(({ name }) => name === liveDefaultDatabase))
    throw new ConfigError(
      `LIVE_DEFAULT_DATABASE is '${liveDefaultDatabase}', so LIVE_DATABASE_URL_${liveDefaultDatabase.toUpperCase()} is required.`,
    )
}

/**
 * The API for sending payments does not find them. If it were used for look-ups, sent payments would count as not made. The simulator, on
 * http, serves both.
 */
export function checkCielo({ cieloApiUrl, cieloQueryUrl }: { cieloApiUrl: string; cieloQueryUrl: string }): void {
  if (cieloApiUrl !== cieloQueryUrl || cieloApiUrl.startsWith("http:")) return
  throw new ConfigError(
    "CIELO_QUERY_URL must not be the address of CIELO_API_URL: Cielo has an address of its own for look-ups, such as https://apiquery.cieloecommerce.cielo.com.br.",
  )
}

type Origins = Record<"baseUrl" | "frameOrigin" | "threedsOrigin" | "dashboardOrigin", string | undefined>

/** Scripts of the acquirer run at THREEDS_ORIGIN. They must not reach what else the service shows to browsers. */
export function checkThreedsOrigin({ threedsOrigin, ...others }: Origins): void {
  if (!threedsOrigin) return
  const names = { BASE_URL: others.baseUrl, FRAME_ORIGIN: others.frameOrigin, DASHBOARD_ORIGIN: others.dashboardOrigin }
  for (const [name, url] of Object.entries(names))
    if (url && new URL(url).origin === new URL(threedsOrigin).origin)
      throw new ConfigError(
        `THREEDS_ORIGIN must not be the origin of ${name}: scripts of the acquirer run there, so it needs a name that serves nothing else.`,
      )
}

function mustBeHttps(name: string, url: string | undefined): void {
  if (url && new URL(url).protocol === "https:") return
  throw new ConfigError(`${name} must be an https:// URL in live mode. To run live mode without TLS, set LIVE_INSECURE_OK=http.`)
}

function mustBePrivate(name: string, url: string): void {
  let isPrivate: boolean
  try {
    isPrivate = isPrivateConnection(url)
  } catch (error) {
    // The driver reads the certificate files in the URL. Its error message may contain the URL.
    throw new ConfigError(
      `${name} cannot be used by the driver of Postgres (${(error as NodeJS.ErrnoException).code ?? "invalid"}).`,
    )
  }
  if (isPrivate) return
  throw new ConfigError(
    `${name} must use TLS with a verified certificate, as it leads over a network: add sslmode=verify-full to it, and sslrootcert=FILE for your own CA. To connect without, set LIVE_INSECURE_OK=postgres-tls.`,
  )
}
