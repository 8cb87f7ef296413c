import { expect } from "chai"
import { lockAccount } from "../../src/accounts/accounts.ts"
import { scopeOf } from "../../src/accounts/scope.ts"
import { MAX_OF_ACCOUNT } from "../../src/base/bounds.ts"
import { createIntegration } from "../../src/events/webhooks/integrations.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { kind } from "../support/databases/databases.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"

describe("An account", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  /** Runs `create` this many times, ten at once. */
  async function times<T>(count: number, create: (index: number) => Promise<T>): Promise<T[]> {
    const made: T[] = []
    while (made.length < count) {
      const next = Math.min(10, count - made.length)
      made.push(...(await Promise.all(Array.from({ length: next }, (_, i) => create(made.length + i)))))
    }
    return made
  }

  const resources = [
    {
      name: "webhook endpoints",
      path: "/v1/webhook_endpoints",
      body: (i: number) => ({ url: `https://shop.example/${i}`, events: ["*"] }),
      placeOf: ({ id }: Json) => `/v1/webhook_endpoints/${id}`,
    },
    {
      name: "origins",
      path: "/merchant-origins",
      body: (i: number) => ({ origin: `https://shop-${i}.example` }),
      placeOf: ({ origin }: Json) => `/merchant-origins?origin=${origin}`,
    },
  ]

  for (const { name, path, body, placeOf } of resources) {
    it(`has at most 100 ${name}, also when requests for the last one arrive together, and room again when one is deleted`, async () => {
      const { request } = await newMerchant(vintem)
      const [first] = await times(97, async (i) => expectStatus(await request("POST", path, body(i)), 201))
      const last = await Promise.all(Array.from({ length: 12 }, (_, i) => request("POST", path, body(97 + i))))
      expect(last.filter(({ status }) => status === 201)).to.have.lengthOf(3)
      const refused = last.find(({ status }) => status !== 201)!
      expect(expectStatus(refused, 400).error).to.include({ type: "invalid_request_error", code: "limit_reached" })
      expect(refused.body.error.message).to.contain(`already has 100 ${name} in test mode`)
      expect(refused.headers["service-should-retry"]).to.equal("false")
      // An origin that is registered already is no further one.
      if (name === "origins") expectStatus(await request("POST", path, body(0)), 200)
      const another = await newMerchant(vintem)
      expectStatus(await another.request("POST", path, body(0)), 201)
      expectStatus(await request("DELETE", placeOf(first)), 200)
      expectStatus(await request("POST", path, body(200)), 201)
    })
  }

  if (kind === "postgres") {
    it("waits for no other account whose limit is being looked at", async () => {
      const [one, other] = [await newMerchant(vintem), await newMerchant(vintem)]
      await vintem.server.modes.test.database.transaction(async (tx) => {
        await lockAccount(tx, one.account)
        expectStatus(await other.request("POST", "/merchant-origins", { origin: "https://shop.example" }), 201)
      })
    })
  }

  it("has at most 100 active keys; those that are revoked or expired do not count", async () => {
    const account = await vintem.newAccount()
    const options = ["--mode", "test", "--account", account] as const
    const create = () => vintem.cli("keys", "create", ...options, "--kind", "secret", "--json")
    await vintem.newKey({ account, expires_at: Math.floor(Date.now() / 1000) - 60 })
    const [first] = await times(MAX_OF_ACCOUNT.keys, () => vintem.newKey({ account }))
    const refused = await create()
    expect([refused.status, refused.stdout]).to.deep.equal([1, ""])
    expect(refused.stderr).to.equal(
      "vintem: This account already has 100 active API keys in test mode. Revoke one that you no longer need, then try again.\n",
    )
    expect((await vintem.cli("keys", "revoke", first!.id)).status).to.equal(0)
    expect((await create()).status).to.equal(0)
  })

  it("has at most 32 active integrations", async () => {
    const account = await vintem.newAccount()
    const options = ["--mode", "test", "--account", account, "--json"]
    const create = () => vintem.cli("integrations", "create", "--url", "https://tool.example/purchases", ...options)
    const mode = vintem.server.modes.test
    const scope = await scopeOf(mode.database, mode, account)
    const another = await scopeOf(mode.database, mode, await vintem.newAccount())
    const addTo = (to: typeof scope) =>
      mode.database.transaction((tx) => createIntegration(tx, to, "https://tool.example/purchases"))
    const [first] = await times(MAX_OF_ACCOUNT.integrations, () => addTo(scope))
    const refused = await create()
    expect([refused.status, refused.stdout]).to.deep.equal([1, ""])
    expect(refused.stderr).to.contain("This account already has 32 active integrations in test mode.")
    await addTo(another)
    expect((await vintem.cli("integrations", "deactivate", first!.row.id)).status).to.equal(0)
    expect((await create()).status).to.equal(0)
  })
})
