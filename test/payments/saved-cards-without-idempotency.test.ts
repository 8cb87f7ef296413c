import { expect } from "chai"
import type { Running } from "../support/app/vintem.ts"
import type { Bank } from "../support/banks/bank.ts"
import { type BankServer, startWithBank } from "../support/banks/bank-server.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirm } from "../support/merchants/rails.ts"

/** Most real acquirers repeat an operation if a request is repeated. So an unknown outcome is looked up and never sent again. */
describe("With an acquirer without idempotency", () => {
  let server: BankServer
  let vintem: Running
  let bank: Bank
  before(async () => {
    server = await startWithBank()
    ;({ vintem, bank } = server)
  })
  afterEach(() => server.reset())
  after(() => server.close())

  it("a card that the acquirer refuses to verify is not saved, and its token is used", async () => {
    const merchant = await newMerchant(vintem)
    const { id, customer } = await newIntent(merchant)
    const token = await newToken(merchant)
    const idempotencyKey = newIdempotencyKey()
    const save = () => merchant.request("POST", "/v1/payment_methods", { token: token.id, customer }, { idempotencyKey })
    bank.set("verify", "refused")
    const first = await save()
    expect([first.status, first.body.error.code]).to.deep.equal([402, "card_declined"])
    bank.heal()
    const again = await save()
    expect([again.status, again.body.error.code, again.headers["idempotent-replayed"]]).to.deep.equal([
      402,
      "card_declined",
      "true",
    ])
    expect((await confirm(merchant, id, token.id)).body.error.code).to.equal("token_unusable")
    expect(bank.calls(merchant.account, "verify")).to.equal(1)
  })

  it("a card that could not be verified can be saved by a retry", async () => {
    const merchant = await newMerchant(vintem)
    const { customer } = await newIntent(merchant)
    const token = await newToken(merchant)
    const idempotencyKey = newIdempotencyKey()
    const save = () => merchant.request("POST", "/v1/payment_methods", { token: token.id, customer }, { idempotencyKey })
    bank.set("verify", "lost_after")
    expect((await save()).status).to.equal(503)
    bank.set("verify", "unavailable")
    expect((await save()).status).to.equal(503)
    bank.heal()
    const saved = expectStatus(await save(), 201)
    expect((await save()).body).to.deep.equal(saved)
    expect((await confirm(merchant, (await newIntent(merchant)).id, token.id)).body.error.code).to.equal("token_unusable")
  })
})
