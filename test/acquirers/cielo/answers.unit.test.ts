// What the adapter makes of Cielo's answers, and what it writes into its own calls, without a server.
import { expect } from "chai"
import { asciiText } from "../../../src/acquirers/ascii-text.ts"
import { boletoBarCode, formatLine, lineOfBarCode } from "../../../src/acquirers/bar-code.ts"
import { brCode, crc16 } from "../../../src/acquirers/br-code.ts"
import { readPayment, readVerification } from "../../../src/acquirers/cielo/answers.ts"
import { cielo } from "../../../src/acquirers/cielo/cielo.ts"
import { holderName } from "../../../src/acquirers/cielo/holder-name.ts"
import { orderOutcome, saleOutcome } from "../../../src/acquirers/cielo/outcomes.ts"
import { voidOutcome } from "../../../src/acquirers/cielo/refunds.ts"
import { cardRequest, pixRequest } from "../../../src/acquirers/cielo/requests.ts"
import { cardOf, cardSale, PAYER } from "./open.ts"

const ID = "24bc8366-fc31-4d6c-8555-17049a836a07"
const OTHER_ID = "5fb4d606-bb63-4423-a683-c966e15399e8"
const BR_CODE = brCode({ key: ID, amount: 4990, txid: "order1", merchantName: "Loja", merchantCity: "Recife" })
const paymentOf = (members: object) =>
  readPayment({ status: 200, call: "GET /1/sales", body: { Payment: { PaymentId: ID, ...members } } })
const outcomeOf = (members: object) => saleOutcome(paymentOf(members))

describe("An answer of Cielo", () => {
  it("is decided by its status, whatever its return code", () => {
    const card = { Type: "CreditCard", Amount: 4990, ReturnCode: "51" }
    const results = {
      0: "pending",
      1: "authorized",
      2: "approved",
      3: "refused",
      10: "refused",
      11: "refused",
      12: "pending",
      13: "refused",
      15: "refused",
    }
    for (const [Status, result] of Object.entries(results)) {
      expect(outcomeOf({ ...card, Status: Number(Status) }), Status).to.include({ result, charge: ID })
      // A number that is written as a text.
      expect(outcomeOf({ ...card, Status }), Status).to.include({ result })
    }
    for (const Status of [20, 99]) expect(() => outcomeOf({ ...card, Status })).to.throw(/status/)
  })

  it("is read whatever the case of its members, and its id is told in lower case", () => {
    const paid = { result: "approved", charge: ID, currency: "brl", captured: 4990, gone_back: 0, charged_back: 0 }
    for (const currency of ["BRL", "brl", undefined, null]) {
      const body = { payment: { paymentid: ID.toUpperCase(), STATUS: 2, capturedAmount: "4990", currency } }
      expect(saleOutcome(readPayment({ status: 201, call: "POST /1/sales", body }))).to.deep.equal(paid)
    }
  })

  it("tells what was charged back and what has gone back, in cents, and nothing where it does not say", () => {
    const paid = { Type: "CreditCard", Status: 2, Amount: 4990 }
    for (const Chargebacks of [undefined, null, []]) expect(outcomeOf({ ...paid, Chargebacks })).to.include({ charged_back: 0 })
    const Chargebacks = [{ Amount: 1000 }, { Amount: "500" }]
    expect(outcomeOf({ ...paid, Chargebacks })).to.include({ result: "approved", captured: 4990, charged_back: 1500 })
    expect(() => outcomeOf({ ...paid, Chargebacks: [{}] })).to.throw(/has no amount/)
    for (const VoidedAmount of [undefined, null, 0]) expect(outcomeOf({ ...paid, VoidedAmount })).to.include({ gone_back: 0 })
    expect(outcomeOf({ ...paid, VoidedAmount: 700 })).to.include({ gone_back: 700 })
  })

  it("counts chargebacks whatever the status of the sale says", () => {
    const charged = { Type: "CreditCard", Status: 11, Amount: 4990, Chargebacks: [{ Amount: 1000 }] }
    const held = { result: "approved", charge: ID, currency: "brl", captured: 4990, charged_back: 1000 }
    expect(outcomeOf(charged)).to.deep.equal({ ...held, gone_back: 0 })
    expect(outcomeOf({ ...charged, VoidedAmount: 3990 })).to.deep.equal({ ...held, gone_back: 3990 })
  })

  it("has the code of a PIX, or is no PIX that anybody can pay", () => {
    const open = { Type: "Pix", Status: 12, Amount: 4990 }
    const action = { type: "pix", br_code: BR_CODE }
    expect(outcomeOf({ ...open, QrCodeString: BR_CODE })).to.deep.equal({ result: "action_required", charge: ID, action })
    expect(outcomeOf({ Status: 12, Amount: 4990, QrcodeString: BR_CODE })).to.have.property("result", "action_required")
    const accented = BR_CODE.slice(0, -4).replace("04Loja", "04Pão")
    const QrCodeString = accented + crc16(Buffer.from(accented).toString("latin1"))
    expect(outcomeOf({ ...open, QrCodeString })).to.have.nested.property("action.br_code", QrCodeString)
    const wrongCheck = BR_CODE.slice(0, -1) + (BR_CODE.endsWith("0") ? "1" : "0")
    for (const QrCodeString of [undefined, "", "iVBORw0KGgo", wrongCheck])
      expect(outcomeOf({ ...open, QrCodeString }), QrCodeString).to.deep.equal({ result: "unavailable", watch: true })
  })

  it("that refuses a PIX or a boleto names no card, whatever its return code", () => {
    for (const [Type, name] of Object.entries({ Pix: "PIX", Boleto: "boleto" }))
      for (const Status of [3, 13])
        expect(outcomeOf({ Type, Status, Amount: 4990, ReturnCode: "51" }), `${Type} ${Status}`).to.deep.equal({
          ...{ result: "refused", charge: ID, code: "processing_error" },
          message: `The acquirer did not make the ${name}.`,
        })
  })

  it("has the bar code of a boleto, or the line that it is made from", () => {
    const barCode = boletoBarCode({
      bank: "237",
      amount: 4990,
      dueDate: "2030-01-15",
      freeField: `1234${"09"}${"00000012345"}${"0076543"}0`,
    })
    const open = { Type: "Boleto", Status: 1, Amount: 4990 }
    const action = {
      type: "boleto",
      bar_code: barCode,
      bank: { code: "237", name: "Bradesco" },
      agency_and_code: "1234 / 0076543",
      our_number: "09/00000012345",
      wallet: "09",
    }
    expect(outcomeOf({ ...open, BarCodeNumber: barCode })).to.have.deep.property("action", action)
    const DigitableLine = formatLine(lineOfBarCode(barCode))
    expect(outcomeOf({ ...open, DigitableLine, Number: "12345-6" })).to.have.deep.property("action", {
      ...action,
      our_number: "12345-6",
    })
    const wrong = barCode.slice(0, -1) + ((Number(barCode.at(-1)) + 1) % 10)
    for (const odd of [
      {},
      { BarCodeNumber: wrong },
      { BarCodeNumber: "1".repeat(43) },
      { DigitableLine: DigitableLine.replace(/.$/, "x") },
    ])
      expect(outcomeOf({ ...open, ...odd })).to.deep.equal({ result: "unavailable", watch: true })
  })

  it("tells agreement, number and wallet of a boleto of the Banco do Brasil, of both kinds of agreement", () => {
    const termsOf = (freeField: string) => {
      const BarCodeNumber = boletoBarCode({ bank: "001", amount: 4990, dueDate: "2030-01-15", freeField })
      return (outcomeOf({ Type: "Boleto", Status: 1, BarCodeNumber }) as { action: object }).action
    }
    expect(termsOf("000000" + "3128557" + "0000012345" + "17")).to.include({
      agency_and_code: "3128557",
      our_number: "31285570000012345",
      wallet: "17",
    })
    expect(termsOf("123456" + "78901" + "4321" + "00098765" + "18")).to.include({
      agency_and_code: "4321 / 00098765",
      our_number: "12345678901",
      wallet: "18",
    })
  })

  it("of an order with several payments tells the first that was taken, and the others as duplicates", () => {
    const at = (id: string, Status: number, ReceivedDate: string, more = {}) =>
      readPayment({
        status: 200,
        call: "",
        body: { Payment: { PaymentId: id, Type: "CreditCard", Status, Amount: 4990, ReceivedDate, ...more } },
      })
    const [early, late] = ["2026-01-05 10:00:00", "2026-01-05 10:00:01"]
    const taken = { currency: "brl", captured: 4990, gone_back: 0, charged_back: 0 }
    const duplicates = [{ ...taken, charge: ID }]
    const twice = { ...taken, result: "approved", charge: OTHER_ID, duplicates }
    expect(orderOutcome([at(ID, 2, late), at(OTHER_ID, 2, early)])).to.deep.equal(twice)
    const partlyBack = orderOutcome([at(ID, 2, late, { VoidedAmount: 700 }), at(OTHER_ID, 2, early)])
    expect(partlyBack).to.deep.equal({ ...twice, duplicates: [{ ...duplicates[0], gone_back: 700 }] })
    const chargedBack = orderOutcome([at(ID, 2, late, { Chargebacks: [{ Amount: 4990 }] }), at(OTHER_ID, 2, early)])
    expect(chargedBack).to.deep.equal({ ...twice, duplicates: [{ ...duplicates[0], charged_back: 4990 }] })
    expect(orderOutcome([at(ID, 3, early), at(OTHER_ID, 2, late)])).to.include({ result: "approved", charge: OTHER_ID })
    expect(orderOutcome([at(ID, 3, early), at(OTHER_ID, 0, late)])).to.include({ result: "pending", charge: OTHER_ID })
    const card = [at(ID, 0, early), at(OTHER_ID, 2, late)]
    expect(orderOutcome(card), "a card that may be charged twice").to.deep.equal({ result: "pending", charge: OTHER_ID })
    const pix = [at(ID, 0, early, { Type: "Pix" }), at(OTHER_ID, 2, late, { Type: "Pix" })]
    expect(orderOutcome(pix), "a PIX that its payer has paid").to.include({ result: "approved", charge: OTHER_ID })
    expect(orderOutcome([])).to.equal(undefined)
  })

  it("to a void tells whether the money is back, or comes back later", () => {
    const accepted = { returnCode: "0", reasonCode: "0" }
    for (const status of [10, 11]) {
      expect(voidOutcome({ ...accepted, status }, { type: "card" })).to.deep.equal({ result: "refunded" })
      expect(voidOutcome({ ...accepted, status }, { type: "pix" })).to.deep.equal({ result: "refunded" })
    }
    expect(voidOutcome({ returnCode: "09", reasonCode: "0", status: 2 }, { type: "card" })).to.deep.equal({ result: "refunded" })
    expect(voidOutcome({ ...accepted, status: 2 }, { type: "pix" })).to.deep.equal({ result: "pending" })
    // 8 is "Scheduled".
    expect(voidOutcome({ returnCode: "0", reasonCode: "8", status: 2 }, { type: "card" })).to.deep.equal({ result: "pending" })
  })

  it("to a void of the whole that says that only a part was voided leaves the outcome open", () => {
    const part = { returnCode: "0", reasonCode: "0", status: 2 }
    expect(voidOutcome(part, { type: "card", takes_all: true })).to.deep.equal({ result: "unknown" })
    expect(voidOutcome({ ...part, status: 10 }, { type: "card", takes_all: true })).to.deep.equal({ result: "refunded" })
  })

  it("to a verification is read as a boolean or as a text", () => {
    const valid = (Valid: unknown) =>
      readVerification({ status: 200, call: "POST /1/zeroauth", body: { Valid, ReturnCode: "00" } }).valid
    expect([valid(true), valid("true"), valid(false), valid("False")]).to.deep.equal([true, true, false, false])
    expect(() => valid(undefined)).to.throw(/POST \/1\/zeroauth/)
  })
})

describe("A request to Cielo", () => {
  const payment = (request: object) => (request as { Payment: Record<string, unknown> }).Payment

  it("has names in the letters that Cielo takes", () => {
    expect(holderName("Ângela D'Ávila Conceição Gonçalves")).to.equal("Angela D Avila Conceicao")
    expect(holderName("Søren Åse Łukasz Groß")).to.equal("Soren Ase Lukasz Gross")
    expect(holderName(null, "Maria José")).to.equal("Maria Jose")
    expect(holderName("1234", null)).to.equal("NAO INFORMADO")
    expect(asciiText("  Rua 7 – nº 3\u0000\n", 20)).to.equal("Rua 7 no 3")
    expect(asciiText("x".repeat(40), 34)).to.have.lengthOf(34)
  })

  it("charges a saved card by the networks' rules", () => {
    const request = (brand: string, card_on_file: "first" | "unscheduled" | "recurring") =>
      payment(cardRequest(cardSale(cardOf("5555555555554444", brand), { card_on_file, installments: 3 })))
    expect(request("mastercard", "first")).to.deep.include({
      Recurrent: false,
      Installments: 3,
      InitiatedTransactionIndicator: { Category: "C1", Subcategory: "CredentialsOnFile" },
    })
    expect(request("mastercard", "first")).to.have.deep.nested.property("CreditCard.CardOnFile", { Usage: "First" })
    const recurring = request("mastercard", "recurring")
    expect(recurring).to.deep.include({
      Recurrent: true,
      Authenticate: false,
      Installments: 1,
      InitiatedTransactionIndicator: { Category: "M1", Subcategory: "Subscription" },
    })
    expect(recurring).to.have.deep.nested.property("CreditCard.CardOnFile", { Usage: "Used", Reason: "Recurring" })
    expect(recurring).to.not.have.nested.property("CreditCard.SecurityCode")
    expect(request("visa", "unscheduled")).to.have.deep.nested.property("CreditCard.CardOnFile", {
      Usage: "Used",
      Reason: "Unscheduled",
    })
    expect(request("visa", "unscheduled")).to.not.have.property("InitiatedTransactionIndicator")
    expect(request("amex", "recurring")).to.not.have.nested.property("CreditCard.CardOnFile")
  })

  it("asks for a PIX of a day at most, and shortens none in silence", () => {
    const common = {
      reference: "order1",
      account: "acct_1",
      amount: 4990,
      currency: "brl",
      payer: PAYER,
      payee: { name: "Loja" },
    }
    expect(payment(pixRequest({ ...common, lifetime_seconds: 86_400 }))).to.deep.include({ QrCode: { Expiration: 86_400 } })
    expect(() => pixRequest({ ...common, lifetime_seconds: 86_401 })).to.throw(RangeError)
  })
})

describe("The credentials and notifications of Cielo", () => {
  it("are checked without being repeated", () => {
    const good = { merchant_id: ID, merchant_key: "K".repeat(40) }
    cielo.checkMembers(good)
    for (const wrong of [
      { merchant_id: "0f5e9c1a" },
      { merchant_key: "K".repeat(39) },
      { merchant_key: `${"K".repeat(39)}\n` },
    ]) {
      const check = () => cielo.checkMembers({ ...good, ...wrong })
      expect(check).to.throw(RangeError)
      expect(check).to.not.throw("KKK")
    }
  })

  it("name a payment and what has changed, or are not well formed", () => {
    const read = (body: unknown) => cielo.readNotifications(body)?.[0]
    expect(read({ PaymentId: ID.toUpperCase(), ChangeType: 1 })).to.deep.equal({ charge: ID, chargeback: false })
    expect(read({ PaymentId: ID, ChangeType: "7", RecurrentPaymentId: OTHER_ID })).to.deep.equal({ charge: ID, chargeback: true })
    expect(read({ paymentid: ID, changeType: 7 })).to.deep.equal({ charge: ID, chargeback: true })
    expect(read({ PaymentId: ID, ChangeType: 99 })).to.deep.equal({ charge: ID, chargeback: false })
    for (const ChangeType of [0, 100, 1.5, -1, "07", "x", "", null, undefined, true, [7]])
      expect(read({ PaymentId: ID, ChangeType }), String(ChangeType)).to.equal(undefined)
    for (const body of [
      null,
      "x",
      7,
      [],
      {},
      { ChangeType: 1 },
      { PaymentId: "x", ChangeType: 1 },
      { PaymentId: [ID], ChangeType: 1 },
    ])
      expect(read(body)).to.equal(undefined)
  })
})
