import { expect } from "chai"
import { type BoletoProvider, boletoRequest } from "../../../src/acquirers/cielo/requests.ts"
import { PAYER } from "./open.ts"

describe("The adapter of Cielo", () => {
  /** The address of a boleto whose payer's address has parts that are too long for each bank. */
  function longAddress(provider: BoletoProvider): Record<string, string> {
    const address = {
      ...PAYER.address,
      line1: "R".repeat(99),
      number: "1".repeat(20),
      line2: "C".repeat(60),
      district: "D".repeat(60),
      city: "M".repeat(60),
    }
    const sale = {
      reference: "order1",
      account: "acct_1",
      amount: 4990,
      currency: "brl",
      payer: { ...PAYER, address },
      payee: { name: "Loja" },
    }
    const { Customer } = boletoRequest({ ...sale, due_date: "2030-01-15", instructions: [] }, provider) as {
      Customer: { Address: Record<string, string> }
    }
    return Customer.Address
  }

  it("keeps the address of a boleto within what the Banco do Brasil takes in all", () => {
    const { Street, Number: number, Complement, District, City } = longAddress("BancoDoBrasil3")
    expect([Street, number, Complement, District].join("")).to.have.lengthOf(60)
    expect(City!.length).to.be.at.most(18)
  })

  it("keeps each part of the address of a boleto within what Bradesco takes", () => {
    const { Street, Number: number, Complement, District, City } = longAddress("Bradesco2")
    const lengths = [Street, number, Complement, District, City].map((part) => part?.length)
    expect(lengths).to.deep.equal([70, 10, 20, 50, 50])
  })
})
