// What every acquirer with 3-D Secure promises to the engine (src/acquirers/authentication.ts). Each acquirer runs these tests against its own
// side, whether it authenticates payers before the sale or in it.
import { expect } from "chai"
import type { AuthenticationProof, ThreeDSecure } from "../../src/acquirers/authentication.ts"
import { REFUSAL_MESSAGES } from "../../src/acquirers/refusal-messages.ts"
import type { CardSale, SaleOutcome } from "../../src/acquirers/sale.ts"
import { randomBase62 } from "../../src/base/ids.ts"
import { type Act, authenticate, begun, type Course, FORGED, lead, never, PAYER, type Side, saidBy } from "./payer.ts"

/** What becomes of the payer of a card. That of Mastercard is challenged, and all but it and the one that is not enrolled are of Visa. */
type Card = "frictionless" | "challenge" | "failing" | "notEnrolled" | "dataOnly" | "softDeclined" | "mastercard"

export type AuthenticatingSubject = Side & {
  account: string
  cards: Record<Card, { number: string; brand: string }>
  /** While something is done, what is asked of the acquirer is done too, and each answer lost. */
  losing<T>(of: "challenge" | "sale", work: () => Promise<T>): Promise<T>
}

const AMOUNT = 4990
const AUTHENTICATED = { result: "authenticated", eci: "05", version: "2.2.0", liability_shifted: true }

/** Describes 3-D Secure of an acquirer. `open` is called once, before the tests. */
export function threeDSecureContract(name: string, open: () => Promise<AuthenticatingSubject>): void {
  describe(`3-D Secure of the acquirer ${name}`, () => {
    let subject: AuthenticatingSubject
    before(async () => {
      subject = await open()
    })

    const saleOf = (card: Card, more: Partial<CardSale> = {}, funding: "credit" | "debit" = "credit"): CardSale => ({
      reference: randomBase62(20),
      account: subject.account,
      amount: AMOUNT,
      currency: "brl",
      payer: PAYER,
      statement_descriptor: "LOJA",
      card_on_file: null,
      installments: 1,
      capture_later: false,
      three_d_secure: "any",
      ...more,
      card: {
        ...subject.cards[card],
        cvc: "123",
        funding,
        exp_month: 12,
        exp_year: 2040,
        holder_name: "MARIA SILVA",
      },
    })
    const pays = (sale: CardSale, act?: Act) => lead(subject, sale, act)
    const lookUp = (reference: string) => subject.acquirer.lookUp(subject.account, reference, never)

    /** The sale was made once, and whoever asks for it is told the same of its authentication. */
    async function isSold({ reference }: CardSale, { outcome, three_d_secure }: Course): Promise<void> {
      expect(outcome).to.include({ result: "approved", captured: AMOUNT, currency: "brl" })
      expect(await subject.taken(reference)).to.equal(AMOUNT)
      const found = await lookUp(reference)
      expect(found).to.include({ result: "approved", captured: AMOUNT })
      const said = three_d_secure?.result === "not_enrolled" ? undefined : three_d_secure
      expect(said && saidBy(found!)).to.deep.equal(said)
    }

    /** Nothing was taken, and the refusal is one that a merchant can rely on. */
    async function isRefused({ reference }: CardSale, outcome: SaleOutcome): Promise<void> {
      expect(outcome.result).to.equal("refused")
      const { code, message } = outcome as Extract<SaleOutcome, { result: "refused" }>
      expect([...Object.keys(REFUSAL_MESSAGES), "processing_error"]).to.include(code)
      expect(message).to.be.a("string").that.is.not.empty
      expect(await subject.taken(reference)).to.equal(0)
      expect((await lookUp(reference))?.result).to.be.oneOf([undefined, "refused"])
    }

    it("authenticates a payer whom the issuer knows without asking, and the issuer bears the risk", async () => {
      const sale = saleOf("frictionless")
      const course = await pays(sale)
      expect([course.isAsked, course.three_d_secure]).to.deep.equal([false, AUTHENTICATED])
      await isSold(sale, course)
    })

    it("asks a payer whom the issuer wants to ask, and takes nothing before the answer", async () => {
      const sale = saleOf("challenge")
      const course = await pays(sale)
      expect([course.isAsked, course.three_d_secure]).to.deep.equal([true, AUTHENTICATED])
      await isSold(sale, course)
    })

    it("takes nothing from a payer who fails, whatever the payer does", async () => {
      for (const [card, passes] of [
        ["challenge", false],
        ["failing", true],
      ] as const) {
        const sale = saleOf(card)
        const { isAsked, outcome, three_d_secure } = await pays(sale, { passes })
        expect(isAsked).to.equal(true)
        expect(outcome).to.include({ result: "refused", code: "authentication_failed" })
        expect(three_d_secure).to.include({ result: "failed", liability_shifted: false })
        await isRefused(sale, outcome)
      }
    })

    it("sells without 3DS with a card that takes no part in it, unless it must, and the merchant bears the risk", async () => {
      const NOT_ENROLLED = { result: "not_enrolled", liability_shifted: false }
      const optional = saleOf("notEnrolled", { three_d_secure: "automatic" })
      const course = await pays(optional)
      expect(course.isAsked).to.equal(false)
      expect(course.three_d_secure).to.include(NOT_ENROLLED)
      await isSold(optional, course)
      const required = saleOf("notEnrolled")
      const { outcome, three_d_secure } = await pays(required)
      expect(outcome).to.include({ result: "refused", code: "authentication_failed" })
      expect(three_d_secure).to.include(NOT_ENROLLED)
      await isRefused(required, outcome)
    })

    it("only tells the issuer where that is all that is asked, and the merchant bears the risk", async () => {
      const sale = saleOf("dataOnly", { three_d_secure: "automatic" })
      const course = await pays(sale, { isDataOnly: true })
      expect(course.isAsked).to.equal(false)
      expect(course.three_d_secure).to.include({ result: "data_only", liability_shifted: false })
      await isSold(sale, course)
    })

    it("asks after a refusal that wants it, and sells once then", async () => {
      const { acquirer } = subject
      for (const passes of [true, false]) {
        const first = saleOf("softDeclined", { three_d_secure: "automatic" })
        // An acquirer that authenticates in the sale asks at once.
        const isAskedBefore = acquirer.authenticator !== undefined
        const outcome = isAskedBefore ? await acquirer.authorize(first, never) : undefined
        if (outcome) expect(outcome).to.include({ result: "refused", wants_authentication: true })
        const sale = isAskedBefore ? { ...first, reference: randomBase62(20) } : first
        const course = await pays(sale, { passes })
        expect(course.isAsked).to.equal(true)
        if (outcome) await isRefused(first, outcome)
        if (passes) await isSold(sale, course)
        else await isRefused(sale, course.outcome)
      }
    })

    it("never asks for a payer who must not be asked", async () => {
      const sale = saleOf("softDeclined", { three_d_secure: "never" })
      await isRefused(sale, await subject.acquirer.authorize(sale, never))
    })

    it("takes a debit card from a payer who was authenticated, and from nobody else", async () => {
      const sale = saleOf("challenge", {}, "debit")
      const course = await pays(sale)
      expect(course.three_d_secure).to.deep.equal(AUTHENTICATED)
      await isSold(sale, course)
      const failed = saleOf("challenge", {}, "debit")
      await isRefused(failed, (await pays(failed, { passes: false })).outcome)
      const unknown = saleOf("notEnrolled", {}, "debit")
      await isRefused(unknown, (await pays(unknown)).outcome)
      const bare = saleOf("challenge", { three_d_secure: "automatic" }, "debit")
      expect((await subject.acquirer.authorize(bare, never)).result).to.be.oneOf(["refused", "action_required"])
      expect(await subject.taken(bare.reference)).to.equal(0)
    })

    it("says of each of two sales what its own payer's issuer said", async () => {
      const sales = [saleOf("challenge"), saleOf("mastercard")]
      const courses = await Promise.all(sales.map((sale) => pays(sale)))
      expect(courses.map(({ three_d_secure }) => three_d_secure?.eci)).to.deep.equal(["05", "02"])
      for (const [at, sale] of sales.entries()) await isSold(sale, courses[at]!)
      const [passed, failed] = [saleOf("challenge"), saleOf("challenge")]
      await Promise.all([pays(passed), pays(failed, { passes: false })])
      expect([await subject.taken(passed.reference), await subject.taken(failed.reference)]).to.deep.equal([AMOUNT, 0])
    })

    /** The proof of a sale that is not sent. An acquirer that authenticates in the sale gives none, so any is foreign. */
    async function proofOf(sale: CardSale): Promise<AuthenticationProof> {
      const { authenticator } = subject.acquirer
      return authenticator ? (await authenticate(subject, authenticator, sale)).decided.proof : FORGED
    }

    async function isWorthless(sale: CardSale, authentication: AuthenticationProof): Promise<void> {
      const { result } = await subject.acquirer.authorize({ ...sale, authentication, keeps_reference: true }, never)
      expect(result).to.be.oneOf(["refused", "action_required"])
      expect(await subject.taken(sale.reference)).to.equal(0)
      expect((await lookUp(sale.reference))?.result).to.not.be.oneOf(["approved", "authorized", "pending"])
    }

    it("takes nothing with the authentication of another order, amount or card, or with one that it never gave", async () => {
      for (const change of [
        () => ({ reference: randomBase62(20) }),
        () => ({ amount: AMOUNT + 1 }),
        () => ({ card: saleOf("failing").card }),
        () => ({ card: { ...saleOf("challenge").card, funding: "debit" as const } }),
      ]) {
        const sale = saleOf("challenge")
        await isWorthless({ ...sale, ...change() }, await proofOf(sale))
      }
      await isWorthless(saleOf("challenge"), FORGED)
    })

    it("takes nothing with an authentication that has served another sale", async () => {
      const sale = saleOf("challenge")
      const { authenticator } = subject.acquirer
      const proof = await proofOf(sale)
      const first = authenticator
        ? await subject.acquirer.authorize({ ...sale, authentication: proof, keeps_reference: true }, never)
        : (await pays(sale)).outcome
      expect(first.result).to.equal("approved")
      await isWorthless(saleOf("challenge"), proof)
      expect(await subject.taken(sale.reference)).to.equal(AMOUNT)
    })

    it("can be asked again where the answer to a challenge was lost, and sells once", async () => {
      const sale = saleOf("challenge")
      const lost = await subject.losing("challenge", () => pays(sale).catch((error) => error))
      expect(lost).to.be.instanceOf(Error)
      const course = await pays(sale, { isBack: true })
      expect(course.three_d_secure).to.deep.equal(AUTHENTICATED)
      await isSold(sale, course)
    })

    it("finds the sale whose answer was lost, with what was said of its payer", async () => {
      const sale = saleOf("frictionless")
      const lost = await subject.losing("sale", () => pays(sale).catch((error) => error))
      if (!(lost instanceof Error)) expect(lost.outcome).to.deep.equal({ result: "unknown" })
      const outcome = (await lookUp(sale.reference))!
      await isSold(sale, { isAsked: false, outcome, three_d_secure: saidBy(outcome) })
      expect(saidBy(outcome)).to.deep.equal(AUTHENTICATED satisfies Record<keyof ThreeDSecure, unknown>)
    })

    it("refuses with the same values each time", async () => {
      const valuesOf = async (card: Card, act: Act) => {
        const { outcome } = await pays(saleOf(card), act)
        const { charge: _, references: __, ...values } = outcome as Extract<SaleOutcome, { result: "refused" }>
        return values
      }
      for (const [card, passes] of [
        ["challenge", false],
        ["failing", true],
        ["notEnrolled", true],
      ] as const)
        expect(await valuesOf(card, { passes })).to.deep.equal(await valuesOf(card, { passes }))
    })

    it("tells the payer's page nothing that opens the session, and no card", async () => {
      const { authenticator } = subject.acquirer
      if (!authenticator) return
      const sale = saleOf("challenge")
      const { reference, amount, currency, card } = sale
      const session = await begun(authenticator, { reference, amount, currency })
      expect(session.browser_token).to.not.include(session.secret)
      const { decided } = await authenticate(subject, authenticator, sale)
      const shown = JSON.stringify([authenticator.script, session.browser_token, decided])
      expect(shown).to.not.include(session.secret).and.not.include(card.number)
    })
  })
}
