import { expect } from "chai"
import { automaticStage } from "../automatic-stage.ts"
import { errorOf } from "../stage.ts"

const ACCOUNT = { ispbParticipante: "99999002", agencia: "0001", conta: "123456", cpf: "12345678909" }
const WEEK = "2026-11-27T15:00:00Z"

describe("The simulator of a bank asks a payer to agree (journey 1)", () => {
  const on = automaticStage()
  const ask = (idRec: string, { until = WEEK, to = ACCOUNT }: { until?: string; to?: object } = {}) =>
    on.caller.automatic("POST", "/solicrec", {
      ...{ idRec, calendario: { dataExpiracaoSolicitacao: until }, destinatario: to },
    })
  const request = async (id: string) => (await on.caller.automatic("GET", `/solicrec/${id}`)).body
  const cancel = (id: string) => on.caller.automatic("PATCH", `/solicrec/${id}`, { status: "CANCELADA" })
  const statusOf = async (idRec: string) => (await on.caller.automatic("GET", `/rec/${idRec}`)).body.status

  it("in his bank's app, which gets it a minute later", async () => {
    const idRec = await on.mandate()
    const { status, body } = await ask(idRec)
    expect([status, body.status, body.idRec]).to.deep.equal([201, "CRIADA", idRec])
    expect(body.idSolicRec).to.match(/^SC9999900120261120[a-zA-Z0-9]{11}$/)
    expect(body).to.deep.include({ destinatario: ACCOUNT, calendario: { dataExpiracaoSolicitacao: "2026-11-27T15:00:00.000Z" } })
    expect(body.recPayload.recebedor.nome).to.equal(on.bank.account.name)
    expect(() => on.bank.agree(body.idSolicRec)).to.throw("has a request that is CRIADA")
    on.bank.clock.advance(60_000)
    const received = await request(body.idSolicRec)
    expect(received.atualizacao.map((one: { status: string }) => one.status)).to.deep.equal(["CRIADA", "ENVIADA", "RECEBIDA"])
    const { solicitacao } = (await on.caller.automatic("GET", `/rec/${idRec}`)).body
    expect(solicitacao).to.deep.equal([received])
  })

  it("who agrees", async () => {
    const idRec = await on.mandate({ ativacao: { dadosJornada: { txid: "a".repeat(26) } } })
    const { idSolicRec } = (await ask(idRec)).body
    on.bank.clock.advance(60_000)
    on.bank.agree(idSolicRec)
    expect((await request(idSolicRec)).status).to.equal("ACEITA")
    const { status, ativacao } = (await on.caller.automatic("GET", `/rec/${idRec}`)).body
    expect([status, ativacao]).to.deep.equal(["APROVADA", { tipoJornada: "JORNADA_1" }])
    expect(errorOf(await cancel(idSolicRec))).to.equal("SolicRecOperacaoInvalida")
    expect(errorOf(await ask(idRec))).to.equal("SolicRecOperacaoInvalida")
  })

  it("who does not, which rejects the mandate as well", async () => {
    const idRec = await on.mandate()
    const { idSolicRec } = (await ask(idRec)).body
    on.bank.decline(idSolicRec)
    expect([(await request(idSolicRec)).status, await statusOf(idRec)]).to.deep.equal(["REJEITADA", "REJEITADA"])
  })

  it("whose bank does not know the account, so that he may be asked again", async () => {
    const idRec = await on.mandate()
    const { idSolicRec } = (await ask(idRec)).body
    on.bank.rejectRequest(idSolicRec)
    expect([(await request(idSolicRec)).status, await statusOf(idRec)]).to.deep.equal(["REJEITADA", "CRIADA"])
    expect((await ask(idRec)).status).to.equal(201)
  })

  it("once at a time, until the merchant cancels the request", async () => {
    const idRec = await on.mandate()
    const { idSolicRec } = (await ask(idRec)).body
    expect(errorOf(await ask(idRec))).to.equal("SolicRecOperacaoInvalida")
    const canceled = await cancel(idSolicRec)
    expect([canceled.status, canceled.body.status]).to.deep.equal([201, "CANCELADA"])
    expect(errorOf(await cancel(idSolicRec))).to.equal("SolicRecOperacaoInvalida")
    expect((await ask(idRec)).status).to.equal(201)
  })

  it("no longer than asked, and no longer than 30 days", async () => {
    const [week, year] = [await on.mandate(), await on.mandate()]
    const [one, other] = [(await ask(week)).body, (await ask(year, { until: "2027-11-20T00:00:00Z" })).body]
    expect(other.calendario.dataExpiracaoSolicitacao).to.equal("2027-11-20T00:00:00.000Z")
    const statuses = async () => [(await request(one.idSolicRec)).status, (await request(other.idSolicRec)).status]
    on.bank.clock.set("2026-11-27T11:59")
    expect(await statuses()).to.deep.equal(["RECEBIDA", "RECEBIDA"])
    on.bank.clock.set("2026-11-27T12:00")
    expect(await statuses()).to.deep.equal(["EXPIRADA", "RECEBIDA"])
    on.bank.clock.set("2026-12-20T12:00")
    expect(await statuses()).to.deep.equal(["EXPIRADA", "EXPIRADA"])
    expect(await statusOf(week)).to.equal("CRIADA")
    expect(() => on.bank.agree(one.idSolicRec)).to.throw("EXPIRADA")
  })

  it("not for a mandate that does not exist or has ended, nor until a time in the past", async () => {
    expect(errorOf(await ask(`RR${"1".repeat(27)}`))).to.equal("RecNaoEncontrada")
    const idRec = await on.mandate()
    expect(errorOf(await ask(idRec, { until: "2026-11-20T14:59:59Z" }))).to.equal("SolicRecOperacaoInvalida")
    await on.caller.automatic("PATCH", `/rec/${idRec}`, { status: "CANCELADA" })
    expect(errorOf(await ask(idRec))).to.equal("SolicRecOperacaoInvalida")
    expect(errorOf(await on.caller.automatic("GET", `/solicrec/SC${"1".repeat(27)}`))).to.equal("SolicRecNaoEncontrada")
  })

  it("no longer after the merchant has canceled the mandate", async () => {
    const idRec = await on.mandate()
    const { idSolicRec } = (await ask(idRec)).body
    await on.caller.automatic("PATCH", `/rec/${idRec}`, { status: "CANCELADA" })
    expect((await request(idSolicRec)).status).to.equal("CANCELADA")
  })
})
