import { expect } from "chai"
import pino from "pino"
import { scopeOf } from "../../src/accounts/scope.ts"
import { insertDeliveries } from "../../src/events/webhooks/deliveries.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { refuse } from "../support/databases/refusing.ts"
import {
  cancelOne,
  deliveriesOf,
  type Merchant,
  newEndpoint,
  newMerchant,
  ONLY_OUTCOMES,
  until,
} from "../support/merchants/merchant.ts"
import { trustTestAuthority } from "../support/network/https-sink.ts"
import { sinkStarter, timeoutMs } from "./sinks.ts"

describe("A process with more deliveries than it attempts at once", () => {
  const clock = standingClock()
  let vintem: Running
  let merchant: Merchant
  /** How often the process has claimed deliveries from the database. */
  let claims: number
  let warnings: string[]
  const { closeAll, sinkFor } = sinkStarter()

  before(trustTestAuthority)
  beforeEach(async () => {
    claims = 0
    warnings = []
    const checkpoint = (step: string) => void (step === "delivery: claimed" && claims++)
    const log = pino({ level: "warn" }, { write: (line: string) => void warnings.push(line) })
    // Without a scheduler, so that nothing but the test looks for due deliveries.
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }, { clock, log, checkpoint, role: "api" })
    merchant = await newMerchant(vintem)
  })
  afterEach(async () => {
    await closeAll()
    await vintem.close()
  })

  const lookForDue = () => vintem.server.modes.test.outbox!.tick()
  const deliveredTo = async (endpoint: string, count: number) =>
    until(async () => {
      const statuses = (await deliveriesOf(merchant, endpoint)).map(({ status }) => status)
      return statuses.filter((status) => status === "delivered").length === count
    }, timeoutMs)
  /** Creates events before there is any endpoint. Returns their ids. */
  async function earlierEvents(count: number): Promise<string[]> {
    for (let i = 0; i < count; i++) await cancelOne(merchant)
    const { data } = (await merchant.request("GET", `/v1/events?limit=${count}`, undefined, ONLY_OUTCOMES)).body
    return data.map(({ id }: { id: string }) => id)
  }
  /** Writes due deliveries as a command does, or a process that has no room for them. */
  async function addDeliveries(endpoint: string, events: string[]): Promise<void> {
    const mode = vintem.server.modes.test
    const scope = await scopeOf(mode.database, mode, merchant.account)
    const target = [{ target: endpoint, version: null, leaseMs: 0 }]
    await mode.database.transaction(async (tx) => {
      for (const event of events) await insertDeliveries(tx, scope, event, scope.now * 1000, target)
    })
  }
  /** An endpoint that holds its first responses back until `release` is called. */
  async function newHolding() {
    let holding = true
    const held: (() => void)[] = []
    const sink = await sinkFor((_request, response) => {
      const end = () => void response.writeHead(200).end()
      if (holding) held.push(end)
      else end()
    })
    const { id } = await newEndpoint(merchant, sink.url)
    const release = () => {
      holding = false
      for (const end of held.splice(0)) end()
    }
    return { sink, id, release }
  }

  it("gives back those that waited for more than ten seconds, claims them again, and attempts each once", async () => {
    const events = await earlierEvents(12)
    const { sink, id, release } = await newHolding()
    await addDeliveries(id, events)
    await lookForDue()
    await sink.arrived(8) // the others wait for these
    clock.ms += 11_000
    release()
    await deliveredTo(id, 12)
    expect(sink.received).to.have.length(12)
  })

  it("looks for more only while there may be more", async () => {
    const events = await earlierEvents(40)
    const { id, release } = await newHolding()
    release()
    await addDeliveries(id, events)
    await lookForDue()
    await deliveredTo(id, 40)
    // The first claim gets as many as it asks for, so there may be more. The second gets fewer.
    expect(claims).to.equal(2)
  })

  it("attempts none while it cannot store the outcome of the last one", async () => {
    const [earlier] = await earlierEvents(1)
    const { sink, id, release } = await newHolding()
    await cancelOne(merchant)
    await sink.arrived(1)
    const allow = await refuse(vintem.server.modes.test.database, "INSERT", "delivery_attempts", "disk full")
    release()
    await until(async () => warnings.some((line) => line.includes("could not store the outcomes")), timeoutMs)
    await merchant.request("POST", `/v1/webhook_endpoints/${id}/deliveries/${earlier}/replay`)
    await lookForDue()
    await allow()
    await deliveredTo(id, 1)
    // It could have claimed the replay all the time.
    expect(claims).to.equal(0)
    expect(sink.received).to.have.length(1)
    await lookForDue()
    await deliveredTo(id, 2)
  })
})
