import { once } from "node:events"
import { createInterface } from "node:readline"
import { expect } from "chai"
import { insertRequests } from "../../src/requests/store.ts"
import type { Json } from "../support/app/client.ts"
import { startCommand } from "../support/app/commands.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { aRecord, recordedOf } from "../support/databases/requests.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus, newCustomer } from "../support/merchants/payments.ts"

describe("vintem logs", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const send = async (method: string, path: string, body?: object) => {
    const response = await merchant.request(method, path, body)
    await recordedOf(vintem, response)
    return response.headers["request-id"]!
  }
  const tail = async (...args: string[]) => {
    const { status, stdout, stderr } = await vintem.cli("logs", "tail", "--no-follow", ...args)
    expect([status, stderr]).to.deep.equal([0, ""])
    return stdout.split("\n").filter((line) => line !== "")
  }
  const ids = (lines: string[]) => lines.map((line) => /req_\w+$/.exec(line)![0])

  it("tail prints the last requests, one aligned line each, the newest last", async () => {
    const sent = [await send("GET", "/v1/balance"), await send("POST", "/v1/payment_intents", { amount: 1 })]
    const lines = await tail("--account", merchant.account, "-n", "2")
    expect(ids(lines)).to.deep.equal(sent)
    expect(lines[0]).to.match(/^\d\d:\d\d:\d\d\.\d{3} {2}200 {2}GET {5}\/v1\/balance {2,}[\d.]+ m?s {2}req_\w+$/)
    expect(lines[1]).to.match(/ {2}400 {2}POST {4}\/v1\/payment_intents {2,}parameter_missing {2,}[\d.]+ m?s {2}req_\w+$/)
    expect(lines[0]!.indexOf("req_")).to.equal(lines[1]!.indexOf("req_"))
  })

  it("tail finds requests by status, method, path, resource, key, time and Request-Id", async () => {
    const { id } = await newCustomer(merchant)
    const read = await send("GET", `/v1/customers/${id}`)
    const wrong = await send("POST", `/v1/customers/${id}`, { email: "ana" })
    const missing = await send("DELETE", "/v1/webhook_endpoints/we_0000000000000000000000000")
    const found = async (...args: string[]) => ids(await tail("--account", merchant.account, "--since", "10m", ...args))
    expect(await found("--status", "4xx", "-n", "2")).to.deep.equal([wrong, missing])
    expect(await found("--status", "404")).to.deep.equal([missing])
    expect(await found("--method", "delete")).to.deep.equal([missing])
    expect(await found("--path", `/v1/customers/${id}`)).to.deep.equal([read, wrong])
    expect(await found("--path", "/v1/customers/{id}")).to.deep.equal([read, wrong])
    expect(await found("--path", "/v1/custom")).to.deep.equal([])
    expect(await found("--about", id)).to.have.length(3)
    expect(await found("--request-id", read)).to.deep.equal([read])
    const { key } = await vintem.newKey({ account: merchant.account })
    const other = await recordedOf(vintem, await merchant.request("GET", "/v1/balance", undefined, { key }))
    expect(await found("--key", other.key!)).to.deep.equal([other.id])
    expect(await found("--since", "2040-01-01T00:00:00Z")).to.deep.equal([])
  })

  it("tail finds a rare request behind a thousand others, and shows each of those once", async () => {
    const { account } = await newMerchant(vintem)
    const rare = aRecord({ account, at_ms: Date.now() - 60_000, status: 500 })
    const others = Array.from({ length: 1100 }, () => aRecord({ account }))
    await insertRequests(vintem.server.modes.test.database, [rare, ...others])
    const ofAccount = ["--account", account]
    expect(ids(await tail(...ofAccount, "--status", "5xx", "--since", "10m"))).to.deep.equal([rare.id])
    for (const filter of [ofAccount, []])
      expect(ids(await tail(...filter, "-n", "1001"))).to.deep.equal(others.slice(-1001).map(({ id }) => id))
  })

  it("tail follows, sees each new request of the account once, and ends with Ctrl-C", async () => {
    const known = await send("GET", "/v1/balance")
    const following = startCommand(["logs", "tail", "--json", "-n", "1", "--account", merchant.account], vintem.databases.env)
    const lines: Json[] = []
    const reader = createInterface(following.stdout).on("line", (line) => void lines.push(JSON.parse(line)))
    await once(reader, "line")
    const sent = [known]
    const stranger = await newMerchant(vintem)
    for (let i = 0; i < 5; i++) {
      await recordedOf(vintem, await stranger.request("GET", "/v1/balance"))
      sent.push(await send("GET", "/v1/balance"))
    }
    while (lines.length < sent.length) await once(reader, "line")
    following.kill("SIGINT")
    expect(await once(following, "close")).to.deep.equal([0, null])
    expect(lines.map(({ id }) => id)).to.deep.equal(sent)
    expect(lines[0]).to.include({ mode: "test", account: merchant.account, operation: "retrieveBalance", status: 200 })
  })

  it("show prints everything that is kept of one request", async () => {
    const response = await merchant.request("POST", "/v1/customers", { email: "ana" }, { headers: { "user-agent": "shop/1" } })
    expectStatus(response, 400)
    const { id } = await recordedOf(vintem, response)
    const { stdout } = await vintem.cli("logs", "show", id)
    expect(stdout).to.match(/^400 POST \/v1\/customers {2}parameter_invalid \(email\)\n/)
    for (const shown of [merchant.account, id, "createCustomer", "shop/1", '"email": "[not kept]"'])
      expect(stdout).to.contain(shown)
    const { json } = await vintem.cli("logs", "show", id, "--json")
    expect(json).to.include({ id, status: 400, error: "parameter_invalid", param: "email", mode: "test", replayed: false })
    expect([json.parameters, json.resources]).to.deep.equal([{ email: "[not kept]" }, []])
  })

  it("says what is wrong: an unknown request, a key in the place of its id, a status that is none, a mode that is not there", async () => {
    const failed = async (...args: string[]) => {
      const { status, stdout, stderr } = await vintem.cli("logs", ...args)
      expect(stdout).to.equal("")
      return `${status} ${stderr}`
    }
    expect(await failed("show", "req_0000000000000000000000000")).to.match(/^1 vintem: No such request: 'req_0+'\. .*logs tail/)
    const refused = await failed("tail", "--key", merchant.key)
    expect(refused).to.match(/^2 error: .*the id of a key/)
    expect(await failed("tail", "--status", "blue")).to.match(/^2 error: .*402.*4xx/)
    expect(await failed("tail", "--mode", "live")).to.match(/^1 vintem: Live mode is not configured/)
  })
})
