import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "chai"
import { ConfigError, readConfig } from "../../src/config/config.ts"

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64")

const SAFE = {
  ENCRYPTION_KEY: key(7),
  LIVE_DATABASE_URL: "postgres://db.example/live?sslmode=verify-full",
  BASE_URL: "https://pay.example",
  FRAME_ORIGIN: "https://frame.example",
}

/** Expects one line that names the variable, and never shows the password of a database. */
function expectRefused(env: Record<string, string>, ...named: string[]): void {
  let message = ""
  try {
    readConfig(env)
  } catch (error) {
    expect(error).to.be.an.instanceOf(ConfigError)
    message = (error as Error).message
  }
  for (const text of named) expect(message).to.contain(text)
  expect(message, JSON.stringify(env))
    .to.match(/^[^\n]+$/)
    .and.not.contain("hunter2")
}

describe("Live mode", () => {
  it("starts with https and with verified TLS to Postgres", () => {
    expect(readConfig(SAFE)).to.deep.include({ liveDatabaseUrl: SAFE.LIVE_DATABASE_URL, liveInsecureOk: [] })
  })

  it("is refused where payments would be looked up at the address to which they are sent", () => {
    const both = (url: string) => ({ ...SAFE, CIELO_API_URL: url, CIELO_QUERY_URL: url })
    expectRefused(both("https://apisandbox.cieloecommerce.cielo.com.br"), "CIELO_QUERY_URL", "CIELO_API_URL")
    expect(readConfig(both("http://127.0.0.1:4010"))).to.include({ cieloQueryUrl: "http://127.0.0.1:4010" })
  })

  it("is refused without https in BASE_URL or FRAME_ORIGIN, unless LIVE_INSECURE_OK=http", () => {
    for (const name of ["BASE_URL", "FRAME_ORIGIN"]) {
      for (const value of ["", "http://pay.example", "http://127.0.0.1:3000"]) {
        expectRefused({ ...SAFE, [name]: value }, name, "LIVE_INSECURE_OK=http")
        expectRefused({ ...SAFE, [name]: value, LIVE_INSECURE_OK: "postgres-tls" }, name)
        expect(readConfig({ ...SAFE, [name]: value, LIVE_INSECURE_OK: "http" }).liveInsecureOk).to.deep.equal(["http"])
      }
    }
  })

  it("is refused where the page of 3-D Secure shares its origin with anything else", () => {
    const origins = { ...SAFE, DASHBOARD_ORIGIN: "https://dashboard.example", THREEDS_ORIGIN: "https://threeds.example" }
    expect(readConfig(origins)).to.include({ threedsOrigin: "https://threeds.example" })
    for (const name of ["BASE_URL", "FRAME_ORIGIN", "DASHBOARD_ORIGIN"] as const)
      for (const more of [{}, { LIVE_INSECURE_OK: "http" }] as Record<string, string>[])
        expectRefused({ ...origins, ...more, THREEDS_ORIGIN: origins[name] }, "THREEDS_ORIGIN", name)
    expectRefused({ ...origins, BASE_URL: "https://threeds.example/pay" }, "THREEDS_ORIGIN", "BASE_URL")
  })

  const exposed = [
    "postgres://vintem:hunter2@db.example/live",
    "postgres://vintem:hunter2@10.0.0.7/live",
    "postgres://db.example/live?sslmode=disable",
    "postgres://db.example/live?sslmode=no-verify",
    "postgres://db.example/live?ssl=0",
    "postgres://db.example/live?ssl=false",
    "postgres://db.example/live?ssl=no-verify",
    "postgres://db.example/live?sslmode=require&uselibpqcompat=true",
    // The host in the query counts, not the one before it.
    "postgres://127.0.0.1/live?host=db.example",
    "postgres://localhost.example/live",
  ]
  for (const url of exposed) {
    it(`is refused on ${url.replace("hunter2", "…")}, unless LIVE_INSECURE_OK=postgres-tls`, () => {
      expectRefused({ ...SAFE, LIVE_DATABASE_URL: url }, "LIVE_DATABASE_URL", "LIVE_INSECURE_OK=postgres-tls")
      expectRefused({ ...SAFE, LIVE_DATABASE_URL: url, LIVE_INSECURE_OK: "http" }, "LIVE_DATABASE_URL")
      expect(readConfig({ ...SAFE, LIVE_DATABASE_URL: url, LIVE_INSECURE_OK: "http, postgres-tls" }).liveDatabaseUrl).to.equal(
        url,
      )
    })
  }

  const safe = [
    "postgres://db.example/live?ssl=true",
    "postgres://127.0.0.1:5432/live",
    "postgres://127.8.8.8/live",
    "postgres://localhost/live",
    "postgres://[::1]/live",
    "postgres://%2Fvar%2Frun%2Fpostgresql/live",
    "postgres:///live?host=/run/postgresql",
  ]
  for (const url of safe) {
    it(`runs on ${url}`, () => expect(readConfig({ ...SAFE, LIVE_DATABASE_URL: url }).liveDatabaseUrl).to.equal(url))
  }

  it("is refused where certificates are not verified in the whole process", () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"
    try {
      expectRefused(SAFE, "LIVE_DATABASE_URL")
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    }
  })

  it("is refused where the driver of Postgres cannot read the URL", () => {
    const url = "postgres://vintem:hunter2@db.example/live?sslmode=verify-full&sslrootcert=/nowhere"
    expectRefused({ ...SAFE, LIVE_DATABASE_URL: url }, "LIVE_DATABASE_URL", "ENOENT")
  })

  it("knows no other exceptions", () => {
    for (const LIVE_INSECURE_OK of ["all", "https", "http,tls", "postgres_tls"]) {
      expectRefused({ ...SAFE, LIVE_INSECURE_OK }, "LIVE_INSECURE_OK", "http, postgres-tls")
    }
  })

  it("does not concern test mode, which needs neither https nor TLS", () => {
    const { LIVE_DATABASE_URL: _, BASE_URL: __, FRAME_ORIGIN: ___, ...env } = SAFE
    expect(readConfig(env).liveDatabaseUrl).to.equal(undefined)
    const url = "postgres://db.example/test"
    expect(readConfig({ ...env, TEST_DATABASE_URL: url, BASE_URL: "http://pay.example" }).testDatabaseUrl).to.equal(url)
  })
})

describe("The encryption keys", () => {
  const directory = mkdtempSync(join(tmpdir(), "vintem-keys-"))
  after(() => rmSync(directory, { recursive: true }))

  function fileWith(content: string, mode = 0o600): string {
    const file = join(directory, `key-${Math.random()}`)
    writeFileSync(file, content)
    chmodSync(file, mode)
    return file
  }

  it("of the two modes are the same by default", () => {
    const { encryptionKey, liveEncryptionKey } = readConfig(SAFE)
    expect(encryptionKey).to.deep.equal(Buffer.alloc(32, 7))
    expect(liveEncryptionKey).to.deep.equal(encryptionKey)
  })

  it("can differ, and live mode needs only its own", () => {
    const both = readConfig({ ...SAFE, LIVE_ENCRYPTION_KEY: key(9) })
    expect([both.encryptionKey?.[0], both.liveEncryptionKey?.[0]]).to.deep.equal([7, 9])
    const live = readConfig({ ...SAFE, ENCRYPTION_KEY: "", LIVE_ENCRYPTION_KEY: key(9) })
    expect([live.encryptionKey, live.liveEncryptionKey?.[0]]).to.deep.equal([undefined, 9])
    expectRefused({ ...SAFE, ENCRYPTION_KEY: "" }, "LIVE_ENCRYPTION_KEY")
  })

  for (const name of ["ENCRYPTION_KEY", "LIVE_ENCRYPTION_KEY"]) {
    const member = name === "ENCRYPTION_KEY" ? "encryptionKey" : "liveEncryptionKey"

    it(`${name} can be in a file that only its owner and group can open`, () => {
      for (const mode of [0o400, 0o600, 0o440, 0o640]) {
        expect(readConfig({ [`${name}_FILE`]: fileWith(`${key(3)}\n`, mode) })[member]).to.deep.equal(Buffer.alloc(32, 3))
      }
      for (const mode of [0o604, 0o644, 0o602]) {
        expectRefused({ [`${name}_FILE`]: fileWith(key(3), mode) }, `${name}_FILE`, "chmod o=")
      }
    })

    it(`${name}_FILE is refused where it has no key, does not exist, or ${name} is set too`, () => {
      const wrong = "hunter2hunter2"
      expectRefused({ [name]: wrong }, name)
      expectRefused({ [`${name}_FILE`]: fileWith(wrong) }, `${name}_FILE`, "32 bytes")
      expectRefused({ [`${name}_FILE`]: join(directory, "nowhere") }, `${name}_FILE`, "ENOENT")
      expectRefused({ [`${name}_FILE`]: fileWith(key(3)), [name]: key(3) }, `${name}_FILE`, "not several")
    })
  }
})
