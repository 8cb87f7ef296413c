import { expect } from "chai"
import { dateOf, dayOf } from "../../src/base/day.ts"
import { expectProven, HOLDER, newPaidOut, type PaidOut } from "../payouts/merchant.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { unescapeHtml } from "../support/bytes/html.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { submit, submitTwice } from "../support/dashboard/form.ts"
import { centsOf, csvRows, payInParts, setUsualTerms } from "../support/dashboard/money.ts"
import { sql } from "../support/databases/sql.ts"
import { newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { scopeOfAccount } from "../support/merchants/rails.ts"
import { advance, DAY } from "../support/merchants/subscriptions.ts"

const NEXT_DAY = { days: 1, business_days: true, next_business_day: true, each_installment: true }

describe("The payouts of the dashboard", function () {
  this.timeout(120_000)
  let vintem: Running
  let owner: Visitor
  let viewer: Visitor
  let merchant: PaidOut
  before(async () => {
    vintem = await startVintem()
    owner = await signIn(vintem, "owner@example.com", "owner")
    viewer = await signIn(vintem, "viewer@example.com", "viewer")
  })
  beforeEach(async () => {
    merchant = await newPaidOut(vintem)
  })
  afterEach(() => expectProven(vintem, merchant.account))
  after(() => vintem.close())

  const at = (rest = "") => `/${merchant.account}/test/balance${rest}`
  async function page(rest = "/payouts", visitor = viewer, language = "en"): Promise<string> {
    const { status, html } = await visitor.get(at(rest), { "accept-language": language })
    expect(status, html).to.equal(200)
    return html.replaceAll(/\s+/g, " ")
  }
  const cardOf = (html: string, name: string) =>
    html.split('<section class="card"').find((part) => part.includes(`<h2>${name}</h2>`)) ?? ""
  const centsIn = (text = "") => {
    const [, minus, amount = ""] = /(-?)R\$([\d.,]+)/.exec(text) ?? []
    return Math.round(Number(`${minus}${amount.replaceAll(",", "")}`) * 100)
  }
  const figureOf = (card: string) => centsIn(/class="figure">([^<]+)</.exec(card)?.[1])
  const csv = (query: string) => csvRows(viewer, at(`/transactions.csv?${query}`))
  async function update(...settings: string[]): Promise<void> {
    const { stderr } = await vintem.cli("accounts", "update", "--account", merchant.account, ...settings)
    expect(stderr).to.equal("")
  }
  const create = async () => (await merchant.run("payouts", "create", "--json")).json.id as string

  /** The numbers of a card that lead to transactions, with the net of these. */
  async function numbersOf(card: string): Promise<{ shown: number; behind: number }[]> {
    const links = [...card.matchAll(/href="([^"]*\/balance\/transactions\?[^"]*)">([^<]+)</g)].filter(([, , text]) =>
      text!.includes("R$"),
    )
    return Promise.all(
      links.map(async ([, href = "", text]) => ({
        shown: centsIn(text),
        behind: centsOf(await csvRows(viewer, unescapeHtml(href).replace("/transactions?", "/transactions.csv?")), "net"),
      })),
    )
  }

  /** A refund in what is available, money that comes on the next banking day and money that comes later. */
  async function sell(): Promise<void> {
    await payOne(merchant)
    const { id } = await payOne(merchant)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 990 }), 201)
    const card = { installments: [1, 1] as [number, number], percent: "2.99", fixed: 0, settles: NEXT_DAY }
    const inParts = {
      ...card,
      installments: [2, 12] as [number, number],
      settles: { ...NEXT_DAY, days: 30, business_days: false },
    }
    await setUsualTerms(vintem, merchant, { card: [card, inParts], payout_fee: 367 })
    await payInParts(merchant, 10_000, 1)
    await payInParts(merchant, 60_000, 3)
  }

  it("say when the next one is made, and why it has its amount, which is what the schedule then pays", async () => {
    await sell()
    await update("--payouts", "daily")
    for (const rest of ["", "/payouts"]) {
      const card = cardOf(await page(rest), "Next payout")
      expect(figureOf(card)).to.equal(8990 + 9701 - 367)
      expect(card)
        .to.include("The daily schedule makes it on")
        .and.include("R$89.90 of it is available now. R$97.01 comes until then.")
        .and.include("-R$3.67")
      const numbers = await numbersOf(card)
      expect(numbers.map(({ shown }) => shown)).to.have.members([9980 + 9701, -990])
      for (const { shown, behind } of numbers) expect(shown).to.equal(behind)
    }
    await advance(merchant, { seconds: 5 * DAY })
    const [first] = (await merchant.payouts()).toReversed()
    expect(first).to.deep.include({ amount: 8990 + 9701 - 367, automatic: true })
  })

  it("are made by hand without a schedule, and say what one takes now", async () => {
    await sell()
    const card = cardOf(await page(""), "Next payout")
    expect(figureOf(card)).to.equal(8990 - 367)
    expect(card).to.include("made by hand").and.not.include("comes until then")
    const { json } = await merchant.run("payouts", "create", "--json")
    expect(json.amount).to.equal(8990 - 367)
    expect(cardOf(await page(""), "Next payout")).to.include("there is nothing to pay out")
    await update("--payouts", "daily", "--payout-minimum", "1000000")
    expect(cardOf(await page(""), "Next payout")).to.include("it would be less than R$10,000.00")
    await merchant.run("bank-account", "remove")
    expect(cardOf(await page(""), "Next payout")).to.include("no bank account is valid")
    expect(cardOf(await page("", viewer, "pt-BR"), "Próximo repasse")).to.include("O repasse diário é feito em")
  })

  it("are each explained to the cent by their transactions", async () => {
    await sell()
    const id = await create()
    const html = await page(`/payouts/${id}`)
    const card = cardOf(html, "Why this amount")
    const total = /data-name="Type">Total<.*?data-name="Net">([^<]+)</.exec(card)![1]
    expect(centsIn(total)).to.equal(8990 - 367)
    expect(card).to.include("Fee of the payout").and.include("-R$3.67")
    const numbers = await numbersOf(card)
    expect(numbers.map(({ shown }) => shown)).to.have.members([9980, -990])
    for (const { shown, behind } of numbers) expect(shown).to.equal(behind)
    expect(html).to.include("*********25").and.include("by hand").and.not.include(HOLDER)
    const list = await page()
    expect(list).to.include(`/balance/payouts/${id}`).and.include("R$86.23")
  })

  it("filter the transactions and their CSV, by one of them or by none", async () => {
    await sell()
    const id = await create()
    const of = (rows: Record<string, string>[]) => rows.map(({ type, net }) => `${type} ${net}`)
    const own = await csv(`payout=${id}`)
    expect(of(own)).to.have.members(["payout -86.23", "fee -3.67", "refund -9.90", "payment 49.90", "payment 49.90"])
    expect(new Set(own.map(({ payout }) => payout))).to.deep.equal(new Set([id]))
    expect(centsOf(own, "net")).to.equal(0)
    expect(of(await csv(`payout=${id}&type=refund`))).to.deep.equal(["refund -9.90"])
    expect(of(await csv(`payout=${id}&payment=${own.find(({ type }) => type === "refund")!.payment_intent}`))).to.have.members([
      ...["payment 49.90", "refund -9.90"],
    ])
    expect(await csv(`payout=${id}&currency=usd`)).to.have.length(own.length)
    const tomorrow = dateOf(dayOf((await scopeOfAccount(vintem, merchant.account)).now) + 1)
    expect(await csv(`payout=${id}&from=${tomorrow}`)).to.deep.equal([])
    const free = await csv("payout=none")
    expect(of(free)).to.have.length(4)
    expect(free.every(({ payout }) => payout === "")).to.equal(true)
    expect(await csv("")).to.have.length(own.length + free.length)
    expect(await csv(`payout=none&payment=${own.at(-1)!.payment_intent}`)).to.deep.equal([])
    const html = await page(`/transactions?payout=${id}`)
    expect(html)
      .to.include(`value="${id}"`)
      .and.include(`transactions.csv?payout=${id}`)
      .and.include(at(`/payouts/${id}`))
    expect(await page("/transactions?payout=gift")).to.include("payout")
  })

  it("list each of many transactions of one once, page by page", async () => {
    for (let i = 0; i < 30; i++) await payOne(merchant, undefined, { amount: 100 + i })
    const id = await create()
    const shown: string[] = []
    for (let path: string | undefined = at(`/transactions?payout=${id}`); path; ) {
      const { html } = await viewer.get(path, { "accept-language": "en" })
      shown.push(...[...html.matchAll(/data-name="Net">([^<]+)</g)].map(([, text]) => text!))
      path = unescapeHtml(/rel="next" href="([^"]+)"/.exec(html)?.[1] ?? "")
    }
    expect(shown).to.have.length(31)
    expect(new Set(shown).size).to.equal(31)
  })

  it("are made once by an owner who presses twice, and canceled once", async () => {
    await sell()
    const sent = await submitTwice(owner, at("/payouts/new"))
    expect(sent.map(({ status }) => status)).to.deep.equal([303, 303])
    const [payout, ...others] = await merchant.payouts()
    expect(others).to.deep.equal([])
    expect(sent.map(({ location }) => location)).to.include(at(`/payouts/${payout!.id}`))
    const again = await submit(owner, at("/payouts/new"))
    expect([again.status, again.html.includes("none is made")]).to.deep.equal([400, true])
    await holdBack(payout!.id)
    const cancel = at(`/payouts/${payout!.id}/cancel`)
    expect((await owner.get(cancel)).html).to.include("R$86.23")
    const canceled = await submitTwice(owner, cancel)
    expect(canceled.map(({ status }) => status)).to.deep.equal([303, 303])
    expect((await merchant.payouts())[0]!.status).to.equal("canceled")
    const html = await page(`/payouts/${payout!.id}`, owner)
    expect(html).to.include("gave back all").and.include("Canceled").and.not.include(cancel)
    expect(centsOf(await csv(`payout=${payout!.id}`), "net")).to.equal(0)
    expect(figureOf(cardOf(await page(""), "Next payout"))).to.equal(8990 - 367)
    expect((await submit(owner, cancel)).html).to.include("is canceled, so this is not possible")
    const entries = await command<Json[]>(vintem, ["audit", "list", "--account", merchant.account])
    const done = entries.filter(
      ({ action, outcome, actor }) => /^payout\./.test(action) && outcome === "done" && /^user:/.test(actor),
    )
    expect(done.map(({ action, target }) => `${action} ${target}`)).to.deep.equal([
      `payout.cancel ${payout!.id}`,
      `payout.create ${payout!.id}`,
    ])
  })

  it("go to a bank account that an owner sets, changes and removes, and that is shown masked", async () => {
    await merchant.run("bank-account", "remove")
    expect(await page()).to.include("No bank account is set")
    const set = at("/payouts/bank-account/set")
    const wrongs: [Record<string, string>, string][] = [
      [{}, "Choose how money is sent there."],
      [{ type: "pix", pix_key: "12" }, "The PIX key is none of these"],
      [{ type: "transfer", bank: "1", branch: "1", number: "1-1" }, "The bank must have 3 digits"],
      [{ type: "transfer", bank: "260", branch: "1", number: "1" }, "The account must have 1 to 19 digits"],
      [{ type: "pix", pix_key: HOLDER, holder_name: "=1+1" }, "must not begin with ="],
    ]
    for (const [fields, error] of wrongs) {
      const refused = await submit(owner, set, fields)
      expect([refused.status, refused.html.includes(error)], error).to.deep.equal([400, true])
    }
    const sent = await submitTwice(owner, set, { type: "pix", pix_key: "loja@example.com" })
    expect(sent.map(({ status }) => status)).to.deep.equal([303, 303])
    expect(cardOf(await page(), "Bank account"))
      .to.include("PIX **************om")
      .and.not.include("loja@")
    await submit(owner, set, { type: "transfer", bank: "260", branch: "0001", number: "1234567-8" })
    expect(cardOf(await page(), "Bank account")).to.include("bank *60, branch **01, account *******-8")
    expect((await submit(owner, at("/payouts/bank-account/remove"))).status).to.equal(303)
    expect(await page()).to.include("No bank account is set")
    const entries = await command<Json[]>(vintem, ["audit", "list", "--account", merchant.account])
    const own = entries.filter(
      ({ action, actor, outcome }) => /^bank_acc/.test(action) && /^user:/.test(actor) && outcome === "done",
    )
    expect(own.map(({ action }) => action)).to.deep.equal(["bank_account.remove", "bank_account.set", "bank_account.set"])
    expect(JSON.stringify(entries)).to.not.include("loja@").and.not.include("1234567-8")
  })

  it("need a holder, whom the operator of the platform sets", async () => {
    const { account } = await newMerchant(vintem)
    const path = `/${account}/test/balance/payouts`
    const { html } = await owner.get(path, { "accept-language": "en" })
    expect(html).to.include("must first set the CPF or CNPJ").and.not.include("bank-account/set")
    const refused = await submit(owner, `${path}/bank-account/set`, { type: "pix", pix_key: HOLDER })
    const said = ["The CPF or CNPJ of the holder is not set", "--holder-document"].map((text) => refused.html.includes(text))
    expect([refused.status, ...said]).to.deep.equal([400, true, false])
  })

  it("are changed by owners only, and those of another account are not found", async () => {
    await payOne(merchant)
    const id = await create()
    const operator = await signIn(vintem, "operator@example.com", "operator")
    for (const path of ["/payouts/new", `/payouts/${id}/cancel`, "/payouts/bank-account/set", "/payouts/bank-account/remove"])
      for (const visitor of [viewer, operator]) {
        expect((await visitor.get(at(path))).status, path).to.equal(403)
        expect((await visitor.post(at(path), { form_token: "A".repeat(22) })).status, path).to.equal(403)
      }
    expect(await page("/payouts", operator)).to.not.match(/payouts\/(new|bank-account)/)
    const other = await newMerchant(vintem)
    expect((await owner.get(`/${other.account}/test/balance/payouts/${id}`)).status).to.equal(404)
    expect((await owner.get(`/${other.account}/test/balance/payouts/${id}/cancel`)).status).to.equal(404)
    const rows = await csvRows(owner, `/${other.account}/test/balance/transactions.csv?payout=${id}`)
    expect(rows).to.deep.equal([])
  })

  /** As if the bank of test mode had not taken it, so that it can be canceled. */
  async function holdBack(id: string): Promise<void> {
    const { database } = vintem.server.modes.test
    await until(async () => (await merchant.payouts())[0]!.status === "in_transit")
    await database.transaction((tx) =>
      tx.run(sql<void>(`UPDATE payouts SET status = 'pending', due_at = NULL WHERE id = '${id}'`), {}),
    )
  }
})
