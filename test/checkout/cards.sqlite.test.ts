import { expect } from "chai"
import { updateSettings } from "../../src/accounts/settings.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { CARDS, cardBody, expectStatus } from "../support/merchants/payments.ts"
import { newOpenIntent, retrieve } from "../support/merchants/rails.ts"
import { load, payBy, send } from "./payer.ts"

describe("Cards on a pay page", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({ RATE_LIMIT_CARDS_ADDRESS: "3", RATE_LIMIT: "1000" })
  })
  after(() => vintem.close())

  async function frameOf(url: string): Promise<{ origin: string; session: string }> {
    const { html } = await load(`${url}?method=card`)
    const [, origin = "", session = ""] = /data-frame="([^"]+)" data-session="([^"]+)"/.exec(html) ?? []
    return { origin, session }
  }

  const tokenize = ({ origin, session }: { origin: string; session: string }, body: object = cardBody()) =>
    fetch(`${origin}/v1/frame/tokens`, {
      method: "POST",
      headers: { Authorization: `Bearer ${session}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    })

  const payBySession = async ({ hosted_url }: Json, number: string) => {
    const answer = await tokenize(await frameOf(hosted_url), cardBody(number))
    const { id } = (await answer.json()) as Json
    return payBy(hosted_url, "card", { token: id, installments: "1" })
  }

  it("are tokenized by a session of the page, at no key's quota", async () => {
    const intent = await newOpenIntent(vintem)
    const quota = async () => Number((await vintem.request("GET", "/v1/balance")).headers["ratelimit-remaining"])
    const before = await quota()
    expect((await payBySession(intent, CARDS.approved)).status).to.equal(303)
    expect(await quota()).to.equal(before - 1)
    expect((await retrieve(vintem, intent.id)).status).to.equal("succeeded")
  })

  it("are not tokenized by a session that the service has not made, by its link, or after two hours", async () => {
    const { hosted_url } = await newOpenIntent(vintem)
    const { origin, session } = await frameOf(hosted_url)
    const old = session.replace(/_(\d{10})_/, (_, at) => `_${Number(at) - 7300}_`)
    for (const wrong of [
      old,
      session.slice(0, -1) + (session.endsWith("0") ? "1" : "0"),
      new URL(hosted_url).pathname.slice(5),
      "",
    ])
      expect((await tokenize({ origin, session: wrong })).status, wrong).to.equal(401)
    expect((await tokenize({ origin, session })).status).to.equal(201)
  })

  it("that are no cards are refused, and nothing of them is repeated", async () => {
    const frame = await frameOf((await newOpenIntent(vintem)).hosted_url)
    const wrong = [
      {},
      { type: "card" },
      { type: "pix" },
      cardBody("4242424242424241"),
      cardBody(CARDS.approved, { expMonth: 13 }),
      cardBody(CARDS.approved, { cvc: 123 }),
      cardBody(CARDS.approved, { holderName: "4242 4242 4242 4242" }),
    ]
    for (const body of wrong) {
      const answer = await tokenize(frame, body)
      expect(answer.status, JSON.stringify(body)).to.equal(400)
      expect(await answer.text()).not.to.contain("4242")
    }
  })

  it("only pages of the service may show the fields of a session", async () => {
    const { origin, session } = await frameOf((await newOpenIntent(vintem)).hosted_url)
    const { headers } = await fetch(`${origin}/v1/frame/card?key=${session}`)
    const policy = headers.get("content-security-policy") ?? ""
    expect(policy)
      .to.contain(`frame-ancestors ${vintem.url}`)
      .and.to.match(/connect-src 'self';/)
  })

  it("that are refused too often from an address are no longer tokenized", async () => {
    const intent = await newOpenIntent(vintem)
    for (let card = 0; card < 3; card++) await payBySession(intent, CARDS.declined)
    const answer = await tokenize(await frameOf(intent.hosted_url))
    expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).to.deep.equal([429, true])
  })
})

describe("A pay page with the account's settings", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  it("has its color, its contact and its installments", async () => {
    const { account } = vintem
    await vintem.server.modes.test.database.transaction((tx) =>
      updateSettings(tx, account, {
        color: "#0a5c36",
        support_email: "ajuda@padaria.example",
        support_phone: "+551140028922",
        installments: { max: 6, minimum_amount: 2000 },
      }),
    )
    const intent = await newOpenIntent(vintem, { amount: 10_000 })
    const { html } = await load(`${intent.hosted_url}?method=card`, "pt-BR")
    expect(html).to.contain("--accent:#0a5c36").and.to.contain("mailto:ajuda@padaria.example").and.to.contain("tel:+551140028922")
    expect(html.match(/\dx de R\$\u00a0[\d,]+ sem juros/g)).to.deep.equal(
      ["50,00", "33,34", "25,00", "20,00"].map((each, index) => `${index + 2}x de R$\u00a0${each} sem juros`),
    )
  })

  it("says so if the acquirer cannot be reached, and pays with the same form later", async () => {
    const intent = await newOpenIntent(vintem)
    const token = (number: string) => vintem.request("POST", "/v1/tokens", cardBody(number))
    const { id } = expectStatus(await token(CARDS.unreachable), 201)
    const page = await load(`${intent.hosted_url}?method=card`)
    const answer = await send(page, { token: id, installments: "1" })
    expect([answer.status, (await answer.text()).includes("The bank has not responded")]).to.deep.equal([503, true])
    const { id: other } = expectStatus(await token(CARDS.approved), 201)
    expect((await send(page, { token: other, installments: "1" })).status).to.equal(303)
    expect((await retrieve(vintem, intent.id)).status).to.equal("succeeded")
  })
})
