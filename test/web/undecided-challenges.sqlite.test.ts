import { expect } from "chai"
import type { Faults } from "../../src/acquirers/mock/faults.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS } from "../support/merchants/payments.ts"
import { confirmWith, help, newOpenIntent, perform, pressButton, retrieve } from "../support/merchants/rails.ts"

const RETURN = "https://shop.example/thanks"
const CHALLENGE_SECONDS = 600

describe("A payer whose 3DS challenge is not decided yet", () => {
  let vintem: Running
  let merchant: Merchant
  let faults: Faults
  let intent: Json
  const clock = { ms: Date.now(), now: () => clock.ms }
  // There is no scheduler. The tests run its jobs.
  before(async () => {
    vintem = await startVintem({ THREEDS_TTL_SECONDS: String(CHALLENGE_SECONDS) }, { role: "api", clock })
    faults = vintem.server.modes.test.config.mockFaults
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    const { id } = await newOpenIntent(merchant)
    intent = await confirmWith(merchant, id, CARDS.threeDs, { return_url: RETURN })
  })

  const press = async () => {
    const { status, headers } = await pressButton(intent.next_action.url, "authorize")
    return [status, headers.get("location")]
  }
  const pressWithFault = async (fault: "timeout_after" | "timeout_before") => {
    faults.finish_challenge = fault
    const [status] = await press()
    delete faults.finish_challenge
    expect(status).to.equal(503)
  }
  const page = async () => {
    const response = await fetch(intent.next_action.url, { headers: { "accept-language": "en" } })
    return response.text()
  }
  const ownPage = () => new URL(intent.next_action.url).pathname
  const back = (outcome: string) => `${RETURN}?payment_intent=${intent.id}&redirect_status=${outcome}`

  /** The page waits for the outcome: it offers nothing, and its script asks how far the payment is. */
  async function expectToWait(): Promise<void> {
    const html = await page()
    expect(html).to.contain("<h1>One moment</h1>").and.to.contain(`data-status="${ownPage()}/status"`)
    expect(html).to.contain(`<noscript><p><a href="${ownPage()}">Refresh this page</a>`)
    expect(html).not.to.contain("<form").and.not.to.contain("redirect_status")
    const { state } = (await (await fetch(`${intent.next_action.url}/status`)).json()) as Json
    expect(state).to.equal("processing")
  }

  for (const [fault, status, outcome] of [
    ["timeout_after", "succeeded", "succeeded"],
    ["timeout_before", "canceled", "failed"],
  ] as const) {
    it(`waits on our page after a press that is too late, and returns with ${outcome} once the bank has said it`, async () => {
      await pressWithFault(fault)
      clock.ms += CHALLENGE_SECONDS * 1000
      expect(await press()).to.deep.equal([303, ownPage()])
      await expectToWait()
      await perform(vintem, callAcquirers, merchant.account)
      expect((await retrieve(merchant, intent.id)).status).to.equal(status)
      expect(await page()).to.contain(back(outcome).replace("&", "&amp;"))
      expect(await press()).to.deep.equal([303, back(outcome)])
    })
  }

  it("can try again while there is time", async () => {
    await pressWithFault("timeout_before")
    expect(await page()).to.contain("<form")
    expect(await press()).to.deep.equal([303, back("succeeded")])
  })

  it("waits on our page where the bank has taken another amount, until the shop's platform has decided", async () => {
    const { restore } = replaceAcquirer(vintem, merchant, (bank) => ({
      ...bank,
      finishChallenge: async (...args) => ({ ...(await bank.finishChallenge!(...args)), captured: 1 }),
    }))
    const pressed = await press()
    restore()
    expect((await retrieve(merchant, intent.id)).status).to.equal("processing")
    expect(pressed).to.deep.equal([303, ownPage()])
    await expectToWait()
    await help(merchant, intent.id, "succeed")
    expect(await press()).to.deep.equal([303, back("succeeded")])
  })
})
