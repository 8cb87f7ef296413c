import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { cancelOne, type Merchant, newEndpoint, newMerchant, until } from "../support/merchants/merchant.ts"
import { type Sink, startSink, trustTestAuthority } from "../support/network/https-sink.ts"

const WITHIN_MS = 60_000

/** A server that holds its responses back while it is told to. */
type Holding = { sink: Sink; hold(): void; release(): void; held(): number; most(): number }

async function startHolding(): Promise<Holding> {
  let holding = false
  let most = 0
  const held: (() => void)[] = []
  const sink = await startSink((_request, response) => {
    if (!holding) return void response.end()
    held.push(() => response.end())
    most = Math.max(most, held.length)
  })
  return {
    sink,
    hold: () => {
      holding = true
    },
    release: () => {
      holding = false
      for (const end of held.splice(0)) end()
    },
    held: () => held.length,
    most: () => most,
  }
}

describe("The delivery attempts of one account", () => {
  /** Stands still unless a test advances it. */
  let now = Math.floor(Date.now() / 1000) * 1000
  let vintem: Running
  const servers: Holding[] = []
  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }, { clock: { now: () => now } })
  })
  after(() => vintem.close())
  afterEach(async () => {
    for (const { sink, release } of servers.splice(0)) {
      release()
      await sink.close()
    }
  })

  async function newServers(count: number): Promise<Holding[]> {
    const made = await Promise.all(Array.from({ length: count }, startHolding))
    servers.push(...made)
    return made
  }
  const register = (merchant: Merchant, { sink }: Holding, count: number) =>
    Promise.all(Array.from({ length: count }, (_, i) => newEndpoint(merchant, `${sink.url}/${i}`)))
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

  it("are at most 64 at a time and 32 to a host, however many endpoints and events it has, and delay no other account", async () => {
    const [many, neighbor] = [await newMerchant(vintem), await newMerchant(vintem)]
    const hosts = await newServers(3)
    const [healthy] = (await newServers(1)) as [Holding]
    for (const host of hosts) await register(many, host, 33)
    await register(neighbor, healthy, 1)
    await cancelOne(many)
    await Promise.all(hosts.map(({ sink }) => sink.arrived(33, WITHIN_MS)))
    for (const { hold } of hosts) hold()
    await cancelOne(many)
    await until(async () => sum(hosts.map(({ held }) => held())) >= 64)
    await cancelOne(neighbor)
    await healthy.sink.arrived(1, WITHIN_MS)
    expect(sum(hosts.map(({ held }) => held()))).to.equal(64)
    expect(Math.max(...hosts.map(({ most }) => most()))).to.be.at.most(32)
    // Those that have waited for long by now are not left until their leases end.
    now += 11_000
    for (const { release } of hosts) release()
    await Promise.all(hosts.map(({ sink }) => sink.arrived(2 * 33, WITHIN_MS)))
  })

  it("are at most 16 at a time to an endpoint, however long it takes to respond", async () => {
    const [merchant, neighbor] = [await newMerchant(vintem), await newMerchant(vintem)]
    const [busy, healthy] = (await newServers(2)) as [Holding, Holding]
    await register(merchant, busy, 1)
    await register(neighbor, healthy, 1)
    const cancel = (count: number) => Promise.all(Array.from({ length: count }, () => cancelOne(merchant)))
    // An endpoint that responds at once gets all 16.
    await cancel(10)
    await busy.sink.arrived(10, WITHIN_MS)
    busy.hold()
    await cancel(16)
    await busy.sink.arrived(26, WITHIN_MS)
    await vintem.server.tick()
    await cancel(4)
    await cancelOne(neighbor)
    await healthy.sink.arrived(1, WITHIN_MS)
    expect(busy.most()).to.equal(16)
    busy.release()
    await busy.sink.arrived(30, WITHIN_MS)
  })

  it("to endpoints that hang leave room for its endpoints that respond", async () => {
    const merchant = await newMerchant(vintem)
    const [healthy, ...hanging] = (await newServers(4)) as [Holding, ...Holding[]]
    await register(merchant, healthy, 1)
    await cancelOne(merchant)
    await healthy.sink.arrived(1, WITHIN_MS)
    for (const host of hanging) {
      host.hold()
      await register(merchant, host, 24)
    }
    await cancelOne(merchant)
    await healthy.sink.arrived(2, WITHIN_MS)
    await until(async () => sum(hanging.map(({ held }) => held())) >= 32)
    await cancelOne(merchant)
    await healthy.sink.arrived(3, WITHIN_MS)
    expect(sum(hanging.map(({ held }) => held()))).to.equal(32)
  })
})
