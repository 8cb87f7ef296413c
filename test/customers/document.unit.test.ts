import { generateCnpj, generateCpf } from "@brazilian-utils/brazilian-utils"
import { expect } from "chai"
import fc from "fast-check"
import { isCNPJ, isCPF } from "validation-br"
import { findDocument, formatDocument, namedDocument, readDocument } from "../../src/accounts/document.ts"

const ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

describe("CPF and CNPJ", () => {
  it("are accepted with or without punctuation and stored without it", () => {
    expect(readDocument("cpf", "123.456.789-09")).to.equal("12345678909")
    expect(readDocument("cpf", "52998224725")).to.equal("52998224725")
    expect(readDocument("cnpj", "11.222.333/0001-81")).to.equal("11222333000181")
  })

  it("a CNPJ may have letters (since July 2026), stored in upper case", () => {
    expect(readDocument("cnpj", "12.abc.345/01de-35")).to.equal("12ABC34501DE35")
    expect(readDocument("cnpj", "12ABC34501DE35")).to.equal("12ABC34501DE35")
  })

  it("are refused with a wrong check digit, a missing digit, repeated digits or the wrong type", () => {
    for (const text of [
      "12345678900",
      "1234567890",
      "11111111111",
      "00000000000",
      "11222333000181",
      "",
      "123 456 789 09",
      "1.2.3.4.5.6",
    ]) {
      expect(readDocument("cpf", text), text).to.equal(undefined)
    }
    for (const text of [
      "11222333000182",
      "12ABC34501DE36",
      "12ABC34501DEA5",
      "00000000000000",
      "12345678909",
      "١١222333000181",
    ]) {
      expect(readDocument("cnpj", text), text).to.equal(undefined)
    }
  })

  it("are refused with punctuation in an unusual place", () => {
    for (const text of ["1.2345678909", "12345678-909", "12345678909-", ".12345678909", "123..456.789-09", "123/456/789-09"])
      expect(readDocument("cpf", text), text).to.equal(undefined)
    for (const text of ["1.1222333000181", "11222333000/181", "11222333000181-", "11-222-333/0001-81", "11.222.333//0001-81"])
      expect(readDocument("cnpj", text), text).to.equal(undefined)
  })

  it("are told apart where only the number is given", () => {
    expect(findDocument("123.456.789-09")).to.deep.equal({ type: "cpf", number: "12345678909" })
    expect(findDocument("12.abc.345/01de-35")).to.deep.equal({ type: "cnpj", number: "12ABC34501DE35" })
    for (const text of ["", "123.456.789-00", "12ABC34501DE36"]) expect(findDocument(text), text).to.equal(undefined)
  })

  it("are printed with the usual punctuation, and with their kind", () => {
    expect([formatDocument("12345678909"), namedDocument("12345678909")]).to.deep.equal(["123.456.789-09", "CPF 123.456.789-09"])
    expect(formatDocument("12ABC34501DE35")).to.equal("12.ABC.345/01DE-35")
    expect(namedDocument("12ABC34501DE35")).to.equal("CNPJ 12.ABC.345/01DE-35")
  })

  it("are valid exactly where two other libraries say so", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), fc.boolean(), (number, generated) => {
        const cpf = generated ? generateCpf() : String(number).padStart(11, "0")
        expect(readDocument("cpf", cpf) !== undefined).to.equal(isCPF(cpf))
      }),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...ALPHANUMERIC), minLength: 14, maxLength: 14 }),
        fc.boolean(),
        (text, generated) => {
          const cnpj = generated ? generateCnpj(2) : text
          expect(readDocument("cnpj", cnpj) !== undefined).to.equal(isCNPJ(cnpj))
        },
      ),
      { numRuns: 500 },
    )
  })
})
