// Answers about PIX Automático that contradict what was asked, or that only some banks give.
import { expect } from "chai"
import pino from "pino"
import type { Acquirer } from "../../../src/acquirers/acquirer.ts"
import { bankPixKind } from "../../../src/acquirers/bank-pix/bank-pix.ts"
import { mandateBrCode } from "../../../src/acquirers/br-code.ts"
import type { FoundingSale } from "../../../src/acquirers/mandates.ts"
import { readConfig } from "../../../src/config/config.ts"
import { clientCertificate } from "../../bank-pix/certificates.ts"
import { type Sink, startSink, testAuthority } from "../../support/network/https-sink.ts"
import { resultOf } from "./at-bank.ts"
import { chargeOrder, foundingSale, recurringTxidOf, retryOf } from "./at-bank-mandates.ts"
import { never, txidOf } from "./open.ts"

const [KEY, MANDATE] = ["loja@example.com", "RR1234567820261120AbCdEfGhIjK"]
const [PLACE, MANDATE_PLACE] = ["bank.example/1", "bank.example/rec/1"]
const NOW = Date.parse("2026-12-12T15:00:00Z")
const E2EID = (end: string) => `E${"1".repeat(30)}${end}`

describe("A bank that answers something else about PIX Automático", () => {
  let bank: Sink
  let acquirer: Acquirer
  /** The bodies of answers, by the first part of the path that fits. */
  let answers: Record<string, object> = {}
  /** The scopes for which the bank gives no token at all. */
  let denied: string | undefined
  const paths = () => bank.received.map(({ path }) => path.replace("/v2", ""))

  before(async () => {
    bank = await startSink(({ path, body }, response) => {
      const isToken = path.endsWith("/token")
      const isDenied = isToken && denied !== undefined && String(body).includes(denied)
      const found = Object.entries(answers).find(([start]) => path.startsWith(`/v2${start}`))?.[1]
      const token = { access_token: "token", token_type: "Bearer", expires_in: 300 }
      const none = { type: "https://pix.bcb.gov.br/api/v2/error/NaoEncontrado", status: 404 }
      const status = isDenied ? 400 : isToken || found ? 200 : 404
      const answer = isDenied ? { error: "invalid_scope" } : isToken ? token : (found ?? none)
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer))
    })
  })
  beforeEach(async () => {
    bank.received.length = 0
    denied = undefined
    const { cert: certificate, key } = await clientCertificate()
    const account = { branch: "0001", number: "120001", type: "CORRENTE" }
    const members = { profile: "other", pix_key: KEY, client_id: "id", client_secret: "secret", certificate, key, account }
    const given = { id: "cred_1", account: "acct_1", members, renewed: async () => undefined }
    const url = `https://localhost:${bank.port}`
    const addresses = { ...readConfig({}), bankPixUrl: `${url}/v2`, bankPixTokenUrl: `${url}/token` }
    const kind = bankPixKind({ ca: [(await testAuthority()).cert], now: () => NOW })
    acquirer = kind.open(given, addresses, pino({ level: "silent" }))
  })
  afterEach(() => acquirer.close!())
  after(() => bank.close())

  describe("that was asked for a mandate", () => {
    const mandate = ({ mandate: { contract }, reference }: FoundingSale, more: object = {}) => ({
      ...{ idRec: MANDATE, status: "CRIADA", valor: { valorRec: "37.00" }, politicaRetentativa: "PERMITE_3R_7D" },
      ...{ vinculo: { contrato: contract }, calendario: { dataInicial: "2026-12-10", periodicidade: "MENSAL" } },
      ...{ ativacao: { dadosJornada: { txid: txidOf({ reference }) } }, loc: { id: 1, location: MANDATE_PLACE } },
      ...more,
    })
    const charge = (sale: FoundingSale) => ({
      ...{ txid: txidOf(sale), status: "ATIVA", chave: KEY, valor: { original: "37.00" }, location: PLACE },
      calendario: { criacao: new Date(NOW).toISOString(), expiracao: 3600 },
    })
    const page = (recs: object[]) => ({
      ...{ recs, parametros: { paginacao: { quantidadeDePaginas: 1, quantidadeTotalDeItens: recs.length } } },
    })
    /** Sells with a bank that shows this of the mandate when it is made, and this of its code. */
    function found(shown: object, read: object = {}, sale = foundingSale()) {
      answers = {
        ...{ "/rec?": page([]), "/locrec": { id: "1", location: MANDATE_PLACE } },
        ...{ "/rec/": { ...mandate(sale), ...read }, "/rec": mandate(sale, shown), "/cob/": charge(sale) },
      }
      return acquirer.mandates!.found(sale, never)
    }

    it("has its code shown where all is as it was asked, also if the bank leaves out what was asked", async () => {
      expect(await resultOf(found({}))).to.equal("action_required")
      const left = { valor: undefined, politicaRetentativa: undefined, ativacao: undefined, calendario: undefined }
      expect(await resultOf(found({ ...left, loc: undefined }))).to.equal("action_required")
    })

    it("has no code shown of other terms, and is told to end the mandate", async () => {
      for (const terms of [
        ...[{ valor: { valorRec: "37.01" } }, { politicaRetentativa: "NAO_PERMITE" }, { vinculo: { contrato: "another" } }],
        ...[{ calendario: { dataInicial: "2026-12-11" } }, { calendario: { periodicidade: "SEMANAL" } }],
        { ativacao: { dadosJornada: { txid: `vintem${"a".repeat(20)}` } } },
      ]) {
        expect(await found(terms), JSON.stringify(terms)).to.deep.equal({ result: "unavailable" })
        expect(paths().at(-2), JSON.stringify(terms)).to.equal(`/rec/${MANDATE}`)
      }
      expect(paths().filter((path) => path.startsWith("/cob/"))).to.deep.equal([])
    })

    it("has no code shown that leads elsewhere: the charge is watched, and the mandate ended", async () => {
      const names = { merchantName: "Loja", merchantCity: "Recife" }
      const code = (place: string) => mandateBrCode({ ...names, mandate: place, charge: { location: PLACE, amount: 3700 } })
      const show = (place: string) => found({}, { dadosQR: { jornada: "JORNADA_3", pixCopiaECola: code(place) } })
      expect(await resultOf(show(MANDATE_PLACE))).to.equal("action_required")
      expect(await show("bank.example/rec/2")).to.deep.equal({ result: "unavailable", watch: true })
    })

    it("is not understood where it names no mandate, or an unknown status", async () => {
      expect(await resultOf(found({ idRec: "short" }))).to.equal("unknown")
      const sale = foundingSale()
      answers = { "/rec?": page([mandate(sale, { status: "EM_ANALISE" })]) }
      expect(await acquirer.mandates!.found(sale, never)).to.deep.equal({ result: "unavailable" })
    })
  })

  describe("that was asked for a charge under a mandate", () => {
    const order = chargeOrder(MANDATE)
    const txid = recurringTxidOf(order)
    const pix = (end: string, more: object = {}) => ({
      ...{ endToEndId: E2EID(end), txid, valor: "37.00", horario: `2026-12-10T1${end}:00:00Z`, ...more },
    })
    const attempt = (tipo: string, dataLiquidacao: string, status: string) => ({ tipo, dataLiquidacao, status })
    const listed = (...all: object[]) => ({
      ...{ pix: all, parametros: { paginacao: { quantidadeDePaginas: 1, quantidadeTotalDeItens: all.length } } },
    })
    function show(more: object, payments: object = listed()): void {
      const terms = { calendario: { criacao: "2026-12-03", dataDeVencimento: "2026-12-10" }, valor: { original: "37.00" } }
      answers = { "/cobr/": { idRec: MANDATE, txid, status: "ATIVA", ...terms, ...more }, "/pix?": payments }
    }
    const lookUp = (which = order) => acquirer.mandates!.lookUpCharge(which, never)

    it("finds the payment in the list where the bank calls the charge paid and does not show it, and else waits", async () => {
      show({ status: "CONCLUIDA" }, listed(pix("1")))
      expect(await lookUp()).to.include({ result: "approved", charge: E2EID("1") })
      show({ status: "CONCLUIDA" })
      expect(await lookUp()).to.deep.equal({ result: "pending", charge: txid })
    })

    it("finds money that came although the charge had ended", async () => {
      for (const status of ["CANCELADA", "EXPIRADA", "REJEITADA"]) {
        show({ status }, listed(pix("1"), pix("2", { txid: recurringTxidOf(chargeOrder(MANDATE)) })))
        expect(await lookUp(), status).to.include({ result: "approved", charge: E2EID("1"), captured: 3700 })
      }
    })

    it("keeps the earliest of two payments, and names the other", async () => {
      show({ status: "CONCLUIDA", pix: [pix("2"), pix("1")] })
      const outcome = (await lookUp()) as { charge: string; duplicates: { charge: string }[] }
      expect([outcome.charge, ...outcome.duplicates.map(({ charge }) => charge)]).to.deep.equal([E2EID("1"), E2EID("2")])
    })

    it("knows by the mandate's id whether a charge may be tried again, where the bank does not say it", async () => {
      const tentativas = [attempt("AGND", "2026-12-10", "EXPIRADA")]
      show({ tentativas })
      expect(await lookUp()).to.include({ result: "refused", may_retry: true })
      show({ tentativas, idRec: MANDATE.replace("RR", "RN") })
      expect(await lookUp())
        .to.include({ result: "refused" })
        .and.not.have.property("may_retry")
      show({ tentativas, politicaRetentativa: "NAO_PERMITE" })
      expect(await lookUp()).to.not.have.property("may_retry")
    })

    it("may not be tried a fourth time, also if the bank has not ended it yet", async () => {
      const days = ["2026-12-11", "2026-12-13", "2026-12-17"]
      show({ tentativas: [attempt("AGND", "2026-12-10", "EXPIRADA"), ...days.map((day) => attempt("NTAG", day, "EXPIRADA"))] })
      expect(await lookUp(retryOf(order, "2026-12-17")))
        .to.include({ result: "refused" })
        .and.not.have.property("may_retry")
    })

    it("finds a retry on the next banking day where the bank has moved it, and no other day's", async () => {
      const tried = [attempt("AGND", "2026-12-10", "EXPIRADA"), attempt("NTAG", "2026-12-14", "SOLICITADA")]
      show({ tentativas: tried })
      for (const day of ["2026-12-12", "2026-12-13", "2026-12-14"])
        expect(await lookUp(retryOf(order, day)), day).to.deep.equal({ result: "pending", charge: txid })
      for (const day of ["2026-12-11", "2026-12-15"]) expect(await lookUp(retryOf(order, day)), day).to.equal(undefined)
    })

    it("has not taken a retry that it does not show", async () => {
      show({ tentativas: [attempt("AGND", "2026-12-10", "EXPIRADA")] })
      expect(await acquirer.mandates!.charge(retryOf(order, "2026-12-13"), never)).to.deep.equal({ result: "unknown" })
    })

    it("is not believed about another charge, and not where an answer lacks what it must have", async () => {
      const other = { txid: `vrecur${"a".repeat(20)}` }
      for (const answer of [other, { status: undefined }, { valor: {} }, { calendario: {} }, { idRec: undefined }]) {
        show(answer)
        expect(await resultOf(lookUp()), JSON.stringify(answer)).to.equal("NoAnswer")
        expect(await resultOf(acquirer.mandates!.charge(order, never)), JSON.stringify(answer)).to.equal("NoAnswer")
        expect(await resultOf(acquirer.mandates!.withdraw({ account: "acct_1", charge: txid }, never))).to.equal("NoAnswer")
      }
    })

    it("has not withdrawn a charge that somebody has paid", async () => {
      show({ status: "CONCLUIDA", pix: [pix("1")] })
      expect(await acquirer.mandates!.withdraw({ account: "acct_1", charge: txid }, never)).to.deep.equal({ result: "refused" })
    })
  })

  it("that gives no token for what it does not have is asked for one of PIX alone", async () => {
    denied = "cobr.write"
    answers = {}
    expect(await acquirer.lookUp("acct_1", "a".repeat(20), never)).to.equal(undefined)
    expect(paths()).to.deep.equal(["/token", "/token", `/cob/vintem${"a".repeat(20)}`])
    const checked = await acquirer.check!(never)
    expect(checked.find(({ name }) => name === "scopes")).to.include({ result: "wrong" })
  })
})
