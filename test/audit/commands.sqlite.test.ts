// The command line writes the same entries on both databases, so SQLite is enough for test mode. Live mode is on Postgres.
import { hostname, userInfo } from "node:os"
import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type CommandResult, type Running, runCommand, startVintem } from "../support/app/vintem.ts"
import { newMerchant, payOne } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { newRecurringProduct } from "../support/merchants/subscriptions.ts"

describe("What the command line writes to the audit log", function () {
  this.timeout(120_000)
  let vintem: Running
  before(async () => {
    // A worker could be looking up the refund at the moment at which it is settled by hand.
    vintem = await startVintem({ MOCK_ACQUIRER_FAULTS: "refund=timeout_before" }, { live: true, role: "api" })
  })
  after(() => vintem.close())

  const actor = `os_user:${userInfo().username}`
  let seen = new Set<string>()

  /** The entries since the last call, oldest first. */
  async function added(): Promise<Json[]> {
    const { json } = await vintem.cli("audit", "list", "--json")
    const fresh = json.filter(({ id }: Json) => !seen.has(id)).reverse()
    seen = new Set(json.map(({ id }: Json) => id))
    return fresh
  }
  const summary = ({ action, target, account, mode, outcome }: Json) => [action, target, account, mode, outcome]
  const story = async () => (await added()).map(summary)
  const run = async (...args: string[]): Promise<CommandResult> => vintem.cli(...args, "--json")

  async function done(...args: string[]): Promise<Json> {
    const { status, json, stderr } = await run(...args)
    expect(status, stderr).to.equal(0)
    return json
  }

  it("names the user, the host, the action, its target, the account and the mode", async () => {
    const { id: account } = await done("accounts", "create", "--name", "Padaria")
    const key = await done("keys", "create", "--mode", "live", "--kind", "secret", "--account", account)
    await done("keys", "revoke", key.id)
    const entries = await added()
    expect(entries.map(summary)).to.deep.equal([
      ["account.create", account, account, "test", "done"],
      ["account.create", account, account, "live", "done"],
      ["key.create", key.id, account, "live", "done"],
      ["key.revoke", key.id, account, "live", "done"],
    ])
    for (const entry of entries) {
      const members = ["id", "at", "actor", "source", "action", "target", "account", "mode", "outcome", "reason", "changes"]
      expect(Object.keys(entry)).to.deep.equal(members)
      expect(entry).to.include({ actor, source: hostname() })
      expect(entry.at).to.be.closeTo(Date.now() / 1000, 60)
    }
    expect(JSON.stringify(entries)).not.to.contain(key.key)
  })

  it("names the user behind sudo too, without control characters", async () => {
    const env = { ...vintem.databases.env, SUDO_USER: "ana\u001b[2J" }
    const { status } = await runCommand(
      ["origins", "add", "--mode", "test", "--account", vintem.account, "https://a.example"],
      env,
    )
    expect(status).to.equal(0)
    expect((await added())[0].actor).to.equal(`${actor} (sudo by ana?[2J)`)
  })

  it("covers origins, integrations, plans and deliveries", async () => {
    const merchant = await newMerchant(vintem)
    const { account, request } = merchant
    const of = ["--mode", "test", "--account", account]
    await done("origins", "add", "https://loja.example:443", ...of)
    await done("origins", "remove", "https://loja.example", ...of)
    const integration = await done("integrations", "create", "--url", "https://127.0.0.1/hunter2", ...of)
    await done("integrations", "deactivate", integration.id)
    const product = await newRecurringProduct(vintem, merchant)
    expect(await story()).to.deep.equal([
      ["origin.add", "https://loja.example", account, "test", "done"],
      ["origin.remove", "https://loja.example", account, "test", "done"],
      ["integration.create", integration.id, account, "test", "done"],
      ["integration.deactivate", integration.id, account, "test", "done"],
    ])
    const plan = ["--name", "Mensal", "--interval", "MONTH"]
    expect((await run("plans", "create", "--product", product, ...plan)).status).to.equal(1)
    const { id: other } = expectStatus(await request("POST", "/v1/products", { name: "Curso" }), 201)
    const { id } = await done("plans", "create", "--product", other, ...plan)
    await done("plans", "deactivate", id)
    await done("plans", "update", id, "--active", "--name", "Anual")
    const [taken] = (await done("plans", "list", ...of)).filter((each: Json) => each.productId === product)
    await done("plans", "update", taken.id, "--inactive")
    const created = await done("plans", "create", "--product", product, ...plan)
    expect((await run("plans", "update", taken.id, "--active")).status).to.equal(1)
    const endpoint = expectStatus(
      await request("POST", "/v1/webhook_endpoints", { url: "https://127.0.0.1/", events: ["*"] }),
      201,
    )
    await payOne(merchant)
    const [delivery] = (await done("deliveries", "list", ...of)).filter(
      ({ webhook_endpoint }: Json) => webhook_endpoint === endpoint.id,
    )
    await done("deliveries", "replay", delivery.id)
    expect(await story()).to.deep.equal([
      ["plan.create", product, account, "test", "refused: parameter_invalid"],
      ["plan.create", id, account, "test", "done"],
      ["plan.deactivate", id, account, "test", "done"],
      ["plan.update", id, account, "test", "done"],
      ["plan.update", taken.id, account, "test", "done"],
      ["plan.create", created.id, account, "test", "done"],
      ["plan.update", taken.id, account, "test", "refused: parameter_invalid"],
      ["webhook_endpoint.create", endpoint.id, account, "test", "done"],
      ["delivery.replay", delivery.id, account, "test", "done"],
    ])
  })

  it("tell what a plan was before and is after, and nothing else of it", async () => {
    const merchant = await newMerchant(vintem)
    const { id: product } = expectStatus(await merchant.request("POST", "/v1/products", { name: "Clube" }), 201)
    const { id } = await done("plans", "create", "--product", product, "--name", "Mensal", "--interval", "MONTH")
    await done("plans", "update", id, "--name", "Anual", "--interval", "YEAR", "--count", "1", "--trial-days", "7")
    await done("plans", "deactivate", id)
    expect((await added()).map(({ changes }) => changes)).to.deep.equal([
      null,
      {
        before: { name: "Mensal", billingInterval: "MONTH", trialEnabled: false, trialPeriodDays: 0 },
        after: { name: "Anual", billingInterval: "YEAR", trialEnabled: true, trialPeriodDays: 7 },
      },
      { before: { isActive: true }, after: { isActive: false } },
    ])
  })

  it("covers disputes and refunds by hand, done and refused", async () => {
    const merchant = await newMerchant(vintem)
    const { account } = merchant
    const { id } = await payOne(merchant)
    const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201)
    expect((await run("disputes", "open", id, "--amount", "999999")).status).to.equal(1)
    await done("refunds", "settle", refund.id, "--failed")
    expect((await run("refunds", "settle", refund.id)).status).to.equal(1)
    await done("disputes", "open", id)
    expect(await story()).to.deep.equal([
      ["dispute.open", id, account, "test", "refused: parameter_invalid"],
      ["refund.settle", refund.id, account, "test", "done"],
      ["refund.settle", refund.id, account, "test", "refused: refund_not_pending"],
      ["dispute.open", id, account, "test", "done"],
    ])
  })

  it("has an entry in each mode for an id that is in none, and never a key that stands in the place of its id", async () => {
    const unknown = "key_0000000000000000000000000"
    const { key } = await vintem.newKey({ mode: "live" })
    for (const id of [unknown, key]) expect((await run("keys", "revoke", id)).status).to.equal(1)
    const entries = await added()
    const refused = ["refused: not_found"]
    expect(entries.map(summary).sort()).to.deep.equal(
      [unknown, null].flatMap((target) => ["live", "test"].map((mode) => ["key.revoke", target, null, mode, ...refused])).sort(),
    )
    expect(JSON.stringify(entries)).not.to.contain(key)
  })

  it("has the account, the keys and the plan of a seed", async () => {
    const demo = await done("seed")
    await done("seed")
    const entries = await story()
    expect(entries.map(([action, , account]: string[]) => [action, account])).to.deep.equal(
      ["account.create", "key.create", "key.create", "plan.create"].map((action) => [action, demo.account]),
    )
    const keys = (await done("keys", "list", "--account", demo.account)).map(({ id }: Json) => id)
    expect(entries.map(([, target]: string[]) => target)).to.have.members([demo.account, ...keys, demo.plan])
  })
})
