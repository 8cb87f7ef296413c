import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sentDuring } from "../support/databases/sent.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus, newCustomer, newIntent } from "../support/merchants/payments.ts"

type Made = { merchant: Merchant; ids: string[] }

describe("On Postgres, lists that arrive together", () => {
  let vintem: Running
  let made: Made[]
  before(async () => {
    vintem = await startVintem()
    made = await Promise.all([12, 3, 0, 25].map(makePayments))
  })
  after(() => vintem.close())

  /** Makes payments of a new merchant. Returns their ids, the newest first. */
  async function makePayments(count: number): Promise<Made> {
    const merchant = await newMerchant(vintem)
    const customer = (await newCustomer(merchant)).id
    const ids: string[] = []
    for (let i = 0; i < count; i++) ids.unshift((await newIntent(merchant, { customer })).id)
    return { merchant, ids }
  }

  const list = async ({ merchant }: Made, query = "") => {
    const { data, has_more } = expectStatus(await merchant.request("GET", `/v1/payment_intents${query}`), 200)
    return { ids: data.map(({ id }: Json) => id), has_more }
  }
  const pageFrom = ({ ids }: Made, from: number) => ({ ids: ids.slice(from, from + 10), has_more: ids.length > from + 10 })

  it("are one query, and each has its own rows in its own order", async () => {
    let fewest = Number.POSITIVE_INFINITY
    // On a busy machine, few may arrive in the same moment.
    for (let i = 0; i < 10 && fewest > 2; i++) {
      const asked = [...made, ...made]
      const sent = await sentDuring(async () => {
        const pages = await Promise.all(asked.map((each) => list(each)))
        expect(pages).to.deep.equal(asked.map((each) => pageFrom(each, 0)))
      })
      fewest = Math.min(fewest, sent.filter((text) => text.includes('from "payment_intents"')).length)
    }
    expect(fewest).to.be.at.most(2)
  })

  it("may have different cursors, limits and filters", async () => {
    const [first, , , last] = made as [Made, Made, Made, Made]
    const pages = await Promise.all([
      list(last, `?starting_after=${last.ids[4]}`),
      list(first, `?starting_after=${first.ids[1]}`),
      list(last, `?ending_before=${last.ids[20]}`),
      list(last, "?limit=2"),
      list(last, "?status=succeeded"),
      list(first, "?created_gte=1"),
      list(last, "?created_gte=1"),
    ])
    expect(pages).to.deep.equal([
      pageFrom(last, 5),
      pageFrom(first, 2),
      { ids: last.ids.slice(10, 20), has_more: true },
      { ids: last.ids.slice(0, 2), has_more: true },
      { ids: [], has_more: false },
      pageFrom(first, 0),
      pageFrom(last, 0),
    ])
  })
})
