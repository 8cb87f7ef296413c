import { join } from "node:path"
import { ADDRESSES } from "./addresses.ts"
import { ADYEN } from "./adyen.ts"
import { BANK_PIX } from "./bank-pix.ts"
import { CIELO } from "./cielo.ts"
import { FURTHER_DATABASES } from "./databases.ts"
import { type KeyCommand, keyCommand, keyOfCommand } from "./key-command.ts"
import { checkCielo, checkLiveMode, checkThreedsOrigin, EXCEPTIONS } from "./live-mode.ts"
import { MAIL, smtpUrlOf } from "./mail.ts"
import { checkOidc, OIDC } from "./oidc.ts"
import { RETENTION } from "./retention.ts"
import { checkTimeouts, DATABASE_TIMEOUTS, SHUTDOWN_TIMES } from "./times.ts"
import {
  acquirerUrl,
  ConfigError,
  cidrs,
  databaseUrl,
  directory,
  integer,
  key,
  keyFile,
  liveDatabaseUrl,
  mockFaults,
  oneOf,
  proxies,
  redisUrl,
  someOf,
} from "./values.ts"

export { ConfigError } from "./values.ts"

/**
 * An environment variable. Its value is undefined if it is not set and has no `default`. With `readAll`, it stands for several variables,
 * whose names have a part that the operator chooses.
 */
type Variable<Value> = {
  name: string
  default?: string
  /** The default in docs/configuration.md, if it differs from `default`. */
  shownDefault?: string
  /** The description in docs/configuration.md. */
  doc: string
} & ({ read: (text: string, name: string) => Value } | { readAll: (env: Environment) => Value })

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"]

/** Every environment variable that the service reads. `npm run -s configuration` writes docs/configuration.md from this table. */
export const VARIABLES = {
  ...ADDRESSES,
  dataDir: {
    name: "DATA_DIR",
    read: directory,
    default: "data",
    doc: "The directory for files that Vintém creates at the first start and keeps on this machine. Only its owner has rights to it.",
  },
  testDatabaseUrl: {
    name: "TEST_DATABASE_URL",
    read: databaseUrl,
    shownDefault: "`sqlite:DATA_DIR/test.sqlite`",
    doc: "The database of test mode: `sqlite:FILE` or `postgres://…`.",
  },
  liveDatabaseUrl: {
    name: "LIVE_DATABASE_URL",
    read: liveDatabaseUrl,
    shownDefault: "unset: there is no live mode",
    doc: "The database of live mode: `postgres://…` only.",
  },
  ...FURTHER_DATABASES,
  databasePool: {
    name: "DATABASE_POOL",
    read: integer(1, 1000),
    default: "20",
    doc: "How many connections to Postgres a process may open for each database.",
  },
  ...DATABASE_TIMEOUTS,
  ...SHUTDOWN_TIMES,
  encryptionKey: {
    name: "ENCRYPTION_KEY",
    read: key,
    shownDefault: "created at the first start, for test mode",
    doc: "32 bytes in base64. Wraps the keys that seal cards and secrets. Live mode needs this key or one of its own.",
  },
  encryptionKeyFile: {
    name: "ENCRYPTION_KEY_FILE",
    read: keyFile,
    shownDefault: "unset",
    doc: "A file that contains `ENCRYPTION_KEY`, instead of that variable. Users other than its owner and group must not have access.",
  },
  encryptionKeyCommand: {
    name: "ENCRYPTION_KEY_COMMAND",
    read: keyCommand,
    shownDefault: "unset",
    doc: "A command that prints `ENCRYPTION_KEY`, instead of that variable: a program and its arguments, without a shell. It runs once at each start, for at most 30 seconds. See [encryption](encryption.md#a-key-management-service).",
  },
  liveEncryptionKey: {
    name: "LIVE_ENCRYPTION_KEY",
    read: key,
    shownDefault: "`ENCRYPTION_KEY`",
    doc: "A key of live mode's own, so that the key of test mode opens nothing of live mode. Set it before live mode first starts, or [replace the key](encryption.md#the-master-key).",
  },
  liveEncryptionKeyFile: {
    name: "LIVE_ENCRYPTION_KEY_FILE",
    read: keyFile,
    shownDefault: "unset",
    doc: "A file that contains `LIVE_ENCRYPTION_KEY`, instead of that variable.",
  },
  liveEncryptionKeyCommand: {
    name: "LIVE_ENCRYPTION_KEY_COMMAND",
    read: keyCommand,
    shownDefault: "unset",
    doc: "A command that prints `LIVE_ENCRYPTION_KEY`, instead of that variable.",
  },
  liveInsecureOk: {
    name: "LIVE_INSECURE_OK",
    read: someOf(...EXCEPTIONS),
    default: "",
    doc: "What live mode may do without, comma-separated: `http` for https in `BASE_URL` and `FRAME_ORIGIN`, `postgres-tls` for verified TLS to a Postgres on another machine. For tests, and for networks that are protected in another way.",
  },
  rateLimit: { name: "RATE_LIMIT", read: integer(1, 1e9), default: "500", doc: "Requests per API key and minute." },
  rateLimitTokens: {
    name: "RATE_LIMIT_TOKENS",
    read: integer(1, 1e9),
    default: "60",
    doc: "Tokens that a publishable key may create per minute. One address gets at most half of them while another one asks. Behind a proxy, set `TRUST_PROXY` too.",
  },
  rateLimitAddress: {
    name: "RATE_LIMIT_ADDRESS",
    read: integer(0, 1e9),
    default: "3000",
    doc: "Refused requests (401, and 404 and 405 of routes) per client address and minute, counted in each process. 0 switches the limit off. Behind a proxy, set `TRUST_PROXY` too.",
  },
  rateLimitCards: {
    name: "RATE_LIMIT_CARDS",
    read: integer(0, 1e9),
    default: "200",
    doc: "Refused cards per publishable key and ten minutes. After that, the key creates no tokens until the ten minutes have passed. 0 switches the limit off.",
  },
  rateLimitCardsAddress: {
    name: "RATE_LIMIT_CARDS_ADDRESS",
    read: integer(0, 1e9),
    default: "50",
    doc: "How many cards may be refused, or verified to be saved, for a payer's address in ten minutes. Behind a proxy it needs `TRUST_PROXY`.",
  },
  pixTtlSeconds: {
    name: "PIX_TTL_SECONDS",
    read: integer(1, 86_400),
    default: "3600",
    doc: "How long a PIX can be paid, in seconds.",
  },
  boletoDays: { name: "BOLETO_DAYS", read: integer(0, 365), default: "3", doc: "Days until a boleto is due." },
  threedsTtlSeconds: {
    name: "THREEDS_TTL_SECONDS",
    read: integer(1, 86_400),
    default: "3600",
    doc: "How long a payer may take for a 3DS challenge, in seconds.",
  },
  ...RETENTION,
  ...OIDC,
  ...MAIL,
  trustProxy: {
    name: "TRUST_PROXY",
    read: proxies,
    default: "false",
    doc: "The proxies in front of the service, whose header `X-Forwarded-For` is trusted. `true`: one proxy, which is whatever connects. Otherwise the addresses and networks of all of them, comma-separated, such as `127.0.0.1,10.0.0.0/24`. The client's address is the right-most one that is not a proxy ([how to choose](operations/deploy.md#the-proxy)).",
  },
  logLevel: {
    name: "LOG_LEVEL",
    read: oneOf(...LOG_LEVELS),
    default: "info",
    doc: `The lowest level of log lines to write: ${LOG_LEVELS.join(", ")}.`,
  },
  webhookAllowCidrs: {
    name: "WEBHOOK_ALLOW_CIDRS",
    read: cidrs,
    default: "",
    doc: "Private address ranges that webhooks may reach, comma-separated. For development and tests.",
  },
  utmifyUrl: {
    name: "UTMIFY_URL",
    read: acquirerUrl,
    default: "https://api.utmify.com.br",
    doc: "Where [orders](utmify.md) are sent to UTMify: https, or http on this machine for tests.",
  },
  redisUrl: {
    name: "REDIS_URL",
    read: redisUrl,
    shownDefault: "unset: limits are counted in the database",
    doc: "The Redis that counts requests for the rate limits.",
  },
  ...CIELO,
  ...BANK_PIX,
  ...ADYEN,
  mockFaults: {
    name: "MOCK_ACQUIRER_FAULTS",
    read: mockFaults,
    default: "",
    doc: "Faults of the mock acquirer, such as `authorize=timeout_after,account:acct_1/refund=slow:2000`. For tests.",
  },
} as const satisfies Record<string, Variable<unknown>>

type Environment = Record<string, string | undefined>

type ValueOf<Entry> = Entry extends
  | { readAll: (...args: never[]) => infer Value }
  | { read: (...args: never[]) => infer Value; default: string }
  ? Value
  : Entry extends { read: (...args: never[]) => infer Value }
    ? Value | undefined
    : never

type Read = { -readonly [Name in keyof typeof VARIABLES]: ValueOf<(typeof VARIABLES)[Name]> }

type Settled = {
  smtpUrl: string | undefined
  testDatabaseUrl: string
  encryptionKey: Buffer | undefined
  liveEncryptionKey: Buffer | undefined
}

type SourcesOfKeys = `${"e" | "liveE"}ncryptionKey${"File" | "Command"}`

export type Config = Omit<Read, keyof Settled | SourcesOfKeys | "smtpUrlFile"> & Settled

/** Reads and checks the environment. Throws ConfigError for the first invalid variable. */
export function readConfig(env: Environment): Config {
  const entries = Object.entries<Variable<unknown>>(VARIABLES).map(([member, variable]) => [member, readVariable(variable, env)])
  const { encryptionKeyFile, encryptionKeyCommand, liveEncryptionKeyFile, liveEncryptionKeyCommand, smtpUrlFile, ...read } =
    Object.fromEntries(entries) as Read
  const sources = { value: read.encryptionKey, file: encryptionKeyFile, command: encryptionKeyCommand }
  const liveSources = { value: read.liveEncryptionKey, file: liveEncryptionKeyFile, command: liveEncryptionKeyCommand }
  const encryptionKey = keyFrom("ENCRYPTION_KEY", sources, env)
  const config = {
    ...read,
    smtpUrl: smtpUrlOf({ ...read, smtpUrlFile }),
    testDatabaseUrl: read.testDatabaseUrl ?? `sqlite:${join(read.dataDir, "test.sqlite")}`,
    encryptionKey,
    liveEncryptionKey: keyFrom("LIVE_ENCRYPTION_KEY", liveSources, env) ?? encryptionKey,
  }
  checkTimeouts(config)
  checkOidc(config)
  checkCielo(config)
  checkLiveMode(config)
  checkThreedsOrigin(config)
  return config
}

/** An empty variable counts as unset. */
function readVariable(variable: Variable<unknown>, env: Environment): unknown {
  if ("readAll" in variable) return variable.readAll(env)
  const value = env[variable.name] || variable.default
  return value === undefined ? undefined : variable.read(value, variable.name)
}

type Sources = { value: Buffer | undefined; file: Buffer | undefined; command: KeyCommand | undefined }

/** A key has one source. Its command runs only after the other variables have been read. */
function keyFrom(name: string, { value, file, command }: Sources, env: Environment): Buffer | undefined {
  const sources = [value, file, command].filter((source) => source !== undefined)
  if (sources.length > 1) throw new ConfigError(`Set one of ${name}, ${name}_FILE and ${name}_COMMAND, not several.`)
  return command ? keyOfCommand(command, `${name}_COMMAND`, env) : (value ?? file)
}
