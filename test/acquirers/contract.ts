// What every acquirer promises to the engine (src/acquirers/acquirer.ts). Each acquirer runs these tests against its own side.
import { randomUUID } from "node:crypto"
import { expect } from "chai"
import type { Acquirer } from "../../src/acquirers/acquirer.ts"
import type { BoletoSale, CardSale, PixSale, RefundOrder, SaleOutcome } from "../../src/acquirers/sale.ts"
import { randomBase62 } from "../../src/base/ids.ts"
import type { OpenCard } from "../../src/vault/cards.ts"
import { never, PAYER } from "./payer.ts"

export type Subject = {
  acquirer: Acquirer
  account: string
  /** Numbers of cards that the acquirer approves and refuses. */
  approved: string
  refused: string
  /** A card that is authorized, and declined when it is captured. Left out where the acquirer has none. */
  declinedAtCapture?: string
  /** Pays an open PIX or boleto, as a payer does. */
  pay(reference: string): Promise<void>
  /** Ends the refunds that the acquirer makes later. Left out where it makes them at once. */
  endRefunds?(charge: string): Promise<void>
  /** Captures, releases and refunds of cards are accepted, and made later. */
  isLater?: true
  /** Waits until the acquirer has told what has happened, where it cannot be asked. */
  told?(): Promise<void>
  /** Makes the next sale a refused one, where no number does that. */
  refuseNext?(): Promise<void>
  /** The acquirer's answers do not tell that a part of a charge was sent back. */
  hidesParts?: true
}

const PAYEE = { name: "Loja do Bairro" }

/** Describes an acquirer, by all payment methods or by PIX alone. `open` is called once, before the tests. */
export function acquirerContract(name: string, open: () => Promise<Subject>, { onlyPix = false, onlyCards = false } = {}): void {
  describe(`The acquirer ${name}`, () => {
    let subject: Subject
    before(async () => {
      subject = await open()
    })

    const sale = (amount = 4990) => ({
      reference: randomBase62(20),
      account: subject.account,
      amount,
      currency: "brl",
      payer: PAYER,
    })
    const card = (number: string): OpenCard => ({
      number,
      cvc: "123",
      brand: "visa",
      funding: "credit",
      exp_month: 12,
      exp_year: 2040,
      holder_name: "MARIA SILVA",
    })
    const cardSale = (number = subject.approved): CardSale => ({
      ...sale(),
      statement_descriptor: "LOJA",
      card_on_file: null,
      installments: 1,
      capture_later: false,
      three_d_secure: "automatic",
      card: card(number),
    })
    const pixSale = (): PixSale => ({ ...sale(), payee: PAYEE, lifetime_seconds: 3600 })
    const boletoSale = (): BoletoSale => ({
      ...sale(),
      payee: PAYEE,
      due_date: "2030-01-15",
      instructions: ["Não receber após o vencimento."],
    })
    const lookUp = async (reference: string) => {
      await subject.told?.()
      return subject.acquirer.lookUp(subject.account, reference, never)
    }
    const chargeOf = (outcome: SaleOutcome | undefined) => (outcome as { charge: string }).charge

    /** An acquirer that takes PIX alone promises nothing about cards and boletos. */
    const forCards = onlyPix ? () => {} : it
    /** An acquirer that takes cards alone promises nothing about PIX and boletos. */
    const forCodes = onlyCards ? () => {} : it

    async function sold(): Promise<{ reference: string; charge: string }> {
      if (onlyPix) return paidPix()
      const ordered = cardSale()
      return { reference: ordered.reference, charge: chargeOf(await subject.acquirer.authorize(ordered, never)) }
    }
    /** A charge's id may change when it is paid. */
    async function paidPix(): Promise<{ reference: string; charge: string }> {
      const ordered = pixSale()
      await subject.acquirer.createPix(ordered, never)
      await subject.pay(ordered.reference)
      return { reference: ordered.reference, charge: chargeOf(await lookUp(ordered.reference)) }
    }
    /** Sends money back, and waits until it is back. */
    async function refunded(order: RefundOrder): Promise<void> {
      const { acquirer, endRefunds, isLater, told } = subject
      const outcome = await acquirer.refund(order, never)
      if (isLater) {
        // It may tell before it has answered.
        expect(outcome.result).to.be.oneOf(["pending", "refunded"])
        await told!()
        return expect(await acquirer.lookUpRefund(order, never)).to.deep.equal({ result: "refunded" }) && undefined
      }
      if (!onlyPix || !endRefunds) return expect(outcome).to.deep.equal({ result: "refunded" }) && undefined
      expect(outcome).to.deep.equal({ result: "pending" })
      await endRefunds(order.charge)
    }
    const refundOf = (charge: string, amount = 4990, type: RefundOrder["type"] = onlyPix ? "pix" : "card"): RefundOrder => ({
      reference: randomBase62(20),
      account: subject.account,
      charge,
      type,
      amount,
      gone_back_before: 0,
    })

    forCards("approves a sale with the amount and currency that it took, and finds it by its reference", async () => {
      const ordered = cardSale()
      const outcome = await subject.acquirer.authorize(ordered, never)
      expect(outcome).to.include({ result: "approved", captured: 4990, currency: "brl" })
      expect(await lookUp(ordered.reference)).to.include({
        result: "approved",
        charge: chargeOf(outcome),
        captured: 4990,
        currency: "brl",
      })
    })

    forCards("refuses a card with a code and a message, and finds the refusal", async () => {
      await subject.refuseNext?.()
      const ordered = cardSale(subject.refused)
      const outcome = await subject.acquirer.authorize(ordered, never)
      expect(outcome).to.include({ result: "refused", code: "card_declined" })
      expect((outcome as { message: string }).message).to.be.a("string").that.is.not.empty
      expect(await lookUp(ordered.reference)).to.include({ result: "refused", code: "card_declined" })
    })

    it("finds nothing under a reference that it was never sent", async () => {
      expect(await lookUp(randomBase62(20))).to.equal(undefined)
      const { charge } = await sold()
      expect(await subject.acquirer.lookUpRefund(refundOf(charge), never)).to.equal(undefined)
    })

    it("says what it holds of a charge, in cents", async () => {
      const holds = (charge: string) => subject.acquirer.holds({ account: subject.account, charge }, never)
      expect(await holds(randomUUID())).to.equal(undefined)
      const { charge } = await sold()
      expect(await holds(charge)).to.deep.equal({ captured: 4990, gone_back: 0, charged_back: 0 })
      await refunded(refundOf(charge, 1000))
      const gone_back = subject.hidesParts ? 0 : 1000
      expect(await holds(charge)).to.deep.equal({ captured: 4990, gone_back, charged_back: 0 })
    })

    it("sends back what it took, and finds the refund", async () => {
      const { charge } = await sold()
      const order = refundOf(charge, 1000)
      await refunded(order)
      const found = subject.hidesParts ? undefined : { result: "refunded" }
      expect(await subject.acquirer.lookUpRefund(order, never)).to.deep.equal(found)
    })

    it("sends all of a charge back, and does not call it approved after that", async () => {
      const { reference, charge } = await sold()
      const order = refundOf(charge)
      await refunded(order)
      expect(await subject.acquirer.lookUpRefund(order, never)).to.deep.equal({ result: "refunded" })
      // The mock's sale stays approved, because its refunds are rows of their own.
      expect((await lookUp(reference))?.result).to.be.oneOf(["approved", "refused"])
    })

    forCodes("sends a PIX back at once, or accepts it and does it later", async () => {
      const { acquirer, endRefunds } = subject
      const { charge } = await paidPix()
      const order = refundOf(charge, 4990, "pix")
      const { result } = await acquirer.refund(order, never)
      expect(result).to.equal(endRefunds ? "pending" : "refunded")
      if (endRefunds) {
        expect((await acquirer.lookUpRefund(order, never))?.result).to.not.equal("refunded")
        await endRefunds(charge)
      }
      expect(await acquirer.lookUpRefund(order, never)).to.deep.equal({ result: "refunded" })
    })

    it("refuses the refund of a charge that was never made", async () => {
      expect(await subject.acquirer.refund(refundOf(randomUUID()), never)).to.include({ result: "refused" })
    })

    const describeCards = onlyPix ? () => {} : describe
    describeCards("captures later, and", () => {
      const authorized = async (number?: string) => {
        const ordered = { ...cardSale(number), capture_later: true }
        const outcome = await subject.acquirer.authorize(ordered, never)
        return { reference: ordered.reference, charge: chargeOf(outcome), outcome }
      }
      const holds = (charge: string) => subject.acquirer.holds({ account: subject.account, charge }, never)
      const capture = async (charge: string, amount: number) => {
        const { acquirer, account, isLater, told } = subject
        const order = { account, charge, amount }
        const outcome = await acquirer.capture!(order, never)
        if (!isLater || outcome.result !== "pending") return outcome
        await told!()
        return (await acquirer.lookUpCapture!(order, never))!
      }

      it("authorizes a card and takes nothing", async () => {
        const { reference, charge, outcome } = await authorized()
        expect(outcome).to.include({ result: "authorized", charge, amount: 4990, currency: "brl" })
        expect(await lookUp(reference)).to.deep.equal(outcome)
        expect(await holds(charge)).to.deep.equal({ captured: 0, gone_back: 0, charged_back: 0, authorized: 4990 })
      })

      it("captures a part, once, and shows what it captured", async () => {
        const { reference, charge } = await authorized()
        expect(await capture(charge, 1990)).to.include({ result: "approved", charge, captured: 1990, currency: "brl" })
        expect(await lookUp(reference)).to.include({ result: "approved", charge, captured: 1990 })
        expect(await holds(charge)).to.deep.equal({ captured: 1990, gone_back: 0, charged_back: 0 })
        // It says what it has captured, whatever is asked for.
        expect(await capture(charge, 3000)).to.include({ result: "approved", captured: 1990 })
        expect(await holds(charge)).to.deep.equal({ captured: 1990, gone_back: 0, charged_back: 0 })
        await refunded(refundOf(charge, 1990))
      })

      it("declines a capture, and holds the amount on", async () => {
        if (subject.declinedAtCapture === undefined) return
        const { charge, reference } = await authorized(subject.declinedAtCapture)
        expect(await capture(charge, 4990)).to.include({ result: "refused", code: "card_declined" })
        expect((await lookUp(reference))?.result).to.equal("authorized")
      })

      it("releases what it holds, as often as it is asked, and what was captured is not released", async () => {
        const release = (charge: string) => subject.acquirer.release!({ account: subject.account, charge }, never)
        const { charge, reference } = await authorized()
        expect(await release(charge)).to.deep.equal({ result: "voided" })
        await subject.told?.()
        expect((await release(charge)).result).to.be.oneOf(["voided", "refused"])
        expect(await lookUp(reference)).to.include({ result: "refused", released: true })
        expect((await holds(charge))?.authorized).to.equal(undefined)
        expect((await capture(charge, 4990)).result).to.be.oneOf(["refused", "unknown"])
      })
    })

    forCards("verifies a card without a charge", async () => {
      expect(await subject.acquirer.verify(subject.account, card(subject.approved), never)).to.deep.equal({ result: "approved" })
    })

    forCodes("lets a PIX wait for its payer, and approves it once it is paid", async () => {
      const ordered = pixSale()
      const outcome = await subject.acquirer.createPix(ordered, never)
      expect(outcome)
        .to.have.nested.property("action.br_code")
        .that.match(/^000201/)
      expect(await lookUp(ordered.reference)).to.include({ result: "action_required" })
      await subject.pay(ordered.reference)
      const paid = await lookUp(ordered.reference)
      expect(paid).to.include({ result: "approved", captured: 4990, currency: "brl" })
      // It is known by that id alone from now on.
      expect(await lookUp(ordered.reference)).to.include({ charge: chargeOf(paid) })
      const held = { account: subject.account, charge: chargeOf(paid) }
      expect(await subject.acquirer.holds(held, never)).to.deep.equal({ captured: 4990, gone_back: 0, charged_back: 0 })
    })

    forCodes("takes an open PIX back, as often as it is asked, but not a paid one", async () => {
      const { acquirer, account, pay } = subject
      const open = pixSale()
      const charge = chargeOf(await acquirer.createPix(open, never))
      expect(await acquirer.voidPix!({ account, charge }, never)).to.deep.equal({ result: "voided" })
      expect((await acquirer.voidPix!({ account, charge }, never)).result).to.be.oneOf(["voided", "refused"])
      expect((await lookUp(open.reference))?.result).to.not.be.oneOf(["approved", "action_required"])
      const paid = pixSale()
      const taken = chargeOf(await acquirer.createPix(paid, never))
      await pay(paid.reference)
      expect(await acquirer.voidPix!({ account, charge: taken }, never)).to.deep.equal({ result: "refused" })
      expect(await lookUp(paid.reference)).to.include({ result: "approved" })
    })

    if (!onlyPix)
      forCodes("registers a boleto with its bar code, and approves it once it is paid", async () => {
        const ordered = boletoSale()
        expect(await subject.acquirer.createBoleto(ordered, never))
          .to.have.nested.property("action.bar_code")
          .that.match(/^\d{44}$/)
        await subject.pay(ordered.reference)
        expect(await lookUp(ordered.reference)).to.include({ result: "approved", captured: 4990 })
      })
  })
}
