// The names and addresses that an acquirer could not send, in both modes. They are judged before anything is stored, so one database is enough.
import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { statement } from "../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { cardBody, expectStatus, newCustomer } from "../support/merchants/payments.ts"

const FULLWIDTH_SPACE = "\u3000"

const LEGIBLE = ["Ana Souza", "Zé", "李", "محمد", "O'Neil & Filhos 2", "Ana 😀", "3M", "Ωmega", `李${FULLWIDTH_SPACE}明`]

const ILLEGIBLE: [what: string, text: string][] = [
  ["has digits alone", "12345"],
  ["has punctuation alone", "..."],
  ["is an emoji", "😀"],
  ["is a combining accent", "\u0301"],
  ["is blank", "   "],
  ["is a full-width space", FULLWIDTH_SPACE],
  ["is a zero-width space", "\u200b"],
  ["ends a line", "Ana\nSouza"],
  ["has a control character of Latin-1", "Ana\x85Souza"],
  ["has a soft hyphen", "Ana\u00adSouza"],
  ["has a zero-width joiner", "Ana\u200dSouza"],
  ["turns its letters around", "Ana \u202eazuoS"],
  ["has a character of private use", "Ana \ue000"],
  ["has a character that Unicode has not assigned", "Ana \u{e0fff}"],
]

const ADDRESSES: [what: string, text: string][] = [
  ["a space", "ana souza@example.com"],
  ["a no-break space", "ana\u00a0souza@example.com"],
  ["a full-width space", `ana${FULLWIDTH_SPACE}souza@example.com`],
  ["a line separator", "ana\u2028@example.com"],
  ["a control character", "ana\x07@example.com"],
  ["a soft hyphen", "ana\u00ad@example.com"],
  ["a zero-width space", "ana\u200b@example.com"],
  ["a right-to-left mark", "ana@example\u200f.com"],
]

const SEND_A_NAME = "has the wrong form. Send a name with at least one letter, and without control or invisible characters."

const setName = statement<void, "account" | "name">((k, p) =>
  k("customers").where({ account: p.account }).update({ name: p.name }),
)

describe("Names and e-mail addresses", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const refusal = async (path: string, body: object) => {
    const { status, body: answer } = await merchant.request("POST", path, body)
    return [status, answer.error?.code, answer.error?.param, answer.error?.message]
  }

  for (const name of LEGIBLE)
    it(`a name may be ${name}, of a customer and on a card`, async () => {
      const { id } = await newCustomer(merchant, { name })
      expect(expectStatus(await merchant.request("POST", `/v1/customers/${id}`, { name }), 200).name).to.equal(name)
      const token = expectStatus(await merchant.request("POST", "/v1/tokens", cardBody(undefined, { holderName: name })), 201)
      expect(token.card.holderName).to.equal(name)
    })

  for (const [what, name] of ILLEGIBLE)
    it(`a name that ${what} is refused, of a customer and on a card`, async () => {
      const refused = (param: string) => [400, "parameter_invalid", param, `'${param}' ${SEND_A_NAME}`]
      const { id } = await newCustomer(merchant)
      expect(await refusal("/v1/customers", { email: "ana@example.com", name })).to.deep.equal(refused("name"))
      expect(await refusal(`/v1/customers/${id}`, { name })).to.deep.equal(refused("name"))
      expect(await refusal("/v1/tokens", cardBody(undefined, { holderName: name }))).to.deep.equal(refused("card.holderName"))
    })

  it("a name that was stored before this rule stays, while other members change", async () => {
    const { id } = await newCustomer(merchant)
    const { database } = vintem.server.modes.test
    await database.transaction((tx) => tx.run(setName, { account: merchant.account, name: "12345" }))
    const changed = expectStatus(await merchant.request("POST", `/v1/customers/${id}`, { phone: "+5511987654321" }), 200)
    expect([changed.name, changed.phone]).to.deep.equal(["12345", "+5511987654321"])
  })

  for (const [what, email] of ADDRESSES)
    it(`an e-mail address with ${what} is refused`, async () => {
      const [status, code, param, message] = await refusal("/v1/customers", { email, name: "Ana" })
      expect([status, code, param]).to.deep.equal([400, "parameter_invalid", "email"])
      expect(message).to.include("without spaces and invisible characters")
      const { id } = await newCustomer(merchant)
      expect((await refusal(`/v1/customers/${id}`, { email })).slice(0, 3)).to.deep.equal([400, "parameter_invalid", "email"])
    })

  it("an e-mail address may be in any alphabet", async () => {
    expect((await newCustomer(merchant, { email: "用户@例え.jp" })).email).to.equal("用户@例え.jp")
  })
})
