// The command itself: keys, reports and exit statuses. The checks are in conformance.sqlite.test.ts.
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect } from "chai"
import { runCommand } from "../support/app/commands.ts"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { DEVIATIONS } from "./deviations.ts"
import { startWrongServer, type WrongServer } from "./wrong-server.ts"

describe("The command vintem conformance", () => {
  let vintem: Vintem
  let wrong: WrongServer
  before(async () => {
    vintem = await startVintem()
    wrong = await startWrongServer(vintem.url)
  })
  after(async () => {
    await wrong.close()
    await vintem.close()
  })

  const conformance = (args: string[], env: Record<string, string> = {}, stdin?: string) =>
    runCommand(["conformance", ...args], { VINTEM_KEY: vintem.key, ...env }, stdin)
  const at = (url: string, ...only: string[]) => ["--base-url", url, ...(only.length > 0 ? ["--only", ...only] : [])]

  it("exits with 0 where the server conforms, and counts the responses that it saw and those that it did not", async () => {
    const { status, stdout, stderr } = await conformance(at(vintem.url, "versions", "cors.tokens"))
    expect([status, stderr]).to.deep.equal([0, ""])
    expect(stdout).to.include("not tried cors.tokens\n  needs --publishable-key")
    expect(stdout).to.match(/1 of \d+ documented responses were seen/)
    expect(stdout).to.match(/\n1 passed, 0 failed, 1 not tried\n$/)
  })

  it("exits with 1 where the server does not conform, and says what was expected and seen, by which rule, and how to see it again", async () => {
    wrong.deviation = DEVIATIONS["writes cents as a string"]
    const { status, stdout, stderr } = await conformance(at(wrong.url, "operations.createPaymentIntent"))
    expect(status).to.equal(1)
    expect(stderr).to.include("1 of 1 checks failed")
    expect(stdout).to.match(/^failed operations.createPaymentIntent: /m)
    expect(stdout).to.match(/^ {2}seen {6}createPaymentIntent 201 body: \/amount must be integer$/m)
    expect(stdout).to.include("rule      openapi.yaml, paths: POST /v1/payment_intents")
    expect(stdout).to.match(/again {5}curl -i -X POST '.*\/v1\/payment_intents' -H "authorization: Bearer \$VINTEM_KEY"/)
    expect(stdout).not.to.include(vintem.key)
  })

  it("holds a server to an older version, which the report and each request name", async () => {
    const asked: (string | undefined)[] = []
    wrong.deviation = {
      ...DEVIATIONS["leaves Request-Id out"]!,
      asks: ({ headers }) => void asked.push(headers["service-version"]),
    }
    const only = [...at(wrong.url, "operations.retrieveBalance"), "--service-version", "2026-04-25"]
    const { status, stdout } = await conformance(only)
    expect([status, asked.at(-1)]).to.deep.equal([1, "2026-04-25"])
    expect(stdout).to.include(`${wrong.url}, compared with the contract of 2026-04-25`)
    expect(stdout).to.include(`-H 'service-version: 2026-04-25'`)
    expect(JSON.parse((await conformance([...only, "--report", "json"])).stdout)).to.include({ contract: "2026-04-25" })
    const listed = async (version: string) =>
      (await conformance(["--list", "--service-version", version, "--only", "operations"])).stdout
    expect(await listed("2026-12-01")).to.include("operations.updateWebhookEndpoint ")
    expect(await listed("2026-04-27")).not.to.include("operations.updateWebhookEndpoint ")
  })

  it("writes its report as JSON and as JUnit XML, to a file too", async () => {
    wrong.deviation = DEVIATIONS["leaves Request-Id out"]
    const only = at(wrong.url, "operations.retrieveBalance", "versions")
    const file = join(vintem.databases.directory, "report.xml")
    const { status, stdout } = await conformance([...only, "--report", "junit", "--output", file])
    expect([status, stdout]).to.deep.equal([1, ""])
    const xml = await readFile(file, "utf8")
    expect(xml).to.include('<testsuite name="operations" tests="1" failures="1" skipped="0">')
    expect(xml).to.match(/<failure message="expected a response that openapi.yaml describes, saw [^"]*request-id is missing">/)
    const report = JSON.parse((await conformance([...only, "--report", "json"])).stdout)
    expect(report).to.include({ server: wrong.url, contract: "2026-12-01", passed: 0, failed: 2, not_tried: 0 })
    expect(report.checks[0]).to.include({ id: "operations.retrieveBalance", result: "failed" })
    expect(report.coverage.not_seen[0]).to.have.keys(["operation", "status", "reason"])
  })

  it("shows no secret of the server in its report", async () => {
    wrong.deviation = DEVIATIONS["makes a second object for the same idempotency key"]
    const { status, stdout } = await conformance(at(wrong.url, "idempotency.createWebhookEndpoint"))
    expect(status).to.equal(1)
    expect(stdout)
      .to.include('"secret":"whsec_…"')
      .and.not.match(/whsec_\w/)
  })

  it("waits for the rate limit, and says so", async () => {
    let refused = false
    wrong.deviation = {
      caughtBy: "",
      says: /^$/,
      returns: (response, { path }) => {
        if (refused || path !== "/v1/balance") return
        refused = true
        response.status = 429
        Object.assign(response.headers, { "retry-after": "0", "service-should-retry": "true" })
        const request_id = response.headers["request-id"]
        response.body = { error: { type: "rate_limit_error", code: "rate_limit_exceeded", message: "Later.", request_id } }
      },
    }
    const { stderr, status } = await conformance(at(wrong.url, "operations.retrieveBalance"))
    expect([status, refused]).to.deep.equal([0, true])
    expect(stderr).to.include("waiting 0 s for the rate limit")
  })

  it("exits with 2 where no check could be tried, after the report that says why", async () => {
    const { status, stdout, stderr } = await conformance(at(vintem.url, "cors.tokens"))
    expect(status).to.equal(2)
    expect(stdout).to.include("not tried cors.tokens\n  needs --publishable-key")
    expect(stderr).to.include("No check was tried")
  })

  describe("exits with 2 where it cannot begin:", () => {
    const cannot = async (said: string, args: string[], env?: Record<string, string>, stdin?: string) => {
      const { status, stdout, stderr } = await conformance(args, env, stdin)
      expect([status, stdout], stderr).to.deep.equal([2, ""])
      expect(stderr).to.include(said)
    }

    it("no server", async () => {
      const stopped = await startWrongServer(vintem.url)
      await stopped.close()
      await cannot("no response (ECONNREFUSED)", at(stopped.url))
    })
    it("a server that takes too long", async () => {
      wrong.deviation = { caughtBy: "", says: /^$/, returns: () => new Promise(() => {}) }
      await cannot(`${wrong.url}: no response within 1 s. Raise --timeout`, [...at(wrong.url), "--timeout", "1"])
    })
    it("an address where something else is", () =>
      cannot("the API is not at this address. Correct --base-url", at(`${vintem.url}/v1`)))
    it("no service on this machine", () => cannot("no response (ECONNREFUSED)", [], { PORT: "9" }))
    it("no key", () => cannot("Give --key-file", at(vintem.url), { VINTEM_KEY: "" }))
    it("a live key, which is never sent", () => cannot("This is a live key", at(vintem.url), { VINTEM_KEY: "zsk_live_x" }))
    it("a publishable key", () => cannot("need a secret test key", at(vintem.url), { VINTEM_KEY: "zk_test_x" }))
    it("a key that the server refuses", () =>
      cannot("The server refuses the key: 401 api_key_invalid", [...at(vintem.url), "--key-file", "-"], {}, "zsk_test_unknown"))
    it("a version that does not exist", () =>
      cannot("Must be one of 2026-04-25, 2026-04-27, 2026-12-01", [...at(vintem.url), "--service-version", "2026-04-26"]))
    it("a check that does not exist", () => cannot("No such group or check: coins", at(vintem.url, "coins")))
    it("a URL for webhooks that is not https", () =>
      cannot("Must be an https URL", [...at(vintem.url), "--webhooks-url", "http://a"]))
  })

  it("checks the service on this machine with its demo account where it is told neither an address nor a key", async () => {
    const here = { VINTEM_KEY: "", PORT: new URL(vintem.url).port, DATA_DIR: vintem.databases.directory }
    const only = ["--only", "versions", "cors.tokens"]
    expect((await conformance(only, here)).stderr).to.include("Give --key-file")
    await vintem.cli("seed")
    const { status, stdout, stderr } = await conformance(only, here)
    expect([status, stderr]).to.deep.equal([0, ""])
    expect(stdout).to.match(/\n2 passed, 0 failed, 0 not tried\n$/)
    const elsewhere = await conformance(at(vintem.url, "versions"), here)
    expect([elsewhere.status, elsewhere.stderr]).to.satisfy(
      ([s, said]: [number, string]) => s === 2 && said.includes("Give --key-file"),
    )
  })

  it("takes the key as an argument too, but not two keys", async () => {
    const only = at(vintem.url, "versions")
    const given = await conformance([...only, "--key", vintem.key], { VINTEM_KEY: "" })
    expect([given.status, given.stderr]).to.deep.equal([0, ""])
    const twice = await conformance([...only, "--key", vintem.key, "--key-file", "-"], {}, vintem.key)
    expect(twice.status).to.equal(2)
    expect(twice.stderr).to.include("Give either --key or --key-file.")
  })

  it("reads the key from a file, and the address from a variable", async () => {
    const file = join(vintem.databases.directory, "key")
    await writeFile(file, `${vintem.key}\n`, { mode: 0o600 })
    const { status, stderr } = await conformance(["--only", "versions", "--key-file", file], {
      VINTEM_KEY: "",
      VINTEM_BASE_URL: vintem.url,
    })
    expect([status, stderr]).to.deep.equal([0, ""])
  })

  it("lists its checks without a server and without a key", async () => {
    const { status, stdout } = await conformance(["--list", "--only", "paging"], { VINTEM_KEY: "" })
    expect(status).to.equal(0)
    expect(stdout).to.match(/^paging.listCustomers +newest first; .* +openapi.yaml, section "Lists"$/m)
  })
})
