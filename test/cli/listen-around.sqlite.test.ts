// What is around `vintem listen`: servers that come and go, registered endpoints, certificates, live mode.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "chai"
import { runCommand, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { freePort } from "../support/databases/postgres.ts"
import { cancelOne, deliveriesOf, newEndpoint, newMerchant, until } from "../support/merchants/merchant.ts"
import { outcomesOf } from "../support/merchants/subscriptions.ts"
import { type Sink, selfSignedCertificate, startSink, trustTestAuthority } from "../support/network/https-sink.ts"
import { type Listener, listenWith, type Shop, startShop } from "./listening.ts"

describe("vintem listen", function () {
  this.timeout(120_000)
  let databases: Databases
  let account: string
  let shop: Shop
  let listeners: Listener[]
  let toClose: { close(): Promise<void> }[]
  beforeEach(async () => {
    databases = await freshDatabases()
    ;[listeners, toClose] = [[], [databasesAsCloser()]]
    shop = closing(await startShop())
    account = (await cli("accounts", "create", "--name", "Loja", "--json")).json.id
  })
  afterEach(async () => {
    await Promise.all(listeners.map((listener) => listener.stop()))
    for (const each of toClose.reverse()) await each.close()
  })

  const databasesAsCloser = () => ({ close: () => databases.remove() })
  const closing = <T extends { close(): Promise<void> }>(one: T): T => {
    toClose.push(one)
    return one
  }
  const cli = (...args: string[]) => runCommand(args, databases.env)
  const listen = async (env: Record<string, string>, ...args: string[]) => {
    const listener = await listenWith({ ...databases.env, ...env }, "--account", account, ...args)
    listeners.push(listener)
    return listener
  }
  const trigger = () => cli("trigger", "payment_intent.canceled", "--account", account, "--json")

  it("sends what a registered endpoint gets, and leaves that endpoint's deliveries alone", async () => {
    await trustTestAuthority()
    const sink = closing<Sink>(await startSink())
    const vintem = closing(await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }, { databases }))
    const merchant = await newMerchant(vintem)
    account = merchant.account
    const { id: endpoint } = await newEndpoint(merchant, sink.url)
    await listen({}, "--forward-to", shop.url)
    await cancelOne(merchant)
    const [[delivered], [forwarded]] = await Promise.all([sink.arrived(1), shop.has(1)])
    expect(forwarded!.body.equals(delivered!.body)).to.equal(true)
    const comparable = ({ "service-signature": signature, host: _, ...others }: Record<string, unknown>) => ({
      ...others,
      signature: String(signature)
        .replace(/[0-9a-f]{64}/, "digest")
        .replace(/t=\d+/, "t"),
    })
    expect(comparable(forwarded!.headers)).to.deep.equal(comparable(delivered!.headers))
    const [delivery, ...others] = await until(async () => {
      const list = await deliveriesOf(merchant, endpoint)
      return list[0].status === "delivered" && list
    })
    expect([delivery.attempts, others.length]).to.deep.equal([1, 0])
    expect((await merchant.request("GET", "/v1/webhook_endpoints")).body.data).to.have.length(1)
  })

  it("goes on while the server is stopped and started again", async () => {
    const first = await startVintem({}, { databases })
    const { key } = await first.newKey({ account })
    const merchantOf = (vintem: typeof first) => ({
      account,
      key,
      request: ((method, path, body) => vintem.request(method, path, body, { key })) as typeof first.request,
    })
    const listener = await listen({}, "--forward-to", shop.url)
    await cancelOne(merchantOf(first))
    await first.close()
    await trigger()
    const second = closing(await startVintem({}, { databases }))
    await cancelOne(merchantOf(second))
    await listener.printed(3)
    expect(shop.ids()).to.deep.equal((await outcomesOf(merchantOf(second))).map(({ id }) => id))
  })

  it("says so where no server answers, and still sees what vintem trigger plays", async () => {
    const PORT = String(await freePort())
    const listener = await listen({ PORT }, "--forward-to", shop.url)
    await until(async () => listener.stderr().includes(`No server answers at http://127.0.0.1:${PORT}.`))
    const { json: played } = await trigger()
    await shop.has(1)
    expect(shop.ids()).to.deep.equal([played.events[0].id])
  })

  it("says nothing of a server that answers", async () => {
    const vintem = closing(await startVintem({}, { databases }))
    const listener = await listen({ PORT: new URL(vintem.url).port })
    await trigger()
    await listener.printed(1)
    expect(listener.stderr()).to.match(/^Listening [^\n]+\n$/)
  })

  it("verifies a certificate unless it is told not to", async () => {
    const sink = closing<Sink>(await startSink(undefined, await selfSignedCertificate()))
    const strict = await listen({}, "--forward-to", sink.url)
    const lenient = await listen({}, "--forward-to", sink.url, "--skip-verify")
    await trigger()
    expect((await strict.printed(1))[0]).to.match(/ {2}TLS failed$/)
    expect((await lenient.printed(1))[0]).to.match(/ {2}200 +\d+ ms$/)
    expect(sink.received).to.have.length(1)
    await until(async () => strict.stderr().includes("Add --skip-verify"))
  })

  it("reaches nothing of live mode, and refuses to forward its events", async () => {
    const live = { LIVE_DATABASE_URL: "postgres://127.0.0.1:1/live", LIVE_INSECURE_OK: "http" }
    const listener = await listen(live, "--forward-to", shop.url)
    await trigger()
    await listener.printed(1)
    const { status, stderr } = await runCommand(["listen", "--mode", "live"], { ...databases.env, ...live })
    expect(status).to.equal(2)
    expect(stderr).to.contain("vintem listen works in test mode only").and.contain("POST /v1/webhook_endpoints")
  })

  it("refuses what it cannot forward to, and types that there are not, with exit status 2", async () => {
    const wrong: [string[], string][] = [
      [["--forward-to", "localhost:4242/webhooks"], "Must be an http or https URL, such as http://localhost:4242/webhooks."],
      [["--forward-to", "ftp://localhost/"], "Must be an http or https URL"],
      [["--forward-to", "http://ana:secret@localhost/"], "Must have no user name"],
      [["--events", "payment_intent.paid"], "Unknown types: payment_intent.paid. Use payment_intent.succeeded, "],
      [["--latest", "none"], "Must be a whole number from 1 to 9999."],
    ]
    for (const [args, message] of wrong) {
      const { status, stderr } = await cli("listen", "--account", account, ...args)
      expect(status, stderr).to.equal(2)
      expect(stderr).to.contain(message)
    }
  })

  it("asks for the account where there are several, and says what is wrong with a file that it did not write", async () => {
    await cli("accounts", "create", "--name", "Outra")
    const several = await cli("listen", "--print-secret")
    expect([several.status, several.stderr]).to.deep.equal([
      1,
      "vintem: There are several accounts. Choose one with --account ID, and list them with: vintem accounts list\n",
    ])
    const print = () => cli("listen", "--print-secret", "--account", account)
    const { stdout: secret } = await print()
    expect((await print()).stdout).to.equal(secret)
    const file = join(databases.directory, "listen", `${account}.secret`)
    writeFileSync(file, "")
    const { status, stderr } = await print()
    expect([status, stderr]).to.deep.equal([
      1,
      `vintem: ${file} must contain a signing secret (whsec_test_…). Delete it, and a new secret is made at the next start.\n`,
    ])
  })
})
