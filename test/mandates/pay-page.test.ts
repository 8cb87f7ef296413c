import { expect } from "chai"
import { fieldsOf, load, payBy, send } from "../checkout/payer.ts"
import type { Json } from "../support/app/client.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { help, newPayer } from "../support/merchants/rails.ts"
import {
  advance,
  again,
  cyclesOf,
  DAY,
  endPlanOf,
  newRecurringProduct,
  type PlanOf,
  subscriptionsOf,
} from "../support/merchants/subscriptions.ts"
import { A_MONDAY, mandateOf, PRICES, subscribeByMandate } from "./mandates.ts"

const BUYER = { name: "Joana Dias", email: "joana@example.com" }
const CPF = "529.982.247-25"

describe("The pay page with PIX Automático", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { clock: standingClock(A_MONDAY) })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  type Sold = PlanOf & { amount?: number; first?: number; types?: string[] }
  /** A first payment of which the payer has only the address of the page. */
  async function offer({ amount = PRICES.pays, first = amount, types = ["pix_automatico"], ...plan }: Sold = {}): Promise<Json> {
    const product = await newRecurringProduct(vintem, merchant, { amount, ...plan })
    const { id: customer } = await newPayer(merchant)
    const body = { amount: first, currency: "brl", customer, product, payment_method_types: types }
    return expectStatus(await merchant.request("POST", "/v1/payment_intents", body), 201)
  }
  const now = async ({ id }: Json): Promise<Json> => (await merchant.request("GET", `/v1/payment_intents/${id}`)).body
  const textOf = async (url: string, language = "pt-BR") => (await load(url, language)).html.replace(/\u00a0/g, " ")

  it("says what the payer agrees to, before the code and beside it, and what has become of it", async () => {
    const intent = await offer()
    const form = await textOf(intent.hosted_url)
    const agreement = /você também autoriza o Pix Automático de “Clube do Café”: R\$ 49,90 por mês, a partir de \d\d\/\d\d\/\d{4}/
    expect(form).to.match(agreement).and.include("Se você pagar e não autorizar, a compra vale")
    expect((await send(await load(intent.hosted_url))).status).to.equal(303)
    const waiting = await now(intent)
    expect(waiting.next_action.qr_code_data).to.include("/rec/")
    expect(await textOf(intent.hosted_url))
      .to.match(agreement)
      .and.include(waiting.next_action.qr_code_data)
    expectStatus(await help(merchant, intent.id, "succeed"), 200)
    expect(await textOf(intent.hosted_url)).to.match(/Pix Automático está autorizado: R\$ 49,90 por mês, a partir de/)
    expect(await textOf(intent.hosted_url, "en")).to.match(/PIX Automático is authorized: R\$ ?49\.90 a month, from .* on/)
    const [subscription] = await subscriptionsOf(merchant, intent.customer)
    expect(subscription.payment_method).to.equal((await mandateOf(merchant, await now(intent))).id)
  })

  it("tells the payer whose bank has rejected the mandate that the purchase is made, and what follows", async () => {
    const intent = await offer({ amount: PRICES.rejects })
    await send(await load(intent.hosted_url))
    expectStatus(await help(merchant, intent.id, "succeed"), 200)
    expect(await textOf(intent.hosted_url))
      .to.include("Pagamento recebido")
      .and.include("O Pix Automático não foi autorizado. A sua compra vale, e cada período seguinte é pago por um código PIX.")
  })

  it("lets the payer of a trial authorize without a charge, and says so", async () => {
    const intent = await offer({ trialDays: 14, first: 0, types: ["card", "pix_automatico"] })
    const form = await textOf(`${intent.hosted_url}?method=pix_automatico`)
    expect(form).to.include("Hoje nada é cobrado. Você recebe um código").and.include("a assinatura não começa")
    expect((await payBy(intent.hosted_url, "pix_automatico")).status).to.equal(303)
    expect(await textOf(intent.hosted_url)).to.include("Autorize o Pix Automático")
    expectStatus(await help(merchant, intent.id, "succeed"), 200)
    expect(await textOf(intent.hosted_url))
      .to.include("Pix Automático autorizado")
      .and.not.include("R$ 0,00")
  })

  it("lets a payer whose code has expired authorize again, and one who prefers a PIX change the method", async () => {
    const intent = await offer({ types: ["pix_automatico", "pix"] })
    await send(await load(intent.hosted_url))
    const first = await now(intent)
    expect(await textOf(intent.hosted_url)).to.include("?method=pix")
    expectStatus(await help(merchant, intent.id, "expire"), 200)
    await send(await load(intent.hosted_url))
    const { replaced_by } = await now(intent)
    const successor = await now({ id: replaced_by })
    expect(successor.next_action.qr_code_data).to.include("/rec/")
    expect((await mandateOf(merchant, first)).pix_automatico.status).to.equal("canceled")
    await payBy(intent.hosted_url, "pix")
    const { replaced_by: last } = await now(successor)
    expect((await now({ id: last })).next_action.qr_code_data).to.not.include("/rec/")
    expect((await mandateOf(merchant, successor)).pix_automatico.status).to.equal("canceled")
  })

  it("makes one mandate of a form that is sent twenty times at once", async () => {
    const intent = await offer()
    const page = await load(intent.hosted_url)
    const sent = await Promise.all(Array.from({ length: 20 }, () => send(page)))
    expect(new Set(sent.map(({ status }) => status))).to.deep.equal(new Set([303]))
    const { data } = expectStatus(
      await merchant.request("GET", `/v1/payment_methods?customer=${intent.customer}&type=pix_automatico`),
      200,
    )
    expect(data).to.have.length(1)
  })

  it("cannot be paid so any more where the product has lost its plan, and charges nothing", async () => {
    const intent = await offer()
    const page = await load(intent.hosted_url)
    await endPlanOf(vintem, merchant, intent.product)
    const refused = await send(page)
    expect(refused.status).to.equal(409)
    expect(await refused.text()).to.include("You cannot pay like this at the moment")
    expect((await now(intent)).status).to.equal("requires_payment_method")
  })

  it("says on which day the bank pays a period, and gives the payer a code once it has not", async () => {
    const { subscription } = await subscribeByMandate(vintem, merchant, { amount: PRICES.paysLate })
    await advance(merchant, { to: subscription.current_period_end - 5 * DAY })
    const [cycle] = await cyclesOf(merchant, subscription)
    expect(await textOf(cycle!.hosted_url)).to.match(/O seu banco paga por Pix Automático em \d\d\/\d\d\/\d{4}/)
    const { hosted_url } = cycle!
    // The retry of the next day has failed, and that of day 3 is not ordered yet.
    await advance(merchant, { to: subscription.current_period_end + DAY })
    const isBetween = async () =>
      (await cyclesOf(merchant, subscription)).filter(({ status }) => status === "canceled").length === 2
    while (!(await isBetween())) await advance(merchant, { seconds: 3 * 3600 })
    const page = await load(hosted_url, "pt-BR")
    expect([...fieldsOf(page).values()]).to.include("pix")
    expect((await send(page)).status).to.equal(303)
    await advance(merchant, { seconds: 1 })
    const open = (await cyclesOf(merchant, subscription)).find(({ status }) => status === "requires_action")
    expect(open?.payment_method_types).to.deep.equal(["pix"])
    expectStatus(await help(merchant, open!.id, "succeed"), 200)
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    await advance(merchant, { seconds: 10 * DAY })
    const paid = (await cyclesOf(merchant, subscription)).filter(({ status }) => status === "succeeded")
    expect(paid, "the retry of the mandate's charge is not made as well").to.have.length(1)
  })

  it("is where a payment link sells a subscription by it, with a trial or without", async () => {
    for (const [trialDays, first] of [
      [0, 4990],
      [14, 0],
    ] as const) {
      const product = await newRecurringProduct(vintem, merchant, { amount: 4990, trialDays })
      const body = { product, payment_method_types: ["pix_automatico"], max_payments: 1 }
      const link = expectStatus(await merchant.request("POST", "/v1/payment_links", body), 201)
      expect(link.payment_method_types).to.deep.equal(["pix_automatico"])
      const bought = await send(await load(link.url), BUYER)
      const url = new URL(bought.headers.get("location")!, link.url).href
      expect((await send(await load(url), { document: CPF })).status).to.equal(303)
      const { data } = expectStatus(await merchant.request("GET", "/v1/payment_intents?limit=1"), 200)
      const [intent] = data as Json[]
      expect(intent).to.include({ amount: first, payment_link: link.id, status: "requires_action" })
      expect(intent!.next_action.expires_at - intent!.created, "the place is held no longer").to.be.at.most(900)
      expectStatus(await help(merchant, intent!.id, "succeed"), 200)
      expect(await textOf(url)).to.include("Pix Automático está autorizado")
    }
  })

  it("is not where a payment link leads whose product it cannot sell, or which does not name it", async () => {
    const book = expectStatus(await merchant.request("POST", "/v1/products", { name: "Livro" }), 201).id
    expectStatus(await merchant.request("POST", `/v1/products/${book}/price`, { amount: 4990, currency: "brl" }), 201)
    const create = (product: string, types?: string[]) =>
      merchant.request("POST", "/v1/payment_links", { product, ...(types && { payment_method_types: types }) })
    const refused = await create(book, ["pix_automatico"])
    expect([refused.status, refused.body.error.param]).to.deep.equal([400, "payment_method_types"])
    const club = await newRecurringProduct(vintem, merchant, { amount: 4990 })
    expect(expectStatus(await create(club), 201).payment_method_types).to.deep.equal(["card", "pix", "boleto"])
  })
})
