import { expect } from "chai"
import { errorOf, newTxid, stage, termsFor } from "./stage.ts"

/** What a charge's PUT gets, and whether the bank has made the charge. */
const OF_PUT: [fault: string, outcome: string | RegExp, isMade: boolean][] = [
  ["cut_before", /SOCKET|ECONNRESET/, false],
  ["cut_after", /SOCKET|ECONNRESET/, true],
  ["truncated", /SOCKET|terminated/, true],
  ["malformed", /JSON/, true],
  ["error_before", "503 ServicoIndisponivel", false],
  ["error_after", "500 ErroInternoDoServidor", true],
  ["error_after:504", "504 IndisponibilidadePorTempoEsgotado", true],
  ["html_before", "502 text/html", false],
  ["html_after", "502 text/html", true],
  ["xml_after", "500 text/xml", true],
  ["slow_before:50", "201", true],
  ["slow_after:50", "201", true],
  ["unauthorized", "401", false],
  ["too_many", "429 LimiteExcedido", false],
  ["status:200", "200", true],
]

describe("The simulator of a bank fails", () => {
  const on = stage()
  const put = async (txid: string): Promise<string> => {
    try {
      const { status, type, body } = await on.caller.putCob(txid, termsFor(on.bank))
      if (status < 300 || status === 401) return String(status)
      return `${status} ${/json/.test(type) ? errorOf({ body }) : type}`
    } catch (error) {
      return `${(error as Error).message} ${(error as NodeJS.ErrnoException).code ?? ""}`
    }
  }

  for (const [fault, outcome, isMade] of OF_PUT) {
    it(`by ${fault}: the charge was ${isMade ? "" : "not "}made`, async () => {
      const txid = newTxid()
      on.bank.faults.next({ operation: "putCob", fault })
      const found = await put(txid)
      if (typeof outcome === "string") expect(found).to.equal(outcome)
      else expect(found).to.match(outcome)
      await on.caller.signIn()
      expect((await on.caller.getCob(txid)).status).to.equal(isMade ? 200 : 404)
      expect(on.bank.calls("putCob")).to.have.length(1)
    })
  }

  it("by answers that never come, before and after the act", async () => {
    for (const [fault, status] of [
      ["hang_before", 404],
      ["hang_after", 200],
    ] as const) {
      const txid = newTxid()
      on.bank.faults.next({ operation: "putCob", fault })
      const given = Promise.race([put(txid), new Promise((resolve) => setTimeout(resolve, 200, "nothing"))])
      expect(await given).to.equal("nothing")
      expect((await on.caller.getCob(txid)).status).to.equal(status)
    }
  })

  it("by limits that say when to come back, or do not", async () => {
    on.bank.faults.next({ fault: "too_many:7" })
    on.bank.faults.next({ fault: "too_many" })
    const retryAfter = async () => {
      const { caller } = on
      return (await caller.getCob(newTxid())).headers["retry-after"]
    }
    expect([await retryAfter(), await retryAfter()]).to.deep.equal(["7", undefined])
  })

  it("by reads that show a write later", async () => {
    const txid = newTxid()
    on.bank.faults.next({ operation: "putCob", fault: "unseen:8000" })
    expect(await put(txid)).to.equal("201")
    expect((await on.caller.getCob(txid)).status).to.equal(404)
    on.bank.clock.advance(8000)
    expect((await on.caller.getCob(txid)).status).to.equal(200)
    on.bank.faults.next({ operation: "patchCob", fault: "unseen:8000" })
    await on.caller.patchCob(txid, { status: "REMOVIDA_PELO_USUARIO_RECEBEDOR" })
    expect((await on.caller.getCob(txid)).body.status).to.equal("ATIVA")
    on.bank.clock.advance(8000)
    expect((await on.caller.getCob(txid)).body.status).to.equal("REMOVIDA_PELO_USUARIO_RECEBEDOR")
    const e2eid = on.bank.pay(await on.charge())
    on.bank.faults.next({ operation: "putDevolucao", fault: "unseen:8000" })
    await on.caller.refund(e2eid, "R1", "1.00")
    expect((await on.caller.getRefund(e2eid, "R1")).status).to.equal(404)
    on.bank.clock.advance(8000)
    expect((await on.caller.getRefund(e2eid, "R1")).status).to.equal(200)
  })

  it("by answers of a later version, or without the code", async () => {
    const txid = await on.charge()
    const shown = async (fault: string) => {
      on.bank.faults.next({ operation: "getCob", fault })
      return (await on.caller.getCob(txid)).body
    }
    expect(await shown("no_code")).not.to.have.property("pixCopiaECola")
    expect((await shown("unknown_status")).status).to.equal("EM_ANALISE")
    expect((await shown("extra_members")).calendario.novoMembro).to.deep.equal({ versao: "2.10.0" })
    expect((await shown("extra_members+unknown_status")).novoMembro).to.deep.equal({ versao: "2.10.0" })
  })

  it("by errors in the form of Efí, where it is another bank", async () => {
    on.bank.faults.next({ operation: "getCob", fault: "efi_errors" })
    const { status, type, body } = await on.caller.getCob(newTxid())
    expect([status, type, body.nome]).to.deep.equal([404, "application/json", "cob_nao_encontrado"])
  })

  it("by pages that shift while a list is read", async () => {
    for (let count = 0; count < 4; count++) on.bank.payKey(on.bank.key, { amount: 100 + count })
    const page = async (number: number) =>
      (await on.caller.list("pix", { "paginacao.paginaAtual": String(number), "paginacao.itensPorPagina": "2" })).body
    const first = await page(0)
    on.bank.faults.next({ operation: "listPix", fault: "shifts" })
    const second = await page(1)
    const totals = [first, second].map(({ parametros }) => parametros.paginacao.quantidadeTotalDeItens)
    expect(totals).to.deep.equal([4, 5])
    expect(second.pix[0].endToEndId).to.equal(first.pix[1].endToEndId)
  })

  it("where it is told to: of one operation, of one charge, so many times, one call of so many", async () => {
    const [txid, other] = [newTxid(), newTxid()]
    const fault = "error_before"
    on.bank.faults.next({ operation: "getCob", id: txid, fault, times: 2 })
    const status = async (id: string) => (await on.caller.getCob(id)).status
    expect([await status(other), await status(txid), await status(txid), await status(txid)]).to.deep.equal([404, 503, 503, 404])
    on.bank.faults.next({ fault, every: 3 })
    const seen: number[] = []
    for (let count = 0; count < 6; count++) seen.push(await status(txid))
    expect(seen).to.deep.equal([404, 404, 503, 404, 404, 503])
    on.bank.faults.clear()
    expect([await status(txid), await status(txid), await status(txid)]).to.deep.equal([404, 404, 404])
    expect(() => on.bank.faults.next({ fault: "explode" })).to.throw(RangeError)
  })

  it("at the token, too, which then counts as not fetched", async () => {
    for (let count = 0; count < 4; count++) {
      on.bank.faults.next({ operation: "token", fault: "cut_after" })
      await on.caller.signIn().catch(() => undefined)
    }
    expect((await on.caller.signIn()).status).to.equal(200)
    expect(on.bank.calls("token").map(({ status }) => status)).to.deep.equal([200, null, null, null, null, 200])
  })
})
