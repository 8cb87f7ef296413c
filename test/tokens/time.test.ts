import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { statement } from "../support/databases/statement.ts"
import { until } from "../support/merchants/merchant.ts"
import { cardBody, expectStatus, newCustomer, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirm, newBareToken } from "../support/merchants/rails.ts"

const sealedCard = statement<{ sealed_cvc: string | null; sealed_number: string | null }>((k, p) =>
  k("cards").join("tokens", "tokens.card", "cards.id").where({ "tokens.id": p.token }).select("sealed_cvc", "sealed_number"),
)

const nextExpiry = statement<{ at: number | null }, "account">((k, p) =>
  k("tokens").where({ account: p.account }).whereNotNull("due_at").min({ at: "due_at" }),
)

describe("The expiry of cards and tokens", () => {
  let vintem: Running
  let now = Date.UTC(2027, 0, 15, 12)
  const zone = process.env.TZ

  before(async () => {
    // Code that uses the local calendar instead of UTC fails here at the end of a month.
    process.env.TZ = "America/Sao_Paulo"
    vintem = await startVintem({}, { clock: { now: () => now } })
  })
  after(async () => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
    await vintem.close()
  })

  const tokenize = async (expMonth: number, expYear: number) => {
    const { status, body } = await vintem.request("POST", "/v1/tokens", cardBody(undefined, { expMonth, expYear }))
    return status === 201 ? "taken" : `${status} ${body.error.type} ${body.error.code}`
  }
  const hasCvc = async (token: string) => {
    const card = await vintem.server.modes.test.database.one(sealedCard, { token })
    return card?.sealed_cvc !== null
  }

  it("a token that another host has expired is refused by one whose clock is behind", async () => {
    const { id: customer } = await newCustomer(vintem)
    const { id: intent } = await newIntent(vintem, { customer })
    const token = await newToken(vintem)
    const made = now
    now = Date.parse(token.expiresAt)
    await until(async () => {
      await vintem.server.tick()
      return (await vintem.server.modes.test.database.one(sealedCard, { token: token.id }))?.sealed_number === null
    })
    now = made + 60_000
    const save = () => vintem.request("POST", "/v1/payment_methods", { customer, token: token.id })
    for (const send of [() => confirm(vintem, intent, token.id), save]) {
      const { status, body } = await send()
      expect([status, body.error?.code]).to.deep.equal([400, "token_unusable"])
    }
  })

  it("a card is valid until the end of its month, in UTC", async () => {
    const expired = "402 card_error expired_card"
    for (const [month, year, lastSecond] of [
      [2, 2028, Date.UTC(2028, 1, 29, 23, 59, 59)],
      [12, 2028, Date.UTC(2028, 11, 31, 23, 59, 59)],
    ] as const) {
      now = lastSecond
      expect([await tokenize(month, year), await tokenize(month - 1, year)]).to.deep.equal(["taken", expired])
      now = lastSecond + 999
      expect(await tokenize(month, year)).to.equal("taken")
      now = lastSecond + 1000
      expect([await tokenize(month, year), await tokenize(month, year + 1)]).to.deep.equal([expired, "taken"])
    }
  })

  it("a token can be used for exactly 15 minutes", async () => {
    const customer = (await newCustomer(vintem)).id
    const save = (token: string) => vintem.request("POST", "/v1/payment_methods", { customer, token })
    const pay = async (token: string) => confirm(vintem, (await newIntent(vintem, { customer })).id, token)
    const made = now
    const tokens = [await newToken(vintem), await newToken(vintem), await newToken(vintem), await newToken(vintem)]
    expect(Date.parse(tokens[0].expiresAt) - Date.parse(tokens[0].createdAt)).to.equal(15 * 60_000)
    now = made + 15 * 60_000 - 1
    expectStatus(await save(tokens[0].id), 201)
    expect(expectStatus(await pay(tokens[1].id), 200).status).to.equal("succeeded")
    now = made + 15 * 60_000
    const refused = [
      [await save(tokens[2].id), "token"],
      [await pay(tokens[3].id), "payment_method"],
    ] as const
    for (const [response, param] of refused) {
      expect(expectStatus(response, 400).error).to.include({ code: "token_unusable", param })
    }
  })

  it("the CVC of an unused token is erased in the second in which the token expires", async () => {
    const token = await newToken(vintem)
    now = Date.parse(token.expiresAt) - 1
    await vintem.server.tick()
    expect(await hasCvc(token.id)).to.equal(true)
    now += 1
    await vintem.server.tick()
    expect(await hasCvc(token.id)).to.equal(false)
  })

  it("an account's test clock expires no token of another account", async () => {
    const theirs = await newToken(vintem)
    const { key } = await vintem.newKey({ account: await vintem.newAccount() })
    const mine = expectStatus(await vintem.request("POST", "/v1/tokens", cardBody(), { key }), 201)
    expectStatus(await vintem.request("POST", "/v1/test_helpers/clock/advance", { seconds: 1800 }, { key }), 200)
    expect([await hasCvc(mine.id), await hasCvc(theirs.id)]).to.deep.equal([false, true])
  })

  it("a token without a CVC has nothing due", async () => {
    const account = await vintem.newAccount()
    const { key } = await vintem.newKey({ account })
    const merchant: Pick<Running, "request"> = {
      request: (method, path, body) => vintem.request(method, path, body, { key }),
    }
    const nextDue = async () => (await vintem.server.modes.test.database.one(nextExpiry, { account }))?.at ?? undefined
    await newBareToken(merchant, "pix")
    expect(await nextDue()).to.equal(undefined)
    const token = await newToken(merchant)
    expect(await nextDue()).to.equal(Date.parse(token.expiresAt) / 1000)
    expectStatus(await confirm(merchant, (await newIntent(merchant)).id, token.id), 200)
    expect(await nextDue()).to.equal(undefined)
  })
})
