import { expect } from "chai"
import pino from "pino"
import { listAttention } from "../../src/attention/list.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { cyclesOf, DAY, newRecurringProduct, subscribe } from "../support/merchants/subscriptions.ts"

type FailingRow = { kind: string; item: string; account: string; failures: number; message: string }

const ELEVEN_MINUTES_MS = 11 * 60_000

describe("Work that keeps failing", () => {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { clock, log: pino({ level: "silent" }) })
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const failing = () => vintem.server.modes.test.database.all(sql<FailingRow>("SELECT * FROM failing_work"), {})
  const listed = async () => (await listAttention(vintem.server.modes.test)).items.map(({ kind, id }) => ({ kind, id }))
  const metric = async (name: string, labels: string) => {
    const text = await (await fetch(vintem.metricsUrl)).text()
    const line = text
      .split("\n")
      .find((each) => each.startsWith(`${name}{`) && labels.split(",").every((label) => each.includes(label)))
    return Number(line?.split(" ").at(-1) ?? 0)
  }

  it("is listed after ten minutes, and no longer once it is done", async () => {
    const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant, { interval: "DAY" }))
    const { restore } = replaceAcquirer(vintem, merchant, () => {
      throw new Error("the credentials cannot be read")
    })
    clock.ahead += DAY * 1000
    const [item] = await until(async () => {
      const items = await failing()
      return items.some(({ failures }) => failures >= 2) && items
    })
    expect(item).to.include({
      kind: "bill_subscription",
      item: subscription.id,
      account: merchant.account,
      message: "the credentials cannot be read",
    })
    expect(await listed()).to.deep.equal([])
    const ofBilling = 'mode="test",kind="bill_subscription"'
    expect(await metric("vintem_work_failing", ofBilling)).to.equal(1)
    expect(await metric("vintem_work_due", ofBilling)).to.equal(1)
    expect(await metric("vintem_work_done_total", `${ofBilling},result="failed"`)).to.be.at.least(2)

    const { database } = vintem.server.modes.test
    await database.transaction((tx) => tx.run(sql(`UPDATE failing_work SET since_ms = since_ms - ${ELEVEN_MINUTES_MS}`), {}))
    expect(await listed()).to.deep.equal([{ kind: "work_failing", id: subscription.id }])

    restore()
    await until(async () => (await failing()).length === 0)
    await until(async () => (await cyclesOf(merchant, subscription)).map(({ status }) => status).join() === "succeeded")
    expect(await metric("vintem_work_failing", ofBilling)).to.equal(0)
    expect(await metric("vintem_work_due", ofBilling)).to.equal(0)
    expect(await metric("vintem_work_done_total", `${ofBilling},result="done"`)).to.equal(1)
    expect(await metric("vintem_work_lateness_seconds_count", ofBilling)).to.equal(1)
  })

  it("is forgotten where it is no longer due", async () => {
    const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant, { interval: "DAY" }))
    const { restore } = replaceAcquirer(vintem, merchant, () => {
      throw new Error("the credentials cannot be read")
    })
    clock.ahead += DAY * 1000
    await until(async () => (await failing()).some(({ item }) => item === subscription.id))
    const path = `/v1/customer_subscriptions/${subscription.id}/cancel`
    expectStatus(await merchant.request("POST", path, {}), 200)
    await until(async () => !(await failing()).some(({ item }) => item === subscription.id))
    restore()
  })
})
