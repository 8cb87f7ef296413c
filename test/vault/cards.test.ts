import { expect } from "chai"
import { findToken, freeToken, reserveToken, useToken } from "../../src/payments/tokens/tokens.ts"
import { openCard } from "../../src/vault/cards.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { statement } from "../support/databases/statement.ts"
import { cardBody, expectStatus, newCustomer, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirm, scopeOfAccount } from "../support/merchants/rails.ts"

type Sealed = { id: string; sealed_number: string; sealed_cvc: string }

const cardOf = statement<Sealed>((k, p) =>
  k("cards")
    .join("tokens", "tokens.card", "cards.id")
    .where({ "tokens.id": p.token })
    .select("cards.id as id", "sealed_number", "sealed_cvc"),
)
const exchange = statement<void>((k, p) =>
  k("cards").where({ id: p.id }).update({ sealed_number: p.sealed_number, sealed_cvc: p.sealed_cvc }),
)

describe("A card in the vault", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const mode = () => vintem.server.modes.test
  const newCard = async (number: string, cvc = "123") => {
    const token = expectStatus(await vintem.request("POST", "/v1/tokens", cardBody(number, { cvc })), 201)
    return (await mode().database.one(cardOf, { token: token.id }))!
  }
  const open = (id: string, account = vintem.account) => openCard(mode().database, mode(), account, id)
  const put = (id: string, sealed: Omit<Sealed, "id">) => mode().database.transaction((tx) => tx.run(exchange, { ...sealed, id }))
  const refused = (opening: Promise<unknown>) =>
    opening.then(
      () => false,
      () => true,
    )

  it("from before an update of the service can be charged", async () => {
    const { id } = await newCard("5555555555554444", "321")
    const { database, ring } = mode()
    const seal = (text: string, context: string) => database.transaction((tx) => ring.seal(tx, text, context))
    await put(id, {
      sealed_number: await seal("5555555555554444", `${id} number`),
      sealed_cvc: await seal("321", `${id} cvc`),
    })
    expect(await open(id)).to.include({ number: "5555555555554444", cvc: "321" })
  })

  it("shows its brand and last four digits, and nothing else of its number", async () => {
    const response = await vintem.request("POST", "/v1/tokens", cardBody("5555 5555 5555 4444", { holderName: "ANA SOUZA" }))
    expect(expectStatus(response, 201).card).to.deep.equal({
      ...{ brand: "mastercard", last4: "4444", expMonth: 12, expYear: 2034, funding: "credit", holderName: "ANA SOUZA" },
    })
  })

  it("is the one that was entered, among others of the account: when it is saved, when it is charged, and when it is shown later", async () => {
    for (const [number, last4] of [
      ["4242424242424242", "4242"],
      ["5555555555554444", "4444"],
    ] as const) {
      const { id: customer } = await newCustomer(vintem)
      const { id: token } = await newToken(vintem, number)
      const saved = expectStatus(await vintem.request("POST", "/v1/payment_methods", { customer, token }), 201)
      const shown = expectStatus(await vintem.request("GET", `/v1/payment_methods/${saved.id}`), 200)
      const { id } = await newIntent(vintem, { customer })
      const paid = expectStatus(await confirm(vintem, id, saved.id), 200)
      const cards = [saved.card, shown.card, paid.payment_method_details.card]
      expect(cards.map((card) => card.last4)).to.deep.equal([last4, last4, last4])
    }
  })

  it("opens only in the row that it was sealed for", async () => {
    const mine = await newCard("4242424242424242", "111")
    const theirs = await newCard("5555555555554444", "222")
    expect(await open(mine.id)).to.include({ number: "4242424242424242", cvc: "111" })
    await put(mine.id, { ...mine, sealed_number: theirs.sealed_number })
    await put(theirs.id, { ...theirs, sealed_number: mine.sealed_number })
    for (const { id } of [mine, theirs]) expect(await refused(open(id)), "numbers exchanged").to.equal(true)
    await put(mine.id, { ...mine, sealed_cvc: theirs.sealed_cvc })
    await put(theirs.id, { ...theirs, sealed_cvc: mine.sealed_cvc })
    for (const { id } of [mine, theirs]) expect(await refused(open(id)), "codes exchanged").to.equal(true)
    await put(mine.id, { sealed_number: mine.sealed_cvc, sealed_cvc: mine.sealed_number })
    expect(await refused(open(mine.id)), "number and code exchanged").to.equal(true)
    await put(mine.id, mine)
    expect(await open(mine.id)).to.include({ number: "4242424242424242", cvc: "111" })
  })

  it("opens only for its own account", async () => {
    const { id } = await newCard("4242424242424242")
    expect(await refused(open(id, await vintem.newAccount()))).to.equal(true)
    expect(await refused(open(id))).to.equal(false)
  })

  it("keeps its CVC when another card is paid with", async () => {
    const mine = await newCard("4242424242424242", "111")
    const { id } = await newIntent(vintem)
    const { id: payment_method } = await newToken(vintem)
    expectStatus(await vintem.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method }), 200)
    expect(await open(mine.id)).to.include({ number: "4242424242424242", cvc: "111" })
  })

  it("keeps its number when another card of the account is saved", async () => {
    const { id: customer } = await newCustomer(vintem)
    const mine = await newCard("4242424242424242")
    const { id: token } = await newToken(vintem, "5555555555554444")
    const saved = await mode().database.one(cardOf, { token })
    expectStatus(await vintem.request("POST", "/v1/payment_methods", { customer, token }), 201)
    expect(await open(mine.id)).to.include({ number: "4242424242424242" })
    expect(await open(saved!.id)).to.include({ number: "5555555555554444" })
  })

  it("is reserved by one attempt at a time, and no other attempt can free or use its token", async () => {
    const { id } = await newToken(vintem)
    const scope = await scopeOfAccount(vintem, vintem.account)
    const { database } = mode()
    const token = async () => (await findToken(database, vintem.account, id))!
    const reserve = (attempt: string) => database.transaction(async (tx) => reserveToken(tx, scope, await token(), attempt))
    const reservation = (attempt: string) => ({ account: vintem.account, id: attempt, token: id })
    await reserve("att_one")
    expect(await refused(reserve("att_two"))).to.equal(true)
    await database.transaction((tx) => freeToken(tx, reservation("att_two")))
    await database.transaction((tx) => useToken(tx, reservation("att_two")))
    const { reserved_by, used } = await token()
    expect([reserved_by, Boolean(used)]).to.deep.equal(["att_one", false])
    await database.transaction((tx) => freeToken(tx, reservation("att_one")))
    await reserve("att_two")
    expect((await token()).reserved_by).to.equal("att_two")
  })
})
