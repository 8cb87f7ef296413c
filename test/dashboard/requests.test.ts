import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { cancelOne, type Merchant, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { cardBody, newIdempotencyKey, newIntent } from "../support/merchants/payments.ts"

describe("The log of requests in the dashboard", () => {
  let vintem: Running
  let merchant: Merchant
  let viewer: Visitor
  let base: string
  before(async () => {
    vintem = await startVintem()
    viewer = await signIn(vintem, "ana@example.com", "viewer")
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    base = `/${merchant.account}/test/requests`
  })

  /** Requests are written a moment after their response. */
  const listed = (query: string, text: string) =>
    until(async () => {
      const { html } = await viewer.get(`${base}${query}`)
      return textOf(html).includes(text) && html
    })
  /** Lines may break after each slash of a path. */
  const textOf = (html: string) => html.replaceAll("<wbr>", "")
  const linksIn = (html: string) => [...html.matchAll(/href="[^"]*\/requests\/(req_\w+)"/g)].map(([, id]) => id!)

  it("says where requests come from while there is none", async () => {
    expect((await viewer.get(base)).html).to.contain("No requests match")
  })

  it("is searched by payment, status, operation, key and Request-Id", async () => {
    const paid = await payOne(merchant)
    await cancelOne(merchant)
    const { headers } = await merchant.request("GET", "/v1/payment_intents/pi_none")
    const id = String(headers["request-id"])
    await listed("", id)
    const about = await viewer.get(`${base}?about=${paid.id}`)
    expect(linksIn(about.html)).to.have.length(2)
    expect(textOf(about.html)).to.contain("/v1/payment_intents/{id}/confirm").and.to.contain(`/payments/${paid.id}`)
    expect(linksIn((await viewer.get(`${base}?status=4xx`)).html)).to.deep.equal([id])
    expect(linksIn((await viewer.get(`${base}?about=${id}`)).html)).to.deep.equal([id])
    expect(linksIn((await viewer.get(`${base}?operation=cancelPaymentIntent`)).html)).to.have.length(1)
    const key = /key_\w{25}/.exec((await viewer.get(`${base}/${id}`)).html)![0]
    expect(linksIn((await viewer.get(`${base}?key=${key}&status=404`)).html)).to.deep.equal([id])
    expect((await viewer.get(`${base}?to=2020-01-01`)).html).to.contain("No requests match")
  })

  it("says nothing of how many requests other accounts send: not in its pages, and not in what tells pages to update", async () => {
    const other = await newMerchant(vintem)
    const send = async (by: Merchant, count: number) => {
      for (let i = 0; i < count; i++) await by.request("GET", "/v1/customers?limit=1")
    }
    const read = async () => {
      const { html } = await viewer.get(base)
      const marks = JSON.parse(/data-marks="([^"]+)"/.exec(html)![1]!.replaceAll("&quot;", '"'))
      return { next: /rel="next" href="([^"]+)"/.exec(html)?.[1], marks, shown: linksIn(html) }
    }
    await send(merchant, 26)
    // A page reads its marks before its rows, and the log may be written in between.
    const before = await until(async () => {
      const page = await read()
      return page.next !== undefined && page.marks.requests === page.shown[0] && page
    })
    expect(before.shown).to.have.length(25)
    await send(other, 20)
    await until(async () => linksIn((await viewer.get(`/${other.account}/test/requests`)).html).length >= 20)
    expect(await read(), "what others do changes nothing").to.deep.equal(before)
    expect(before.next, "a cursor is an id of the account's own").to.equal(`${base}?before=${before.shown.at(-1)}`)
    const rest = await viewer.get(before.next!)
    expect(linksIn(rest.html)).to.have.length(1)
    const [theirs] = linksIn((await viewer.get(`/${other.account}/test/requests`)).html)
    for (const cursor of [theirs, `req_${"0".repeat(25)}`])
      expect(
        (await viewer.get(`${base}?before=${cursor}`)).html,
        "an id of another account is like one that does not exist",
      ).to.contain("No requests match")
  })

  it("goes back page by page, without gaps", async () => {
    for (let i = 0; i < 60; i++) await merchant.request("GET", `/v1/customers?limit=${i + 1}`)
    await until(async () => (await viewer.get(`${base}?status=2xx`)).html.includes('rel="next"'))
    const seen: string[] = []
    await until(async () => {
      seen.length = 0
      for (let path: string | undefined = base; path; ) {
        const { html } = await viewer.get(path)
        seen.push(...linksIn(html))
        path = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&")
      }
      return seen.length >= 60
    })
    expect(new Set(seen).size).to.equal(60)
  })

  it("shows a request with its error and what was kept of its parameters", async () => {
    const intent = await newIntent(merchant, { description: "Segredo <b>" })
    const { headers } = await merchant.request("POST", "/v1/payment_intents", {
      amount: 0,
      currency: "brl",
      customer: intent.customer,
    })
    const refused = String(headers["request-id"])
    await listed("", refused)
    const { html } = await viewer.get(`${base}/${refused}`)
    expect(html).to.contain("parameter_invalid").and.to.contain("amount").and.to.contain("createPaymentIntent")
    expect(html).to.contain("2026-12-01")
    // It made no refund, so the list leads to the payment that it names.
    await merchant.request("POST", "/v1/refunds", { payment_intent: intent.id })
    await listed("?operation=createRefund", `/payments/${intent.id}"`)
    const [, created] = linksIn((await viewer.get(`${base}?operation=createPaymentIntent`)).html)
    const page = (await viewer.get(`${base}/${created}`)).html
    expect(page).to.contain("Not kept, because they are secrets or about people: description").and.not.to.contain("Segredo")
    expect(page).to.contain(`/payments/${intent.id}`)
  })

  it("gives the request as a command for a shell, without the key", async () => {
    const { headers } = await merchant.request("POST", "/v1/tokens", cardBody())
    const id = String(headers["request-id"])
    await listed("", id)
    const { html } = await viewer.get(`${base}/${id}`)
    expect(html).to.contain("/v1/tokens&quot; \\\n  -X POST").and.to.contain("Authorization: Bearer $VINTEM_KEY")
    expect(html).to.contain("Fill in what was not kept: card.")
    expect(html).not.to.contain(merchant.key).and.not.to.contain("4242")
  })

  it("says when a request was answered from its idempotency key", async () => {
    const idempotencyKey = newIdempotencyKey()
    const body = { email: "ana@example.com" }
    await merchant.request("POST", "/v1/customers", body, { idempotencyKey })
    const { headers } = await merchant.request("POST", "/v1/customers", body, { idempotencyKey })
    const id = String(headers["request-id"])
    await listed("", id)
    const { html } = await viewer.get(`${base}/${id}`)
    expect(html).to.contain(idempotencyKey).and.to.contain("Nothing was done").and.not.to.contain("ana@example.com</code>")
  })

  it("shows no text of a filter that may be a secret, and takes odd ones", async () => {
    await merchant.request("GET", "/v1/customers")
    await listed("", "/v1/customers")
    for (const odd of [
      "key=sk_test_secret",
      "about=%27%22%3E%3Cb%3E",
      "operation=<b>",
      "status=9xx",
      "before=x",
      "before=-1",
      "from=x",
    ]) {
      const { status, html } = await viewer.get(`${base}?${odd}`)
      expect(status, odd).to.equal(200)
      expect(html, odd)
        .not.to.contain("<b>")
        .and.not.to.match(/value="sk_test_secret"/)
      expect(textOf(html), odd).to.contain("/v1/customers")
    }
  })

  it("belongs to one account", async () => {
    const { headers } = await merchant.request("GET", "/v1/customers")
    const id = String(headers["request-id"])
    await listed("", id)
    const other = await newMerchant(vintem)
    // It names an object of the other account, with a key of its own.
    const stranger = await signIn(vintem, "stranger@example.com", "owner", other.account)
    expect((await stranger.get(base)).status).to.equal(404)
    expect((await stranger.get(`/${other.account}/test/requests/${id}`)).status).to.equal(404)
    expect((await stranger.get(`/${other.account}/test/requests?about=${id}`)).html).not.to.contain(`requests/${id}`)
  })
})
