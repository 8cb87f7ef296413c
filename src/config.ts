import { isAbsolute, join, resolve } from "node:path"
import ipaddr from "ipaddr.js"
import { type Faults, readFaults } from "./acquirers/mock-faults.ts"

export type Config = {
  host: string
  port: number
  /** Where payers and merchants reach this service; without a trailing slash. Derived from the port where it is not set. */
  baseUrl: string | undefined
  framePort: number
  frameOrigin: string | undefined
  metricsPort: number
  testDatabaseUrl: string
  liveDatabaseUrl: string | undefined
  dataDir: string
  /** 32 bytes, or undefined: then one is kept in a file under dataDir, for test mode only. */
  encryptionKey: Buffer | undefined
  rateLimit: number
  rateLimitTokens: number
  pixTtlSeconds: number
  boletoDays: number
  threedsTtlSeconds: number
  trustProxy: boolean
  logLevel: string
  webhookAllowCidrs: string[]
  redisUrl: string | undefined
  /** What the mock acquirer gets wrong, for tests; may be changed while it runs. */
  mockFaults: Faults
}

/** A wrong environment. The message is one line and names the variable. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"]

/** Reads and checks the environment. Throws ConfigError for the first variable that is wrong. */
export function readConfig(env: Environment): Config {
  const dataDir = resolve(env.DATA_DIR || "data")
  const config: Config = {
    host: env.HOST || "127.0.0.1",
    port: integer(env, "PORT", 3000, 0, 65_535),
    baseUrl: webUrl(env, "BASE_URL"),
    framePort: integer(env, "FRAME_PORT", 3001, 0, 65_535),
    frameOrigin: webOrigin(env, "FRAME_ORIGIN"),
    metricsPort: integer(env, "METRICS_PORT", 9464, 0, 65_535),
    testDatabaseUrl: databaseUrl(env, "TEST_DATABASE_URL") ?? `sqlite:${join(dataDir, "test.sqlite")}`,
    liveDatabaseUrl: databaseUrl(env, "LIVE_DATABASE_URL"),
    dataDir,
    encryptionKey: encryptionKey(env),
    rateLimit: integer(env, "RATE_LIMIT", 500, 1, 1e9),
    rateLimitTokens: integer(env, "RATE_LIMIT_TOKENS", 60, 1, 1e9),
    pixTtlSeconds: integer(env, "PIX_TTL_SECONDS", 3600, 1, 86_400),
    boletoDays: integer(env, "BOLETO_DAYS", 3, 0, 365),
    threedsTtlSeconds: integer(env, "THREEDS_TTL_SECONDS", 3600, 1, 86_400),
    trustProxy: boolean(env, "TRUST_PROXY", false),
    logLevel: oneOf(env, "LOG_LEVEL", "info", LOG_LEVELS),
    webhookAllowCidrs: cidrs(env, "WEBHOOK_ALLOW_CIDRS"),
    redisUrl: redisUrl(env),
    mockFaults: mockFaults(env),
  }
  checkLiveMode(config)
  return config
}

function checkLiveMode(config: Config): void {
  if (!config.liveDatabaseUrl) return
  if (config.liveDatabaseUrl.startsWith("sqlite:")) {
    throw new ConfigError("LIVE_DATABASE_URL must be a postgres:// URL: live mode does not run on SQLite.")
  }
  if (config.liveDatabaseUrl === config.testDatabaseUrl) {
    throw new ConfigError("LIVE_DATABASE_URL must not be the database of TEST_DATABASE_URL: the two modes are isolated.")
  }
  if (!config.encryptionKey) {
    throw new ConfigError("ENCRYPTION_KEY is required when LIVE_DATABASE_URL is set: 32 random bytes in base64.")
  }
}

function integer(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const text = env[name]
  if (!text) return fallback
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not '${text}'.`)
}

function boolean(env: Environment, name: string, fallback: boolean): boolean {
  return oneOf(env, name, String(fallback), ["true", "false"]) === "true"
}

function oneOf(env: Environment, name: string, fallback: string, values: string[]): string {
  const value = env[name] || fallback
  if (values.includes(value)) return value
  throw new ConfigError(`${name} must be one of ${values.join(", ")}, not '${value}'.`)
}

function webUrl(env: Environment, name: string): string | undefined {
  const text = env[name]
  if (!text) return undefined
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new ConfigError(`${name} must be an http:// or https:// URL, not '${text}'.`)
  }
  return text.replace(/\/+$/, "")
}

/** An origin as a browser sends it: in lower case, without the default port. */
function webOrigin(env: Environment, name: string): string | undefined {
  const text = webUrl(env, name)
  if (!text) return undefined
  const { origin, href } = new URL(text)
  if (href === `${origin}/`) return origin
  throw new ConfigError(`${name} must be scheme://host[:port] with no path, not '${text}'.`)
}

function databaseUrl(env: Environment, name: string): string | undefined {
  const text = env[name]
  if (!text) return undefined
  if (/^sqlite:./.test(text)) {
    const file = text.slice("sqlite:".length)
    return `sqlite:${isAbsolute(file) ? file : resolve(file)}`
  }
  // The URL may hold a password, so the message does not repeat it.
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new ConfigError(`${name} must be sqlite:FILE or a postgres:// URL.`)
  }
  return text
}

function encryptionKey(env: Environment): Buffer | undefined {
  const text = env.ENCRYPTION_KEY
  if (!text) return undefined
  const key = Buffer.from(text, "base64")
  if (key.length === 32 && /^[A-Za-z0-9+/]{43}=$/.test(text)) return key
  throw new ConfigError("ENCRYPTION_KEY must be 32 bytes in base64 (44 characters), for example from: openssl rand -base64 32")
}

function cidrs(env: Environment, name: string): string[] {
  const list = (env[name] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
  for (const cidr of list) {
    if (!ipaddr.isValidCIDR(cidr))
      throw new ConfigError(`${name} must be a comma-separated list of ranges such as 127.0.0.0/8, not '${cidr}'.`)
  }
  return list
}

function mockFaults(env: Environment): Faults {
  const faults = readFaults(env.MOCK_ACQUIRER_FAULTS || "")
  if (faults) return faults
  throw new ConfigError("MOCK_ACQUIRER_FAULTS must be like authorize=timeout_after,refund=slow:2000.")
}

function redisUrl(env: Environment): string | undefined {
  const text = env.REDIS_URL
  if (!text) return undefined
  if (/^rediss?:\/\//.test(text) && URL.canParse(text)) return text
  throw new ConfigError("REDIS_URL must be a redis:// or rediss:// URL.")
}
