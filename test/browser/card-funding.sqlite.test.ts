import { expect } from "chai"
import { barriers } from "../support/browser/axe.ts"
import { type CardPage, useCardPages } from "../support/browser/card-page.ts"
import type { InPage } from "../support/browser/in-page.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"

describe("As what a card is charged, in the card fields", () => {
  const pages = useCardPages()
  let shop: CardPage

  const open = async (card: object, options: Parameters<typeof pages.open>[0] = {}) => {
    shop = await pages.open({ locale: "pt-BR", card, ...options })
  }
  /** The version that the frame asks for. */
  const versionOf = async (make: () => Promise<unknown>) => {
    const asked = shop.page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/v1/tokens"))
    await make()
    return (await asked).headers()["service-version"]
  }
  const option = (name: string) => shop.fields.getByRole("radio", { name })
  const lastChange = async () => (await shop.events()).filter(([name]) => name === "change").at(-1)?.[1]
  const update = (options: object) => shop.page.evaluate((given) => (globalThis as InPage).card.update(given), options)

  it("is what the page asks for, by a version that has it", async () => {
    for (const funding of ["debit", "credit"]) {
      await open({ funding })
      await shop.fill(CARDS.approved)
      expect(await option("Débito").count()).to.equal(0)
      const version = await versionOf(async () => {
        expect((await shop.createToken()).token.card.funding).to.equal(funding)
      })
      expect(version).to.equal("2026-12-01")
      expect((await lastChange()).funding).to.equal(funding)
    }
  })

  it("is not asked about where the page does not, by the version of before", async () => {
    await open({})
    await shop.fill(CARDS.approved)
    expect(await option("Débito").count()).to.equal(0)
    const version = await versionOf(async () => {
      const { token } = await shop.createToken()
      expect(token.card).not.to.have.property("funding")
    })
    expect(version).to.equal("2026-04-27")
    expect(await lastChange()).not.to.have.property("funding")
  })

  it("is what the payer chooses, credit at first", async () => {
    await open({ funding: "choice" })
    expect([await option("Crédito").isChecked(), await option("Débito").isChecked()]).to.deep.equal([true, false])
    await shop.fill(CARDS.approved)
    expect((await shop.createToken()).token.card.funding).to.equal("credit")
    await option("Débito").check()
    const { token } = await shop.createToken()
    expect(token.card.funding).to.equal("debit")
    await shop.mustBecome({ complete: true, empty: false, brand: "visa", funding: "debit", error: null })
    await shop.page.evaluate(() => (globalThis as InPage).card.clear())
    expect(await option("Crédito").isChecked()).to.equal(true)
    expect(shop.complaints).to.deep.equal([])
  })

  it("is chosen with the keys, in the language of the fields, and not while they are disabled", async () => {
    await open({ funding: "choice", locale: "en" })
    await option("Credit").focus()
    await shop.page.keyboard.press("ArrowRight")
    expect(await option("Debit").isChecked()).to.equal(true)
    expect(await barriers(shop.page)).to.deep.equal([])
    await update({ locale: "es", disabled: true })
    await shop.fields.getByRole("radiogroup", { name: "Tipo de tarjeta" }).waitFor()
    expect([await option("Débito").isChecked(), await option("Débito").isDisabled()]).to.deep.equal([true, true])
    await update({ funding: "credit", disabled: false })
    await option("Débito").waitFor({ state: "detached" })
  })

  it("is credit, debit or choice, and nothing else", async () => {
    await open({}, { bare: true })
    const message = await shop.page.evaluate(() => {
      try {
        return (globalThis as InPage).vintem.elements().create("card", { funding: "prepaid" })
      } catch (error) {
        return (error as Error).message
      }
    })
    expect(message).to.equal("Vintem: funding must be one of credit, debit, choice.")
  })

  it("is never another one, where the browser still has the fields of the release before", async () => {
    await open({ funding: "debit" })
    // What those fields sent.
    await shop.context.route("**/v1/tokens", (route) => {
      const { card, ...body } = route.request().postDataJSON()
      const { funding: _, ...known } = card
      const headers = { ...route.request().headers(), "service-version": "2026-04-27" }
      return route.continue({ headers, postData: JSON.stringify({ ...body, card: known }) })
    })
    await shop.fill(CARDS.approved)
    const { token, error } = await shop.createToken()
    expect([token, error.code]).to.deep.equal([undefined, "version_unknown"])
  })

  it("is told to the shop's server by the token's payment", async () => {
    await open({ funding: "debit" })
    await shop.fill(CARDS.frictionless)
    const { token } = await shop.createToken()
    const customer = expectStatus(await pages.vintem.request("POST", "/v1/customers", { email: "ana@example.com" }), 201).id
    const intent = { amount: 4990, currency: "brl", customer }
    const { id } = expectStatus(await pages.vintem.request("POST", "/v1/payment_intents", intent), 201)
    const paid = await pages.vintem.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: token.id })
    expect(expectStatus(paid, 200).payment_method_details.card.funding).to.equal("debit")
  })
})
