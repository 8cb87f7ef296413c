import type { Page } from "playwright-core"
import { updateSettings } from "../../src/accounts/settings.ts"
import { newCardUrl } from "../../src/checkout/new-card-link.ts"
import { payPageUrl } from "../../src/payments/links/pay-page.ts"
import type { Json } from "../../test/support/app/client.ts"
import { type Merchant, newMerchant } from "../../test/support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer, newIntent, newToken } from "../../test/support/merchants/payments.ts"
import { confirmWith, help, newOpenIntent, newPayer } from "../../test/support/merchants/rails.ts"
import {
  advance,
  cyclesOf,
  newRecurringProduct,
  saveNewCard,
  subscribe,
  subscribeBy,
  timeOf,
} from "../../test/support/merchants/subscriptions.ts"
import { fillCard } from "./fill-card.ts"
import { openBakery } from "./payer-pages.ts"
import { showWhole } from "./shop.ts"
import type { Shot, Stage } from "./shot.ts"

const AMOUNT = 12_990
const DETAILS = { amount: AMOUNT, statement_descriptor: "PADARIA SAO JOAO" }
const METHODS = ["card", "pix", "boleto"]
const SHOP = "https://loja.example/obrigado"

/** The pay page of a bakery in each of its states, the page of a payment link, and that of another card. */
export async function payPages({ vintem }: Stage): Promise<Shot[]> {
  const shop = await newBakery(vintem)
  const states = [...(await openStates(shop)), ...(await endedStates(shop)), ...(await mandates(vintem, shop))]
  const shots = [...states, ...(await links(shop)), ...(await failures(vintem, shop))]
  // The look is the same on a desktop, where the page is in the middle.
  return shots.map((shot) => ({ views: shot.name === "pay-card" ? ["desktop", "phone"] : ["phone"], ...shot }))
}

async function newBakery(vintem: Stage["vintem"]): Promise<Merchant> {
  const shop = await newMerchant(vintem)
  await openBakery({ server: vintem.server, account: shop.account })
  await vintem.server.modes.test.database.transaction((tx) =>
    updateSettings(tx, shop.account, { support_email: "oi@padaria.example", support_phone: "+55 11 91234-5678" }),
  )
  return shop
}

async function openStates(shop: Merchant): Promise<Shot[]> {
  const open = (more: Json = {}) => newOpenIntent(shop, { ...DETAILS, ...more })
  const begun = async (method: string): Promise<string> => {
    const { id, hosted_url } = await open()
    await confirmWith(shop, id, method)
    return hosted_url
  }
  const stranger = await newCustomer(shop, { name: null })
  const unknown = await newIntent(shop, { ...DETAILS, customer: stranger.id, payment_method_types: METHODS })
  return [
    { name: "pay-choice", title: "Pay page, PIX of an unknown payer", url: `${unknown.hosted_url}?method=pix` },
    { name: "pay-address", title: "Pay page, boleto of an unknown payer", url: `${unknown.hosted_url}?method=boleto` },
    { name: "pay-card", title: "Pay page, card with installments", url: (await open()).hosted_url, prepare: fillIn },
    { name: "pay-refused", title: "Pay page, refused card", url: (await open()).hosted_url, prepare: (page) => beRefused(page) },
    {
      ...{ name: "pay-3ds", title: "Pay page, 3-D Secure in place", cut: true },
      ...{ url: await begun(CARDS.threeDs), prepare: (page) => bankOf(page).waitFor() },
    },
    {
      ...{ name: "pay-3ds-closed", title: "Pay page, 3-D Secure that the payer has closed" },
      ...{ url: await begun(CARDS.threeDs), prepare: closeBank },
    },
    {
      ...{ name: "pay-processing", title: "Pay page, processing", url: (await open()).hosted_url },
      prepare: async (page) => {
        await page.goto(await begun(CARDS.processing))
      },
    },
    { name: "pay-pix", title: "Pay page, PIX", url: await begun("pix") },
    { name: "pay-pix-plain", title: "Pay page, PIX without script", url: await begun("pix"), noScript: true },
    { name: "pay-plain", title: "Pay page, without script", url: (await open()).hosted_url, noScript: true },
    { name: "pay-other", title: "Pay page, another method while a PIX is open", url: `${await begun("pix")}?method=boleto` },
    { name: "pay-boleto", title: "Pay page, boleto", url: await begun("boleto") },
  ]
}

async function endedStates(shop: Merchant): Promise<Shot[]> {
  const ended = async (method: string, how: "succeed" | "expire", more: Json = {}): Promise<Json> => {
    const { id, hosted_url } = await newOpenIntent(shop, { ...DETAILS, ...more })
    const intent = await confirmWith(shop, id, method)
    await help(shop, id, how)
    return { ...intent, hosted_url }
  }
  const canceled = await newOpenIntent(shop, { ...DETAILS, return_url: SHOP })
  expectStatus(await shop.request("POST", `/v1/payment_intents/${canceled.id}/cancel`, {}), 200)
  const replaced = await newOpenIntent(shop, DETAILS)
  const { next_action } = await confirmWith(shop, replaced.id, "pix")
  const oldCode: string = next_action.qr_code_url.replace(/\/[^/]*$/, "")
  await sendForm(replaced.hosted_url, { method: "boleto" })
  const held = await newOpenIntent(shop, { ...DETAILS, payment_method_types: ["card"], capture_method: "manual" })
  await confirmWith(shop, held.id, CARDS.approved)
  return [
    { name: "pay-authorized", title: "Pay page, authorized and not captured", url: held.hosted_url },
    { name: "pay-paid", title: "Pay page, paid", url: (await ended("pix", "succeed", { return_url: SHOP })).hosted_url },
    { name: "pay-expired", title: "Pay page, expired", url: `${(await ended("pix", "expire")).hosted_url}?method=pix` },
    { name: "pay-canceled", title: "Pay page, canceled by the shop", url: canceled.hosted_url },
    { name: "pay-replaced", title: "The code of a payment that was replaced", url: oldCode },
  ]
}

/** A subscription that is sold by PIX Automático: with a first payment, and with a trial. */
async function mandates(vintem: Stage["vintem"], shop: Merchant): Promise<Shot[]> {
  const offer = async (trialDays: number): Promise<Json> => {
    const product = await newRecurringProduct(vintem, shop, { amount: AMOUNT, trialDays })
    const { id: customer } = await newPayer(shop)
    const sold = { amount: trialDays > 0 ? 0 : AMOUNT, currency: "brl", customer, product }
    const types = { payment_method_types: ["pix_automatico", "card"] }
    return expectStatus(await shop.request("POST", "/v1/payment_intents", { ...sold, ...types }), 201)
  }
  const begun = async (trialDays = 0): Promise<Json> => {
    const { id } = await offer(trialDays)
    return confirmWith(shop, id, "pix_automatico")
  }
  const paid = await begun()
  await help(shop, paid.id, "succeed")
  const authorized = await begun(14)
  await help(shop, authorized.id, "succeed")
  const { next_action } = await begun(14)
  return [
    { name: "pay-mandate", title: "Pay page, PIX Automático", url: (await offer(0)).hosted_url },
    { name: "pay-mandate-code", title: "Pay page, the code of PIX Automático", url: (await begun()).hosted_url },
    { name: "pay-mandate-paid", title: "Pay page, paid and authorized", url: paid.hosted_url },
    { name: "pay-mandate-trial", title: "A code that only authorizes", url: next_action.qr_code_url.replace("/qr.png", "") },
    { name: "pay-mandate-authorized", title: "Pay page, a trial is authorized", url: authorized.hosted_url },
  ]
}

/** Sends a form of the page, as a browser does. */
async function sendForm(url: string, form: { method: string; token?: string; installments?: string }): Promise<void> {
  const html = await (await fetch(`${url}?method=${form.method}`)).text()
  const seen = /name="seen" value="([^"]*)"/.exec(html)?.[1] ?? ""
  await fetch(url, { method: "POST", body: new URLSearchParams({ seen, ...form }), redirect: "manual" })
}

async function links(shop: Merchant): Promise<Shot[]> {
  const product = expectStatus(await shop.request("POST", "/v1/products", { name: "Oficina de fermentação natural" }), 201).id
  expectStatus(await shop.request("POST", `/v1/products/${product}/price`, { amount: AMOUNT, currency: "brl" }), 201)
  const link = async (more: Json = {}): Promise<Json> =>
    expectStatus(await shop.request("POST", "/v1/payment_links", { product, ...more }), 201)
  const full = await link({ max_payments: 1 })
  await buy(shop, full)
  const closed = await link()
  expectStatus(await shop.request("POST", `/v1/payment_links/${closed.id}`, { active: false }), 200)
  return [
    { name: "pay-link", title: "Payment link", url: (await link()).url },
    { name: "pay-sold-out", title: "Payment link, sold out", url: full.url },
    { name: "pay-closed", title: "Payment link, closed", url: closed.url },
  ]
}

/** Takes the place of a link, which a PIX holds for 15 minutes. */
async function buy(shop: Merchant, { id, url }: Json): Promise<void> {
  const html = await (await fetch(url)).text()
  const purchase = /name="purchase" value="([^"]*)"/.exec(html)?.[1] ?? ""
  const body = new URLSearchParams({ purchase, name: "Joana Dias", email: "joana@example.com" })
  await fetch(url, { method: "POST", body, redirect: "manual" })
  const { data } = expectStatus(await shop.request("GET", "/v1/payment_intents?limit=100"), 200)
  const intent = data.find(({ payment_link }: Json) => payment_link === id)
  const document = { type: "cpf", number: "52998224725" }
  expectStatus(await shop.request("POST", `/v1/customers/${intent.customer}`, { document }), 200)
  await confirmWith(shop, intent.id, "pix")
}

/** Payments that were refused for good: by a version that knows no successors, and on a page whose tries of the day are used up. */
async function failures(vintem: Stage["vintem"], shop: Merchant): Promise<Shot[]> {
  const { id: customer } = await newPayer(shop)
  const input = { ...DETAILS, currency: "brl", customer, payment_method_types: METHODS }
  const older = { headers: { "service-version": "2026-04-27" } }
  const { id } = expectStatus(await shop.request("POST", "/v1/payment_intents", input, older), 201)
  await confirmWith(shop, id, CARDS.declined)
  const final = payPageUrl(vintem.server.modes.test, { id, page_of: null })
  const { hosted_url: tried } = await newOpenIntent(shop, DETAILS)
  for (let card = 0; card < 6; card++) {
    const { id: token } = await newToken(shop, CARDS.declined)
    await sendForm(tried, { method: "card", token, installments: "1" })
  }
  return [
    { name: "pay-refused-for-good", title: "Pay page, refused, without another try", url: final },
    {
      ...{ name: "pay-too-many", title: "Pay page, the tries of the day are used up", url: tried },
      prepare: (page) => beRefused(page, "muitas tentativas"),
    },
    ...(await cycles(vintem)),
  ]
}

/** Charges of subscriptions, in shops of their own, because their clocks are advanced. */
async function cycles(vintem: Stage["vintem"]): Promise<Shot[]> {
  const shop = await newBakery(vintem)
  const byCode = await subscribeBy("pix", shop, await newRecurringProduct(vintem, shop))
  await advance(shop, { to: byCode.current_period_end })
  const [open] = await cyclesOf(shop, byCode)
  const beside = newCardUrl(vintem.server.modes.test, { account: shop.account, id: byCode.id, period: 1 }, await timeOf(shop))
  return [
    { name: "pay-cycle", title: "Pay page, the PIX of a subscription", url: open.hosted_url },
    { name: "pay-beside-code", title: "A card beside an open code", url: `${beside}?next`, prepare: showCard },
    ...(await otherCard(vintem)),
  ]
}

async function otherCard(vintem: Stage["vintem"]): Promise<Shot[]> {
  const shop = await newBakery(vintem)
  const begun = await subscribe(shop, await newRecurringProduct(vintem, shop))
  await saveNewCard(shop, begun.customer, CARDS.declinedWhenCharged)
  await advance(shop, { to: begun.current_period_end })
  const of = { account: shop.account, id: begun.id, period: 1 }
  const url = newCardUrl(vintem.server.modes.test, of, await timeOf(shop))
  const [failed] = await cyclesOf(shop, begun)
  const ofCharge = payPageUrl(vintem.server.modes.test, { id: failed.id, page_of: null })
  return [
    { name: "pay-cycle-failed", title: "Pay page, the card of a subscription was refused", url: ofCharge },
    { name: "pay-other-card", title: "Another card for a subscription", url, prepare: showCard },
  ]
}

const bankOf = (page: Page) => page.frameLocator("dialog iframe").getByRole("button").first()

async function fillIn(page: Page): Promise<void> {
  await fillCard(page.frameLocator("iframe"), CARDS.approved)
  await page.getByLabel("Nome no cartão").fill("JOANA DIAS")
  await page.getByLabel("Parcelas").selectOption({ index: 2 })
  await showWhole(page)
}

async function beRefused(page: Page, text = "nada foi cobrado"): Promise<void> {
  await fillCard(page.frameLocator("iframe"), CARDS.declined)
  // The page of an earlier refusal says the same already.
  const loaded = page.waitForEvent("load")
  await page.getByRole("button", { name: /^Pagar R/ }).press("Enter")
  await loaded
  await page.getByRole("alert").filter({ hasText: text }).waitFor()
  await showCard(page)
}

async function closeBank(page: Page): Promise<void> {
  await bankOf(page).waitFor()
  await page.getByRole("button", { name: "Fechar sem confirmar" }).press("Enter")
  await page.locator("iframe").waitFor({ state: "detached" })
}

async function showCard(page: Page): Promise<void> {
  await page.frameLocator("iframe").getByLabel("Número do cartão").waitFor()
  await showWhole(page)
}
