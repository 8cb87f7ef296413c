import { expect } from "chai"
import { ConfigError, readConfig } from "../../src/config.ts"

describe("The configuration", () => {
  it("works on a laptop with nothing set", () => {
    const config = readConfig({ DATA_DIR: "/tmp/vintem" })
    expect(config.port).to.equal(3000)
    expect(config.testDatabaseUrl).to.equal("sqlite:/tmp/vintem/test.sqlite")
    expect(config.liveDatabaseUrl).to.equal(undefined)
  })

  const key = Buffer.alloc(32, 7).toString("base64")
  const wrong: [string, Record<string, string>][] = [
    ["PORT", { PORT: "80a" }],
    ["PORT", { PORT: "70000" }],
    ["RATE_LIMIT", { RATE_LIMIT: "0" }],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
    ["TRUST_PROXY", { TRUST_PROXY: "yes" }],
    ["BASE_URL", { BASE_URL: "pay.example" }],
    ["TEST_DATABASE_URL", { TEST_DATABASE_URL: "mysql://x" }],
    ["LIVE_DATABASE_URL", { LIVE_DATABASE_URL: "sqlite:live.sqlite", ENCRYPTION_KEY: key }],
    ["LIVE_DATABASE_URL", { LIVE_DATABASE_URL: "postgres://h/a", TEST_DATABASE_URL: "postgres://h/a", ENCRYPTION_KEY: key }],
    ["ENCRYPTION_KEY", { LIVE_DATABASE_URL: "postgres://h/live" }],
    ["ENCRYPTION_KEY", { ENCRYPTION_KEY: "c2hvcnQ=" }],
    ["WEBHOOK_ALLOW_CIDRS", { WEBHOOK_ALLOW_CIDRS: "localhost" }],
    ["WEBHOOK_ALLOW_CIDRS", { WEBHOOK_ALLOW_CIDRS: "10.0.0.0" }],
    ["WEBHOOK_ALLOW_CIDRS", { WEBHOOK_ALLOW_CIDRS: "10.0.0.0/8, 999.1.1.1/8" }],
    ["WEBHOOK_ALLOW_CIDRS", { WEBHOOK_ALLOW_CIDRS: "10.0.0.0/33" }],
    ["FRAME_ORIGIN", { FRAME_ORIGIN: "https://frame.example/v1" }],
    ["FRAME_ORIGIN", { FRAME_ORIGIN: "frame.example" }],
    ["REDIS_URL", { REDIS_URL: "http://x" }],
  ]
  for (const [name, env] of wrong) {
    it(`stops with one line that names ${name}: ${JSON.stringify(env)}`, () => {
      expect(() => readConfig(env))
        .to.throw(ConfigError, new RegExp(name))
        .with.property("message")
        .not.match(/\n/)
    })
  }

  it("knows the frame by the origin that a browser sends", () => {
    expect(readConfig({ FRAME_ORIGIN: "https://Frame.Example:443/" }).frameOrigin).to.equal("https://frame.example")
  })

  it("never repeats a key or a database password in what it says", () => {
    for (const env of [{ ENCRYPTION_KEY: "hunter2hunter2" }, { TEST_DATABASE_URL: "mysql://u:hunter2@h/d" }]) {
      expect(() => readConfig(env))
        .to.throw()
        .with.property("message")
        .not.contain("hunter2")
    }
  })
})
