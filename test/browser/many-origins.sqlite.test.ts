import { expect } from "chai"
import { useCardPages } from "../support/browser/card-page.ts"
import type { InPage } from "../support/browser/in-page.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { payWith } from "../support/merchants/rails.ts"

const MAX_ORIGINS = 100

describe("An account with as many and as long origins as there may be", () => {
  const pages = useCardPages()

  it("has card fields and hosted pages in the shop", async () => {
    // 251 characters each, of the 255 that the contract allows.
    const subdomain = `${"a".repeat(57)}.`.repeat(4)
    for (let i = 1; i < MAX_ORIGINS; i++) {
      const origin = `https://${subdomain}${String(i).padStart(3, "0")}.example`
      expectStatus(await pages.vintem.request("POST", "/merchant-origins", { origin }), 201)
    }
    const shop = await pages.open({ policy: "default-src 'self' data: 'unsafe-inline' http://127.0.0.1:*" })
    await shop.fill(CARDS.approved)
    expect((await shop.createToken()).token.card.last4).to.equal("4242")
    const intent = await payWith(pages.vintem, "pix")
    await shop.page.evaluate(
      (intent) => void (globalThis as InPage).vintem.handleNextAction(intent, { container: "#form" }),
      intent,
    )
    await shop.page.frameLocator("#form > iframe").locator(".close").waitFor()
    expect(shop.complaints).to.deep.equal([])
  })
})
