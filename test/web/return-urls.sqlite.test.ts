import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { CARDS } from "../support/merchants/payments.ts"
import { confirmWith, newOpenIntent, pressButton } from "../support/merchants/rails.ts"

const SHOP = "https://shop.example"

describe("The return_url of a 3DS challenge", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  after(() => vintem.close())

  async function challenge(return_url: string) {
    const { id } = await newOpenIntent(vintem)
    const { next_action } = await confirmWith(vintem, id, CARDS.threeDs, { return_url })
    return { id, url: next_action.url }
  }

  it("gets the outcome once, whatever parameters it had", async () => {
    const mine = "redirect_status=succeeded&payment%5Fintent=x&payment_intent"
    const { id, url } = await challenge(`${SHOP}/thanks?order=1&${mine}&payment_intents=2`)
    const location = (await pressButton(url, "fail")).headers.get("location")
    expect(location).to.equal(`${SHOP}/thanks?order=1&payment_intents=2&payment_intent=${id}&redirect_status=failed`)
  })

  for (const query of ["?wc-api&next=/a%20b~c&sig=x*y+z&&empty=", "?100%&{a}|b", "?", ""]) {
    it(`keeps the rest of its query as it is, which may be signed: '${query}'`, async () => {
      const { id, url } = await challenge(`${SHOP}/thanks${query}#top`)
      const location = (await pressButton(url, "authorize")).headers.get("location")
      const before = query.length > 1 ? `${query}&` : "?"
      expect(location).to.equal(`${SHOP}/thanks${before}payment_intent=${id}&redirect_status=succeeded#top`)
    })
  }
})
