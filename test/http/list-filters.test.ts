import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer, newIntent } from "../support/merchants/payments.ts"
import { advance, DAY } from "../support/merchants/subscriptions.ts"

const DAYS = 4
const EVERY_PAGE = 50

/** Payments of two customers on several days, some refused, some not confirmed, some refunded. */
describe("Filters of lists", () => {
  let vintem: Running
  let merchant: Merchant
  let customers: string[]
  const all: Record<string, Json[]> = {}
  before(async () => {
    vintem = await startVintem()
    merchant = await newMerchant(vintem)
    customers = [(await newCustomer(merchant)).id, (await newCustomer(merchant)).id]
    for (let day = 0; day < DAYS; day++) {
      for (const customer of customers) {
        const { id: payment_intent } = await payOne(merchant, CARDS.approved, { customer })
        await payOne(merchant, CARDS.declined, { customer })
        await newIntent(merchant, { customer })
        expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent }), 201)
      }
      await advance(merchant, { seconds: DAY })
    }
    for (const path of ["payment_intents", "refunds", "events"]) all[path] = await list(path, { limit: 100 })
  })
  after(() => vintem.close())

  type Query = Record<string, string | number>
  const page = async (path: string, query: Query): Promise<Json> => {
    const search = Object.entries(query).map(([name, value]) => `${name}=${value}`)
    return expectStatus(await merchant.request("GET", `/v1/${path}?${search.join("&")}`), 200)
  }
  const list = async (path: string, query: Query): Promise<Json[]> => (await page(path, query)).data
  const idsOf = (items: Json[]): string[] => items.map(({ id }) => id)
  /** Every id that paging shows, in the order of a list. */
  const walk = async (path: string, query: Query, direction: "starting_after" | "ending_before", from?: string) => {
    const seen: string[] = []
    for (let cursor = from, pages = 0; pages < EVERY_PAGE; pages++) {
      const { data, has_more } = await page(path, { ...query, limit: 2, ...(cursor && { [direction]: cursor }) })
      if (direction === "starting_after") seen.push(...idsOf(data))
      else seen.unshift(...idsOf(data))
      if (!has_more) return seen
      cursor = (direction === "starting_after" ? data.at(-1) : data[0]).id
    }
    throw new Error("the list does not end")
  }

  const matches = (item: Json, { created_gte, created_lt, ...members }: Query) =>
    item.created >= (created_gte ?? 0) &&
    item.created < (created_lt ?? Infinity) &&
    Object.entries(members).every(([name, value]) => item[name] === value)

  /** All days but the first and the last. */
  const middleOf = (items: Json[]) => ({
    created_gte: items.at(-1)!.created + DAY / 2,
    created_lt: items[0]!.created - DAY / 2,
  })

  /** Every combination of the filters of a list, each of which matches some items but not all. */
  function combinations(path: string): Query[] {
    const items = all[path]!
    const times = middleOf(items)
    const filters: Record<string, Query[]> = {
      payment_intents: [{ customer: customers[0]! }, { status: "succeeded" }],
      refunds: [{ payment_intent: items[3]!.payment_intent }],
      events: [{ type: "payment_intent.payment_failed" }],
    }
    const each: Query[] = [...filters[path]!, { created_gte: times.created_gte }, { created_lt: times.created_lt }]
    return each.reduce<Query[]>((sets, one) => sets.concat(sets.map((set) => ({ ...set, ...one }))), [{}])
  }

  for (const path of ["payment_intents", "refunds", "events"]) {
    it(`of ${path} work together and alone, with paging in both directions`, async () => {
      for (const query of combinations(path)) {
        const expected = idsOf(all[path]!.filter((item) => matches(item, query)))
        const name = JSON.stringify(query)
        expect(idsOf(await list(path, { ...query, limit: 100 })), name).to.deep.equal(expected)
        expect(await walk(path, query, "starting_after"), name).to.deep.equal(expected)
        const oldest = all[path]!.at(-1)!
        const newer = expected.filter((id) => id !== oldest.id)
        expect(await walk(path, query, "ending_before", oldest.id), name).to.deep.equal(newer)
      }
    })

    it(`of ${path} include created_gte and exclude created_lt, to the second`, async () => {
      const { created } = all[path]![3]!
      const at = idsOf(all[path]!.filter((item) => item.created === created))
      expect(idsOf(await list(path, { created_gte: created, created_lt: created + 1 }))).to.deep.equal(at)
      const empty: Query[] = [
        { created_gte: created, created_lt: created },
        { created_gte: created + 1, created_lt: created - 1 },
        { created_gte: 99_999_999_999 },
        { created_lt: 0 },
      ]
      for (const query of empty) expect(await page(path, query)).to.deep.include({ data: [], has_more: false })
    })

    it(`of ${path} take a cursor from outside of the dates`, async () => {
      const items = all[path]!
      const query = middleOf(items)
      const inside = idsOf(items.filter((item) => matches(item, query)))
      const [newest, oldest] = [items[0]!.id, items.at(-1)!.id]
      expect(await walk(path, query, "starting_after", newest)).to.deep.equal(inside)
      expect(await walk(path, query, "ending_before", oldest)).to.deep.equal(inside)
      expect(await walk(path, query, "starting_after", oldest)).to.deep.equal([])
      expect(await walk(path, query, "ending_before", newest)).to.deep.equal([])
    })
  }

  it("by status follow the payment intent", async () => {
    const { id } = await newIntent(merchant, { customer: customers[0] })
    const has = async (status: string) => idsOf(await list("payment_intents", { status, limit: 100 })).includes(id)
    expect([await has("requires_payment_method"), await has("canceled")]).to.deep.equal([true, false])
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
    expect([await has("requires_payment_method"), await has("canceled")]).to.deep.equal([false, true])
  })

  it("by date show every earlier item exactly once while others are created", async () => {
    const busy = await newMerchant(vintem)
    const { id: customer } = await newCustomer(busy)
    const before: string[] = []
    for (let i = 0; i < 40; i++) before.push((await newIntent(busy, { customer })).id)
    let writing = true
    const writers = Array.from({ length: 3 }, async () => {
      for (let i = 0; writing && i < 200; i++) await newIntent(busy, { customer })
    })
    const seen: string[] = []
    for (let cursor = "", more = true; more; cursor = seen.at(-1)!) {
      const after = cursor && `&starting_after=${cursor}`
      const { body } = await busy.request("GET", `/v1/payment_intents?created_gte=1&limit=7${after}`)
      seen.push(...idsOf(body.data))
      more = body.has_more
    }
    writing = false
    await Promise.all(writers)
    expect(new Set(seen)).to.have.lengthOf(seen.length)
    expect(seen).to.include.members(before)
  })
})
