// Live mode is on Postgres, so SQLite is enough for test mode.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "chai"
import type { OperationName } from "../../bank-pix/operations.ts"
import { type Spawned, spawnVintem } from "../../support/app/vintem.ts"
import { until } from "../../support/merchants/merchant.ts"
import { DAY } from "../../support/merchants/subscriptions.ts"
import { authorityFile } from "../../support/network/https-sink.ts"
import { lapse } from "./live-bank.ts"
import { PRICE, type Subscribed, withSubscriptions } from "./subscriptions.ts"

/** Each call of a cycle: at which time it is made. */
const CALLS: [operation: OperationName, what: string, time: string][] = [
  ["putCobr", "orders a charge", "2027-03-27T12:00:30"],
  ["retryCobr", "orders a retry", "2027-04-01T21:11"],
]

describe("A process that dies while it charges by PIX Automático at a bank", function () {
  this.timeout(120_000)
  const on = withSubscriptions({ tests: 14 })
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "vintem-bank-"))
  })
  after(() => rm(folder, { recursive: true }))

  /** Another process of the service, whose clock is that of the test. */
  async function another(role: "api" | "worker"): Promise<Spawned> {
    const env = { ...on.env, NODE_EXTRA_CA_CERTS: await authorityFile(folder), LOG_LEVEL: "silent" }
    const laterMs = on.clock.ms - Date.now()
    return spawnVintem(env, { databases: on.databases, live: true, role, laterMs, merchant: on.merchant })
  }
  const calls = (operation: OperationName) => on.bank.calls(operation).filter(({ client }) => client === on.account.client.id)
  /** Kills a process while it waits for the bank's answer to a call, which the bank has done, or has not. */
  async function dieIn(
    operation: OperationName,
    role: "api" | "worker",
    fault: string,
    act: (victim: Spawned) => unknown = () => {},
  ) {
    const before = on.bank.calls(operation).length
    on.bank.faults.next({ operation, fault, times: 1 })
    const victim = await another(role)
    try {
      void Promise.resolve(act(victim)).catch(() => {})
      await until(async () => on.bank.calls(operation).length > before)
      if (fault === "hang_after") await until(async () => on.bank.calls(operation)[before]?.client !== undefined)
    } finally {
      await victim.close()
    }
    on.bank.faults.clear()
    on.clock.ms += 10_000
    await lapse(on)
  }
  const isChargedOnce = async ({ subscription }: Subscribed) => {
    expect((await on.cycles(subscription)).filter((cycle) => cycle.endsWith("succeeded"))).to.have.lengthOf(1)
    expect(on.money()).to.deep.equal(Array(2).fill([PRICE, 0]))
    expect((await on.look(subscription)).status).to.equal("ACTIVE")
    expect(await on.wrong()).to.deep.equal([])
  }

  for (const [operation, what, time] of CALLS)
    for (const fault of ["hang_before", "hang_after"])
      it(`and ${what} charges at most once: the bank ${fault === "hang_after" ? "has done it" : "has not done it"}`, async () => {
        const begun = await on.subscribe()
        if (operation === "retryCobr") on.bank.payerHas(begun.mandate, 0)
        await on.goTo(Date.parse(`${time}-03:00`) / 1000 - 90)
        on.clock.ms = Date.parse(`${time}-03:00`)
        await dieIn(operation, "worker", fault)
        on.bank.payerHas(begun.mandate, PRICE)
        await on.goTo("2027-04-06T12:00")
        await isChargedOnce(begun)
        expect(on.bank.chargesUnder(begun.mandate)).to.have.lengthOf(1)
      })

  it("and withdraws a charge leaves nothing that is paid", async () => {
    const begun = await on.subscribe()
    await on.goTo("2027-03-28T12:00")
    await on.post(`/v1/customer_subscriptions/${begun.subscription.id}/cancel`)
    await dieIn("patchCobr", "worker", "hang_before")
    await on.goTo("2027-04-03T12:00")
    expect(on.charge(begun.mandate).status).to.equal("CANCELADA")
    expect(on.money()).to.deep.equal([[PRICE, 0]])
  })

  it("and cancels a mandate leaves none that lives", async () => {
    const begun = await on.subscribe()
    await on.post(`/v1/customer_subscriptions/${begun.subscription.id}/cancel`)
    await dieIn("patchRec", "worker", "hang_before")
    expect(on.bank.mandate(begun.mandate).status).to.equal("APROVADA")
    await on.goTo(on.clock.ms / 1000 + 3600)
    expect(on.bank.mandate(begun.mandate).status).to.equal("CANCELADA")
  })

  for (const operation of ["postRec", "putCob", "getRec"] as const)
    it(`and makes a mandate leaves none that a payer could agree to, and another confirm makes one: ${operation}`, async () => {
      const { id } = await on.unpaid()
      const token = await on.post("/v1/tokens", { type: "pix_automatico" }, 201)
      const path = `/v1/payment_intents/${id}/confirm`
      await dieIn(operation, "api", "hang_after", (victim) =>
        victim.request("POST", path, { payment_method: token.id }, { key: on.merchant.key }),
      )
      await on.goTo(on.clock.ms / 1000 + 2 * DAY)
      expect(on.living()).to.deep.equal([])
      expect(on.money()).to.deep.equal([])
      expect(await on.wrong()).to.deep.equal([])
    })

  it("is one of two: both do what is due, and each charge is made and paid once", async () => {
    const begun = await on.subscribe()
    await on.goTo("2027-03-27T11:59")
    on.clock.ms = Date.parse("2027-03-27T12:00:30-03:00")
    const workers = await Promise.all([another("worker"), another("worker")])
    const moveTo = async (time: string) => {
      const ms = Date.parse(`${time}-03:00`)
      const aheadMs = ms - on.clock.ms
      on.clock.ms = ms
      await Promise.all(workers.map((worker) => worker.ask("setClock", aheadMs)))
    }
    try {
      await until(async () => on.bank.chargesUnder(begun.mandate).length > 0)
      await until(async () => (await on.cycles(begun.subscription))[0] === "pix_automatico processing")
      await moveTo("2027-04-01T21:11")
      await until(async () => (await on.cycles(begun.subscription))[0] === "pix_automatico succeeded")
    } finally {
      await Promise.all(workers.map((worker) => worker.close()))
    }
    await isChargedOnce(begun)
    expect(calls("putCobr")).to.have.lengthOf(1)
  })

  it("is one of two that confirm at once: one mandate is made, and one charge", async () => {
    const { id } = await on.unpaid()
    const tokens = await Promise.all([1, 2].map(() => on.post("/v1/tokens", { type: "pix_automatico" }, 201)))
    const other = await another("api")
    const clients = [on.merchant, { request: (...args: Parameters<typeof other.request>) => other.request(...args) }]
    try {
      const answers = await Promise.all(
        clients.map(({ request }, index) =>
          request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: tokens[index]!.id }, { key: on.merchant.key }),
        ),
      )
      const statuses = answers.map(({ status }) => status).toSorted()
      expect(statuses[0]).to.equal(200)
      expect(statuses[1]).to.be.oneOf([400, 409])
    } finally {
      await other.close()
    }
    expect([calls("postRec").length, calls("putCob").length, on.living().length]).to.deep.equal([1, 1, 1])
  })
})
