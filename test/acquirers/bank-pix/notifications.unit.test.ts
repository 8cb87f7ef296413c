import { expect } from "chai"
import { bankPixKind } from "../../../src/acquirers/bank-pix/bank-pix.ts"
import { randomBase62 } from "../../../src/base/ids.ts"

const read = bankPixKind().readNotifications
const pix = (more: object = {}) => ({
  endToEndId: `E${randomBase62(31)}`,
  valor: "37.00",
  horario: "2026-11-20T15:00:00.000Z",
  ...more,
})

describe("A bank's notification", () => {
  it("names the sales of any number of payments, each once, and nothing of strangers", () => {
    const [one, two] = [randomBase62(20), randomBase62(20)]
    const strangers = Array.from({ length: 47 }, (_, index) => pix(index % 2 ? { txid: randomBase62(30) } : {}))
    const body = {
      pix: [pix({ txid: `vintem${one}` }), ...strangers, pix({ txid: `vintem${two}` }), pix({ txid: `vintem${one}` })],
    }
    expect(read(body)).to.deep.equal([
      { reference: one, chargeback: false },
      { reference: two, chargeback: false },
    ])
  })

  it("names the payment too where something has gone back, whatever it says about what", () => {
    const reference = randomBase62(20)
    const returned = pix({ txid: `vintem${reference}`, devolucoes: [{ id: "D1", natureza: "MED_FRAUDE", status: "DEVOLVIDO" }] })
    expect(read({ pix: [returned] })).to.deep.equal([
      { reference, chargeback: false },
      { charge: returned.endToEndId, chargeback: false },
    ])
  })

  it("names the mandates and the charges under mandates that have changed, and what of a charge has gone back", () => {
    const [one, two, mandate] = [randomBase62(20), randomBase62(20), `RR1234567820261120${randomBase62(11)}`]
    const paid = pix({ txid: `vrecur${two}`, devolucoes: [{ id: "D1", status: "DEVOLVIDO" }] })
    const mandates = [
      { idRec: mandate, status: "APROVADA" },
      { idRec: mandate, status: "CANCELADA" },
    ]
    expect(read({ recs: [...mandates, { idRec: "../cob" }, { status: "APROVADA" }, null] })).to.deep.equal([{ mandate }])
    const charges = [
      { txid: `vrecur${one}`, status: "ATIVA" },
      { txid: `vrecur${two}`, pix: [paid] },
      { txid: randomBase62(30) },
      7,
    ]
    const expected = [
      { reference: one, chargeback: false },
      { reference: two, chargeback: false },
      { charge: paid.endToEndId, chargeback: false },
    ]
    expect(read({ cobsr: charges })).to.deep.equal(expected)
    expect(read({ pix: [paid] })).to.deep.equal(expected.slice(1))
  })

  it("without payments is a test of the address", () => {
    expect(read({ evento: "teste_webhook", data_criacao: "2026-11-20T15:00:00.000Z" })).to.deep.equal([])
    expect(read({ pix: [] })).to.deep.equal([])
  })

  it("that is none is refused, and one with odd members is read as far as it goes", () => {
    for (const body of [null, "pix", 1, [], { pix: "E1" }, { pix: {} }, { recs: {} }, { cobsr: "" }])
      expect(read(body), JSON.stringify(body)).to.equal(undefined)
    const odd = [null, 1, { txid: 7 }, { txid: "vintem" }, { txid: `vintem${"ç".repeat(20)}` }, { endToEndId: "E1" }]
    expect(read({ pix: odd })).to.deep.equal([])
  })
})
