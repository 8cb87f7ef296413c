import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { help, newPayer, payWith } from "../support/merchants/rails.ts"
import { advance, DAY, timeOf } from "../support/merchants/subscriptions.ts"

const NAME = "Rosa Que Some"

describe("The pages and files of a payment", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({ BOLETO_DAYS: "90" }, { role: "api" })
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })

  const pay = async (method: string): Promise<Json> => {
    const customer = (await newPayer(merchant, { name: NAME })).id
    return payWith(merchant, method, { customer })
  }
  const cancel = async ({ id }: Json) => expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/cancel`, {}), 200)
  const pagesOf = ({ next_action }: Json): string[] => {
    const { pdf_url, barcode_url, qr_code_url, url } = next_action
    const all = [pdf_url, barcode_url, qr_code_url, url, (pdf_url ?? qr_code_url)?.replace(/\/[^/]*$/, "")]
    return all.filter((each) => each !== undefined)
  }
  const statuses = (intents: Json[]) => Promise.all(intents.flatMap(pagesOf).map(async (url) => (await fetch(url)).status))
  const stored = async () => {
    const rows = await vintem.server.modes.test.database.all(sql<{ details: string }>("SELECT details FROM hosted_links"), {})
    return rows.filter(({ details }) => details.includes(NAME)).length
  }

  it("end 30 days after it was paid, canceled or has expired, and the payer's data with them", async () => {
    const paid = [await pay("boleto"), await pay("pix"), await pay(CARDS.threeDs)]
    const over = [await pay("boleto"), await pay("boleto"), await pay("pix")]
    for (const { id } of paid) await help(merchant, id, "succeed")
    await cancel(over[0]!)
    for (const { id } of over.slice(1)) await help(merchant, id, "expire")
    const end = await timeOf(merchant)
    await advance(merchant, { to: end + 30 * DAY - 60 })
    expect(new Set(await statuses(paid))).to.deep.equal(new Set([200]))
    expect(new Set(await statuses(over))).to.deep.equal(new Set([410]))
    expect(await stored()).to.equal(3)
    await advance(merchant, { to: end + 30 * DAY + 60 })
    expect(new Set(await statuses([...paid, ...over]))).to.deep.equal(new Set([404]))
    expect(await stored()).to.equal(0)
  })

  it("work for as long as it waits for the payer", async () => {
    const open = await pay("boleto")
    for (const days of [40, 20]) await advance(merchant, { seconds: days * DAY })
    expect(new Set(await statuses([open]))).to.deep.equal(new Set([200]))
    await help(merchant, open.id, "succeed")
    await advance(merchant, { seconds: 29 * DAY })
    expect(new Set(await statuses([open]))).to.deep.equal(new Set([200]))
    await advance(merchant, { seconds: 2 * DAY })
    expect(await statuses([open])).to.deep.equal([404, 404, 404])
  })

  it("stay although the clock of another merchant is advanced by months", async () => {
    const ended = await pay("boleto")
    await help(merchant, ended.id, "succeed")
    const other = await newMerchant(vintem)
    await advance(other, { seconds: 90 * DAY })
    expect(new Set(await statuses([ended]))).to.deep.equal(new Set([200]))
  })

  it("end 30 days after an update of the service, where it ended before", async () => {
    const before = await pay("boleto")
    await help(merchant, before.id, "succeed")
    const { database } = vintem.server.modes.test
    const ofEarlierVersion = sql(`UPDATE hosted_links SET due_at = 0 WHERE payment_intent = '${before.id}'`)
    await database.transaction((tx) => tx.run(ofEarlierVersion, {}))
    await advance(merchant, { seconds: 29 * DAY })
    await advance(merchant, { seconds: 29 * DAY })
    expect(new Set(await statuses([before]))).to.deep.equal(new Set([200]))
    await advance(merchant, { seconds: 2 * DAY })
    expect(await statuses([before])).to.deep.equal([404, 404, 404])
  })
})
