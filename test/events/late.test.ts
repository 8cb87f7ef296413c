import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { confirmWith, newOpenIntent } from "../support/merchants/rails.ts"

describe("A request that has to wait", () => {
  let databases: Databases
  let bank: Bank
  let vintem: Running
  const clock = {
    ahead: 0,
    looks: 0,
    now: () => {
      clock.looks++
      return Date.now() + clock.ahead
    },
  }
  before(async () => {
    databases = await freshDatabases()
    bank = bankFor(databases)
    vintem = await startVintem({}, { role: "api", databases, clock, acquirerOf: () => bank.acquirer })
  })
  after(async () => {
    await vintem.close()
    bank.close()
    await databases.remove()
  })

  it("makes an event with the time at which it is done, so that whoever polls by date sees it", async () => {
    const { id } = await newOpenIntent(vintem)
    bank.set("authorize", "held")
    const confirming = confirmWith(vintem, id, CARDS.threeDs)
    await until(async () => bank.calls(vintem.account, "authorize") > 0)
    const canceling = vintem.request("POST", `/v1/payment_intents/${id}/cancel`)
    await vintem.request("GET", "/v1/balance") // the cancellation has arrived before this is answered
    clock.ahead += 2000
    const later = Math.floor(clock.now() / 1000)
    const { looks } = clock
    await until(async () => clock.looks > looks) // the cancellation tries again, and no earlier try is left
    bank.heal()
    await confirming
    expectStatus(await canceling, 200)
    const { data } = expectStatus(await vintem.request("GET", `/v1/events?created_gte=${later}`), 200)
    expect(data[0].type).to.equal("payment_intent.canceled")
  })
})
