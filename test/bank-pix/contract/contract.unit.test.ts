import { Ajv2019 } from "ajv/dist/2019.js"
import { expect } from "chai"
import { type Contract, findContract } from "./contract.ts"
import { examplesOf } from "./examples.ts"
import { FORMATS } from "./formats.ts"
import { repair } from "./repairs.ts"

const TXID = "a".repeat(26)
const E2EID = `E${"1".repeat(31)}`
const NONE = { path: {}, query: {} }
const CHARGE = { calendario: { expiracao: 3600 }, valor: { original: "37.00" }, chave: "ana@example.com" }
const PERIOD = { inicio: "2026-12-01T00:00:00Z", fim: "2026-12-02T00:00:00-03:00" }

type Case = [operation: string, sent: Parameters<Contract["request"]>[1], problem: string | undefined]

const REQUESTS: Case[] = [
  ["PUT /cob/{txid}", { path: { txid: TXID }, query: {}, body: CHARGE }, undefined],
  ["PUT /cob/{txid}", { path: { txid: "a".repeat(36) }, query: {}, body: CHARGE }, "path.txid must match pattern"],
  ["PUT /cob/{txid}", { path: { txid: TXID }, query: { a: "1" }, body: CHARGE }, "query has no member a"],
  ["PUT /cob/{txid}", { path: { txid: TXID }, query: {}, body: { ...CHARGE, extra: 1 } }, "body has no member extra"],
  [
    "PUT /cob/{txid}",
    { path: { txid: TXID }, query: {}, body: { ...CHARGE, valor: { original: "37.00", moeda: "BRL" } } },
    "body.valor has no member moeda",
  ],
  [
    "PUT /cob/{txid}",
    { path: { txid: TXID }, query: {}, body: { ...CHARGE, valor: { original: "37.000" } } },
    "body.valor.original must match pattern",
  ],
  [
    "PUT /cob/{txid}",
    { path: { txid: TXID }, query: {}, body: { ...CHARGE, devedor: { nome: "Ana" } } },
    "body.devedor must have required property 'cpf'",
  ],
  [
    "PUT /cob/{txid}",
    { path: { txid: TXID }, query: {}, body: { ...CHARGE, devedor: { nome: "Ana", cpf: "1234567890" } } },
    "body.devedor.cpf must match pattern",
  ],
  ["PUT /cob/{txid}", { path: { txid: TXID }, query: {}, body: undefined }, "body must be object"],
  ["GET /cob/{txid}", { path: { txid: TXID }, query: {}, body: {} }, "there must be no body"],
  ["GET /cob/{txid}", { path: { txid: TXID }, query: { revisao: "1" } }, undefined],
  ["GET /cob/{txid}", { path: { txid: TXID }, query: { revisao: "one" } }, "query.revisao must be integer"],
  ["GET /pix", { path: {}, query: { ...PERIOD, txid: "a", "paginacao.itensPorPagina": "1000" } }, undefined],
  ["GET /pix", { path: {}, query: { ...PERIOD, "paginacao.itensPorPagina": "1001" } }, "itensPorPagina must be <= 1000"],
  ["GET /pix", { path: {}, query: { inicio: PERIOD.inicio } }, "query must have required property 'fim'"],
  ["GET /pix", { path: {}, query: { ...PERIOD, fim: "2026-12-02" } }, 'query.fim must match format "date-time"'],
  ["GET /pix", { path: {}, query: { ...PERIOD, fim: "2026-02-30T00:00:00Z" } }, 'query.fim must match format "date-time"'],
  ["POST /locrec", NONE, undefined],
]

const devolucao = { id: "1", rtrId: `D${E2EID.slice(1)}`, valor: "1.00", horario: {}, status: "DEVOLVIDO" }

const ANSWERS: [operation: string, status: number, body: unknown, problem: string | undefined][] = [
  ["PUT /pix/{e2eid}/devolucao/{id}", 201, devolucao, undefined],
  ["PUT /pix/{e2eid}/devolucao/{id}", 201, { ...devolucao, status: "FEITO" }, "answer.status must be equal to one of"],
  ["PUT /pix/{e2eid}/devolucao/{id}", 201, { ...devolucao, pagador: {} }, "answer has no member pagador"],
  ["GET /pix/{e2eid}", 200, { endToEndId: E2EID, txid: "a", valor: "1.00", horario: PERIOD.inicio }, undefined],
  ["GET /pix/{e2eid}", 404, { type: "https://pix.bcb.gov.br/api/v2/error/NaoEncontrado", title: "-", status: 404 }, undefined],
  ["GET /pix", 400, { type: "https://pix.bcb.gov.br/api/v2/error/PixConsultaInvalida", title: "-", status: 400 }, undefined],
  ["GET /pix", 404, { nome: "nada" }, "answer must have required property 'type'"],
  ["PUT /webhook/{chave}", 200, undefined, undefined],
  ["PUT /webhook/{chave}", 200, {}, "there must be no body"],
]

/** Examples that the contract itself refuses, and why. All others are data as good as any. */
const WRONG_EXAMPLES: Record<string, RegExp> = {
  cobBody1: /modalidade must be integer/,
  "cobResponse4, getCobsV1": /required property 'location'/,
  "cobBody6, cobBody8, cobBody9": /required property 'calendario'/,
  "pixResponse2, pixResponse3, getPix1": /endToEndId must NOT have more than 32|endToEndId must match|has no member saque/,
  "webhookResponse1, getWebhook1": /required property '(cnpj|webhookUrl|criacao)'|has no member (summary|value)/,
  "recResponse1, recResponse2, recResponse3, recResponse4, recResponse5, recResponse6, recResponse7, recResponse8, getRec1":
    /atualizacao.*(required property 'status'|has no member nome)|has no member tipoJornada|objeto must NOT have more/,
  "solicRecResponse1, solicRecResponse2, solicRecResponse3": /required property '(politicaRetentativa|ispbParticipante)'/,
  "cobRBody1, cobRResponse1, cobRResponse2, cobRResponse3, cobRResponse4, getCobR1":
    /cep must NOT have more|tipoConta must be|required property 'atualizacao'|recebedor has no member (cnpj|nome)/,
}

const contract = findContract()

// findContract() has said NOT CHECKED where the file is missing.
if (contract) {
  describe("Banco Central's contract", () => {
    it("compiles, with its 129 schemas and every request and answer of the operations that are played", () => {
      const ajv = new Ajv2019({ strict: false, formats: FORMATS })
      ajv.addSchema(contract.document, "pix")
      const names = Object.keys(contract.document.components.schemas)
      for (const name of names) expect(ajv.getSchema(`pix#/components/schemas/${name}`), name).to.be.a("function")
      expect(names).to.have.length(129)
      expect(contract.operations).to.have.length(40)
      expect(contract.compile()).to.be.greaterThan(200)
    })

    it("is not repaired twice: a file with other faults than those that are known is not read", () => {
      expect(() => repair(structuredClone(contract.document))).to.throw("the contract has another fault than known")
    })

    for (const [operation, sent, problem] of REQUESTS) {
      it(`${problem === undefined ? "allows" : "refuses"} a request: ${operation} ${problem ?? ""}`, () => {
        const problems = contract.request(operation, sent)
        if (problem === undefined) expect(problems).to.deep.equal([])
        else expect(problems.join("\n")).to.contain(problem)
      })
    }

    for (const [operation, status, body, problem] of ANSWERS) {
      it(`${problem === undefined ? "allows" : "refuses"} an answer: ${operation} ${status} ${problem ?? ""}`, () => {
        const problems = contract.answer(operation, status, body)
        if (problem === undefined) expect(problems).to.deep.equal([])
        else expect(problems.join("\n")).to.contain(problem)
      })
    }

    it("has no answer with a status that neither the operation nor its general part names", () => {
      expect(contract.answer("PUT /cob/{txid}", 409, {})).to.deep.equal(["the contract has no answer 409"])
    })

    it("agrees with all of its examples but those that are wrong", () => {
      const allowed = (name: string) => Object.entries(WRONG_EXAMPLES).find(([names]) => names.split(", ").includes(name))?.[1]
      const wrong = examplesOf(contract).flatMap(({ operation, name, problems }) =>
        problems.filter((problem) => !allowed(name)?.test(problem)).map((problem) => `${operation}, ${name}: ${problem}`),
      )
      expect(wrong).to.deep.equal([])
      expect(examplesOf(contract)).to.have.length.greaterThan(90)
    })
  })
}
