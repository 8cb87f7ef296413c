// A live account with cards at Adyen, from `vintem acquirer set` on. Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import { type Adyen, startAdyen } from "../../adyen/adyen.ts"
import { CARDS } from "../../adyen/cards.ts"
import { type Environment, type Running, runCommand, startVintem } from "../../support/app/vintem.ts"
import { findCanaries } from "../../support/bytes/canary.ts"
import { type Databases, freshDatabases } from "../../support/databases/databases.ts"
import { type Merchant, newMerchant, until } from "../../support/merchants/merchant.ts"
import { expectStatus } from "../../support/merchants/payments.ts"
import { payWith, refundsOf, retrieve } from "../../support/merchants/rails.ts"
import { membersFor } from "./at-adyen.ts"

const PATIENCE_MS = 180_000

describe("A live account with cards at Adyen", function () {
  this.timeout(600_000)
  let adyen: Adyen
  let databases: Databases
  let vintem: Running
  let merchant: Merchant
  let env: Environment
  before(async () => {
    adyen = await startAdyen({ testCvc: false })
    databases = await freshDatabases({ live: true })
    const addresses = { ADYEN_CHECKOUT_URL: adyen.urls.checkout }
    vintem = await startVintem(addresses, { live: true, databases })
    merchant = await newMerchant(vintem, "live")
    env = { ...databases.env, ...addresses, BASE_URL: vintem.url }
    await set()
    await adyen.control.setWebhook({ url: await notificationUrl() })
  })
  after(async () => {
    const { apiKey, hmacKey } = adyen.merchant
    const found = await findCanaries([apiKey, hmacKey], databases)
    await vintem.close()
    await databases.remove()
    await adyen.close()
    expect(found).to.deep.equal([])
  })

  const command = (name: string, args: string[] = [], input?: string) =>
    runCommand(["acquirer", name, "--account", merchant.account, ...args, "--json"], env, input)
  async function set(members: object = {}) {
    const file = JSON.stringify({ ...membersFor(adyen), hmac_keys: [adyen.merchant.hmacKey], ...members })
    const { status, stderr } = await command("set", ["--name", "adyen", "--credentials-file", "-"], file)
    expect(status, stderr).to.equal(0)
  }
  const shown = async () => (await command("show")).json[0]
  const notificationUrl = async (): Promise<string> => (await shown()).notification_url
  const pay = (details: object = {}) => payWith(merchant, CARDS.visa, { payment_method_types: ["card"], ...details })
  const entryOf = async (amount: number) => (await adyen.control.ledger()).find((one) => one.captured === amount)!
  const post = (url: string, body: object) =>
    fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })

  it("is set with the members of the file, and shown without its secrets", async () => {
    const { notification_url, created, ...rest } = await shown()
    expect(rest).to.deep.equal({
      ...{ account: merchant.account, name: "adyen", methods: ["card"], fallback_for: [], funds: "acquirer", drained: false },
      ...{ environment: "test", merchant_account: adyen.merchant.account, live_prefix: null, unknown_events: [] },
    })
    expect(notification_url).to.match(/\/acquirers\/adyen\/acct_[0-9A-Za-z]+\/[0-9A-Za-z]{32}\/notifications$/)
    expect(created).to.be.a("number")
  })

  it("refuses members that Adyen cannot have issued, and names them", async () => {
    for (const [member, value] of Object.entries({
      hmac_keys: ["00"],
      live_prefix: "evil.example/",
      api_key: "short",
      environment: "x",
    })) {
      const file = JSON.stringify({ ...membersFor(adyen), [member]: value })
      const { status, stderr } = await command("set", ["--name", "adyen", "--credentials-file", "-"], file)
      expect([status, stderr.includes(member)], stderr).to.deep.equal([1, true])
    }
    const live = JSON.stringify({ ...membersFor(adyen), environment: "live" })
    expect((await command("set", ["--name", "adyen", "--credentials-file", "-"], live)).stderr).to.contain("live_prefix")
  })

  it("proves its API key, and says if it is wrong", async () => {
    const right = await command("check", ["--name", "adyen"])
    expect([right.status, right.json[0].result], right.stderr).to.deep.equal([0, "right"])
    await set({ api_key: "AQEwrongwrongwrongwrongwrong" })
    const wrong = await command("check", ["--name", "adyen"])
    expect([wrong.status, JSON.parse(wrong.stdout)[0].result]).to.deep.equal([1, "wrong"])
    await set()
  })

  it("charges a card, refunds it, and books a chargeback, as Adyen tells it", async () => {
    const { id, status } = await pay({ amount: 1001 })
    expect(status).to.equal("succeeded")
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 1 }), 201)
    await until(async () => (await refundsOf(merchant, id)).some((one) => one.status === "succeeded"), PATIENCE_MS)
    const { pspReference } = await entryOf(1001)
    await adyen.control.dispute({ payment: pspReference, code: "CHARGEBACK", amount: 1000 })
    await until(async () => (await retrieve(merchant, id)).amount_refunded === 1001, PATIENCE_MS)
  })

  it("shows what Adyen has told that is not known", async () => {
    const { pspReference } = await entryOf(1001)
    await adyen.control.notify({ payment: pspReference, item: { eventCode: "SOMETHING_NEW" } })
    await adyen.control.settled()
    expect((await shown()).unknown_events).to.deep.equal(["SOMETHING_NEW (1)"])
  })

  it("takes notifications that a key of the account has signed, and answers [accepted]", async () => {
    await adyen.control.setOptions({ acknowledgement: "accepted" })
    const key = await adyen.control.newHmacKey()
    await set({ hmac_keys: [adyen.merchant.hmacKey, key] })
    await pay({ amount: 1002 })
    await adyen.control.signWith("new")
    await pay({ amount: 1003 })
    await adyen.control.settled()
    const last = (await adyen.control.deliveries()).slice(-2)
    expect(last.map(({ state }) => state)).to.deep.equal(["accepted", "accepted"])
    await set({ hmac_keys: [key] })
    await adyen.control.resend({ pspReference: (await entryOf(1002)).pspReference, sign: "old" })
    await adyen.control.settled()
    expect((await adyen.control.deliveries()).at(-1)!.state).not.to.equal("accepted")
  })

  it("refuses what nobody has signed: 400, and a wrong secret, account or name is the same 404", async () => {
    const url = await notificationUrl()
    const { pspReference } = await entryOf(1001)
    const forged = { pspReference, merchantReference: "x", amount: { currency: "BRL", value: 1 } }
    expect(await adyen.control.forge({ url, item: forged, sign: "wrong" })).to.equal(400)
    expect(await adyen.control.forge({ url, item: forged, sign: "none" })).to.equal(400)
    expect((await post(url, { notificationItems: [] })).status).to.equal(400)
    const answers = []
    for (const wrong of [
      url.replace(/[^/]{32}\/notifications$/, `${"a".repeat(32)}/notifications`),
      url.replace(/acct_[0-9A-Za-z]+/, "acct_1"),
      url.replace("/adyen/", "/other/"),
    ]) {
      const response = await post(wrong, { notificationItems: [] })
      const { error } = (await response.json()) as { error: { code: string } }
      answers.push(`${response.status} ${error.code}`)
    }
    expect(new Set(answers).size).to.equal(1)
    expect(answers[0]).to.match(/^404 /)
  })
})
