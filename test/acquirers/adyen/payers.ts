// A payer at our pages and at the issuer's page of the simulator, without a browser.
import { expect } from "chai"
import { CARDS } from "../../adyen/cards.ts"
import type { Decision } from "../../adyen/payments/types.ts"
import type { Json } from "../../support/app/client.ts"
import { cardBody, expectStatus } from "../../support/merchants/payments.ts"
import { confirm, newOpenIntent, newPayer, retrieve } from "../../support/merchants/rails.ts"
import { BROWSER } from "../cielo/threeds-page.ts"
import { actsOf } from "./acts.ts"
import type { AtAdyen } from "./at-adyen.ts"

const RETURN_URL = "https://shop.example/thanks"
const HEADERS = { "content-type": "application/json", "user-agent": "Mozilla/5.0 (Linux; Android 14) Mobile" }
export const AUTHENTICATED = { result: "authenticated", eci: "05", version: "2.2.0", liability_shifted: true }

type Asked = { request?: string; number?: string; intent?: Json; card?: object }

export function payersOf(on: AtAdyen) {
  const { control } = actsOf(on)
  /** What no table and no log may have. */
  const secrets: string[] = []

  async function confirmed({ request = "any", number = CARDS.visa, intent = {}, card = {} }: Asked = {}) {
    const { id: customer } = await newPayer(on.merchant, {})
    const payment_method_options = { card: { request_three_d_secure: request } }
    const of = { customer, payment_method_types: ["card"], payment_method_options, ...intent }
    const { id } = await newOpenIntent(on.merchant, of)
    const token = expectStatus(await on.merchant.request("POST", "/v1/tokens", cardBody(number, card)), 201)
    return { id, answer: await confirm(on.merchant, id, token.id, { return_url: RETURN_URL }) }
  }

  /** A payment that waits for its payer, whom our page leads on. */
  async function asked(options?: Asked) {
    const { id, answer } = await confirmed(options)
    const { status, next_action } = expectStatus(answer, 200)
    expect([status, next_action?.type]).to.deep.equal(["requires_action", "redirect_to_url"])
    return { id, page: pageAt(next_action.url) }
  }

  const pageAt = (url: string) => {
    const post = async (step: string, body: object): Promise<Json> => {
      const response = await fetch(`${url}/${step}`, { method: "POST", headers: HEADERS, body: JSON.stringify(body) })
      expect(response.status, step).to.equal(200)
      return response.json()
    }
    return {
      url,
      lead: async () => {
        const next = await post("redirect", { browser: BROWSER })
        if (next.step === "redirect") secrets.push(new URL(next.url).pathname.split("/").at(-1)!)
        return next
      },
      /** The same, without waiting for an answer that may not come. */
      leadInVain: () =>
        fetch(`${url}/redirect`, { method: "POST", headers: HEADERS, body: JSON.stringify({ browser: BROWSER }) }),
      leave: () => post("leave", {}),
      status: async (): Promise<Json> => (await fetch(`${url}/status`)).json(),
      /** Follows the way back, as a browser does. Returns where it ends. */
      async follow(back: string) {
        secrets.push(new URL(back).searchParams.get("redirectResult")!)
        const first = await fetch(back, { redirect: "manual" })
        expect([first.status, first.headers.get("location")!.includes("redirectResult")]).to.deep.equal([303, false])
        return fetch(new URL(first.headers.get("location")!, back), { redirect: "follow", headers: { accept: "text/html" } })
      },
    }
  }
  /** The payer decides on the page of the issuer. Returns the address to which it leads. */
  async function decides(url: string, decision: Decision): Promise<string> {
    const response = await fetch(url, { method: "POST", body: new URLSearchParams({ decision }), redirect: "manual" })
    return response.headers.get("location")!
  }
  const detailsCalls = async () => (await control().calls()).filter(({ operation }) => operation === "details")
  const threeDSecureOf = async (id: string) => (await retrieve(on.merchant, id)).payment_method_details.card.three_d_secure
  return { secrets, confirmed, asked, decides, detailsCalls, threeDSecureOf }
}
