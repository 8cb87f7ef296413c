import { resolve } from "node:path"
import { expect } from "chai"
import { type Config, ConfigError, readConfig } from "../../src/config/config.ts"

describe("The configuration", () => {
  it("works with no variable set", () => {
    const config = readConfig({ DATA_DIR: "/tmp/vintem" })
    expect(config.port).to.equal(3000)
    expect(config.testDatabaseUrl).to.equal("sqlite:/tmp/vintem/test.sqlite")
    expect(config.liveDatabaseUrl).to.equal(undefined)
  })

  it("has the documented defaults", () => {
    expect(readConfig({})).to.deep.include({
      host: "127.0.0.1",
      port: 3000,
      baseUrl: undefined,
      framePort: 3001,
      frameOrigin: undefined,
      metricsHost: "127.0.0.1",
      metricsPort: 9464,
      testDatabaseUrl: `sqlite:${resolve("data/test.sqlite")}`,
      liveDatabaseUrl: undefined,
      furtherDatabases: {},
      liveDefaultDatabase: "main",
      dataDir: resolve("data"),
      databasePool: 20,
      databaseConnectTimeoutMs: 10_000,
      databaseStatementTimeoutMs: 36_000,
      databaseLockTimeoutMs: 0,
      databaseIdleInTransactionTimeoutMs: 30_000,
      shutdownDelaySeconds: 2,
      shutdownTimeoutSeconds: 35,
      encryptionKey: undefined,
      liveEncryptionKey: undefined,
      liveInsecureOk: [],
      rateLimit: 500,
      rateLimitTokens: 60,
      pixTtlSeconds: 3600,
      boletoDays: 3,
      rateLimitAddress: 3000,
      rateLimitCards: 200,
      rateLimitCardsAddress: 50,
      threedsTtlSeconds: 3600,
      trustProxy: false,
      logLevel: "info",
      webhookAllowCidrs: [],
      redisUrl: undefined,
      mockFaults: {},
    })
  })

  it("treats an empty variable as unset", () => {
    const names = ["HOST", "PORT", "BASE_URL", "FRAME_ORIGIN", "TEST_DATABASE_URL", "LIVE_DATABASE_URL", "DATA_DIR"]
    const others = ["ENCRYPTION_KEY", "RATE_LIMIT", "TRUST_PROXY", "LOG_LEVEL", "WEBHOOK_ALLOW_CIDRS", "REDIS_URL"]
    expect(readConfig(Object.fromEntries([...names, ...others].map((name) => [name, ""])))).to.deep.equal(readConfig({}))
  })

  const key = Buffer.alloc(32, 7).toString("base64")

  const read: [Record<string, string>, object][] = [
    [{ HOST: "0.0.0.0" }, { host: "0.0.0.0" }],
    [{ BASE_URL: "https://pay.example/vintem/" }, { baseUrl: "https://pay.example/vintem" }],
    [{ DATA_DIR: "/srv/vintem" }, { dataDir: "/srv/vintem", testDatabaseUrl: "sqlite:/srv/vintem/test.sqlite" }],
    [{ TEST_DATABASE_URL: "postgres://h/t" }, { testDatabaseUrl: "postgres://h/t" }],
    [
      { LIVE_DATABASE_URL: "postgresql://h/l", ENCRYPTION_KEY: key, LIVE_INSECURE_OK: "http,postgres-tls" },
      { liveDatabaseUrl: "postgresql://h/l", encryptionKey: Buffer.alloc(32, 7) },
    ],
    [{ TRUST_PROXY: "true" }, { trustProxy: true }],
    [{ TRUST_PROXY: "127.0.0.1, 10.0.0.0/24,fd00::/8" }, { trustProxy: ["127.0.0.1", "10.0.0.0/24", "fd00::/8"] }],
    [{ LOG_LEVEL: "warn" }, { logLevel: "warn" }],
    [{ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8, ::1/128" }, { webhookAllowCidrs: ["127.0.0.0/8", "::1/128"] }],
    [{ REDIS_URL: "rediss://h:6379" }, { redisUrl: "rediss://h:6379" }],
  ]
  for (const [env, expected] of read) {
    it(`reads ${JSON.stringify(env)}`, () => expect(readConfig(env)).to.deep.include(expected))
  }

  const numbers: [name: string, member: keyof Config, least: number, most: number][] = [
    ["PORT", "port", 0, 65_535],
    ["FRAME_PORT", "framePort", 0, 65_535],
    ["METRICS_PORT", "metricsPort", 0, 65_535],
    ["DATABASE_POOL", "databasePool", 1, 1000],
    ["DATABASE_CONNECT_TIMEOUT_MS", "databaseConnectTimeoutMs", 100, 60_000],
    ["SHUTDOWN_DELAY_SECONDS", "shutdownDelaySeconds", 0, 300],
    ["SHUTDOWN_TIMEOUT_SECONDS", "shutdownTimeoutSeconds", 1, 600],
    ["RATE_LIMIT", "rateLimit", 1, 1e9],
    ["RATE_LIMIT_TOKENS", "rateLimitTokens", 1, 1e9],
    ["RATE_LIMIT_ADDRESS", "rateLimitAddress", 0, 1e9],
    ["RATE_LIMIT_CARDS", "rateLimitCards", 0, 1e9],
    ["RATE_LIMIT_CARDS_ADDRESS", "rateLimitCardsAddress", 0, 1e9],
    ["PIX_TTL_SECONDS", "pixTtlSeconds", 1, 86_400],
    ["BOLETO_DAYS", "boletoDays", 0, 365],
    ["THREEDS_TTL_SECONDS", "threedsTtlSeconds", 1, 86_400],
  ]
  for (const [name, member, least, most] of numbers) {
    it(`reads ${name} from ${least} to ${most}`, () => {
      for (const value of [least, most]) expect(readConfig({ [name]: String(value) })[member]).to.equal(value)
      for (const text of [String(least - 1), String(most + 1), "1.5", "1e2", " 7", "-1"]) {
        expect(() => readConfig({ [name]: text }), text).to.throw(ConfigError, name)
      }
    })
  }

  it("reads the time-outs of statements, locks and idle transactions, up to ten minutes", () => {
    const read = (statement: number, lock: number, idle: number) =>
      readConfig({
        DATABASE_STATEMENT_TIMEOUT_MS: String(statement),
        DATABASE_LOCK_TIMEOUT_MS: String(lock),
        DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS: String(idle),
      })
    expect(read(600_000, 599_999, 599_999)).to.include({ databaseStatementTimeoutMs: 600_000, databaseLockTimeoutMs: 599_999 })
    expect(read(1001, 0, 1000)).to.include({ databaseIdleInTransactionTimeoutMs: 1000, databaseLockTimeoutMs: 0 })
    expect(() => read(600_001, 0, 1000)).to.throw(ConfigError, "DATABASE_STATEMENT_TIMEOUT_MS")
    expect(() => read(999, 0, 1000)).to.throw(ConfigError, "DATABASE_STATEMENT_TIMEOUT_MS")
    expect(() => read(9000, 0, 999)).to.throw(ConfigError, "DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS")
    for (const [lock, idle, name] of [
      [9000, 1000, "DATABASE_LOCK_TIMEOUT_MS"],
      [0, 9000, "DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS"],
    ] as const) {
      expect(() => read(9000, lock, idle)).to.throw(ConfigError, `${name} must be less than DATABASE_STATEMENT_TIMEOUT_MS (9000)`)
    }
  })
  const days: [name: string, member: keyof Config, least: number][] = [
    ["RETAIN_EVENTS_DAYS", "retainEventsDays", 30],
    ["RETAIN_ATTEMPTS_DAYS", "retainAttemptsDays", 90],
    ["RETAIN_TOKENS_DAYS", "retainTokensDays", 2],
  ]
  for (const [name, member, least] of days) {
    it(`reads ${name}: at least ${least}, or 0 to keep it forever`, () => {
      for (const value of [0, least, 36_500]) expect(readConfig({ [name]: String(value) })[member]).to.equal(value)
      for (const text of ["1", String(least - 1), "36501", "-1", "400d"]) {
        expect(() => readConfig({ [name]: text }), text).to.throw(ConfigError, name)
      }
    })
  }

  const wrong: [string, Record<string, string>][] = [
    ["PORT", { PORT: "80a" }],
    ["PORT", { PORT: "70000" }],
    ["RATE_LIMIT", { RATE_LIMIT: "0" }],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
    ["TRUST_PROXY", { TRUST_PROXY: "yes" }],
    ["TRUST_PROXY", { TRUST_PROXY: "10.0.0.1,10.0.0.0/33" }],
    ["TRUST_PROXY", { TRUST_PROXY: "proxy.internal" }],
    ["METRICS_NAMES", { METRICS_NAMES: "http://vintem:9464" }],
    ["MOCK_ACQUIRER_FAULTS .* 'never' of 'authorize' is not", { MOCK_ACQUIRER_FAULTS: "refund=hang,authorize=never" }],
    ["MOCK_ACQUIRER_FAULTS .* '' of 'authorize' is not", { MOCK_ACQUIRER_FAULTS: "authorize" }],
    ["MOCK_ACQUIRER_FAULTS .* 'hang=hang' of 'authorize' is not", { MOCK_ACQUIRER_FAULTS: "authorize=hang=hang" }],
    ["MOCK_ACQUIRER_FAULTS .* 'account:acct_1/authorise' is not", { MOCK_ACQUIRER_FAULTS: "account:acct_1/authorise=hang" }],
    ["MOCK_ACQUIRER_FAULTS .* 'account:1/authorize' is not", { MOCK_ACQUIRER_FAULTS: "account:1/authorize=hang" }],
    ["BASE_URL", { BASE_URL: "pay.example" }],
    ["BASE_URL", { BASE_URL: "ftp://pay.example" }],
    ["BASE_URL must be a URL without a query", { BASE_URL: "https://pay.example/?shop=1" }],
    ["BASE_URL must be a URL without a query", { BASE_URL: "https://pay.example/?" }],
    ["BASE_URL must be a URL without a query or fragment", { BASE_URL: "https://pay.example/#top" }],
    ["TEST_DATABASE_URL", { TEST_DATABASE_URL: "mysql://x" }],
    ["LIVE_DATABASE_URL must be a postgres:// URL", { LIVE_DATABASE_URL: "sqlite:live.sqlite", ENCRYPTION_KEY: key }],
    ["LIVE_DATABASE_URL must be a postgres:// URL", { LIVE_DATABASE_URL: "mysql://x", ENCRYPTION_KEY: key }],
    ["LIVE_DATABASE_URL must be a postgres:// URL", { LIVE_DATABASE_URL: "postgres://[", ENCRYPTION_KEY: key }],
    ["LIVE_DATABASE_URL", { LIVE_DATABASE_URL: "postgres://h/a", TEST_DATABASE_URL: "postgres://h/a", ENCRYPTION_KEY: key }],
    ["ENCRYPTION_KEY", { LIVE_DATABASE_URL: "postgres://h/live" }],
    ["ENCRYPTION_KEY", { ENCRYPTION_KEY: "c2hvcnQ=" }],
    ["ENCRYPTION_KEY", { ENCRYPTION_KEY: Buffer.alloc(33).toString("base64") }],
    ["ENCRYPTION_KEY", { ENCRYPTION_KEY: `${key.slice(0, 20)} ${key.slice(20)}` }],
    ["WEBHOOK_ALLOW_CIDRS", { WEBHOOK_ALLOW_CIDRS: "localhost" }],
    ["WEBHOOK_ALLOW_CIDRS", { WEBHOOK_ALLOW_CIDRS: "10.0.0.0" }],
    ["WEBHOOK_ALLOW_CIDRS", { WEBHOOK_ALLOW_CIDRS: "10.0.0.0/8, 999.1.1.1/8" }],
    ["WEBHOOK_ALLOW_CIDRS", { WEBHOOK_ALLOW_CIDRS: "10.0.0.0/33" }],
    ["FRAME_ORIGIN", { FRAME_ORIGIN: "https://frame.example/v1" }],
    ["FRAME_ORIGIN", { FRAME_ORIGIN: "frame.example" }],
    ["REDIS_URL", { REDIS_URL: "http://x" }],
    ["UTMIFY_URL", { UTMIFY_URL: "http://utmify.example" }],
  ]
  for (const [name, env] of wrong) {
    it(`names ${name} in a one-line error: ${JSON.stringify(env)}`, () => {
      expect(() => readConfig(env))
        .to.throw(ConfigError, new RegExp(name))
        .with.property("message")
        .not.match(/\n/)
    })
  }

  it("normalizes the frame's origin to what a browser sends", () => {
    expect(readConfig({ FRAME_ORIGIN: "https://Frame.Example:443/" }).frameOrigin).to.equal("https://frame.example")
  })

  it("never shows a key or a database password in an error", () => {
    const databases = ["TEST_DATABASE_URL", "LIVE_DATABASE_URL"].map((name) => ({ [name]: "mysql://u:hunter2@h/d" }))
    for (const env of [{ ENCRYPTION_KEY: "hunter2hunter2" }, ...databases]) {
      expect(() => readConfig(env))
        .to.throw()
        .with.property("message")
        .not.contain("hunter2")
    }
  })
})
