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

  it("without payments is a test of the address", () => {
    expect(read({ evento: "teste_webhook", data_criacao: "2026-11-20T15:00:00.000Z" })).to.deep.equal([])
    expect(read({ pix: [] })).to.deep.equal([])
  })

  it("that is none is refused, and one with odd members is read as far as it goes", () => {
    for (const body of [null, "pix", 1, [], { pix: "E1" }, { pix: {} }])
      expect(read(body), JSON.stringify(body)).to.equal(undefined)
    const odd = [null, 1, { txid: 7 }, { txid: "vintem" }, { txid: `vintem${"ç".repeat(20)}` }, { endToEndId: "E1" }]
    expect(read({ pix: odd })).to.deep.equal([])
  })
})
