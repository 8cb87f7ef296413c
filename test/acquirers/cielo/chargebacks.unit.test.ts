import { expect } from "chai"
import type { CaseOrder, CaseRefusal, ChargebackDesk } from "../../../src/acquirers/chargebacks.ts"
import { type Chargebacks, startChargebacks } from "../../support/cielo-chargebacks/chargebacks.ts"
import type { FaultName } from "../../support/cielo-chargebacks/faults.ts"
import type { Case, Options } from "../../support/cielo-chargebacks/types.ts"
import { selfSignedCertificate } from "../../support/network/https-sink.ts"
import { EC, openTestDesk, signal } from "./open-desk.ts"

const PDF = Buffer.from("%PDF-1.4\n1 0 obj << /Type /Page >> endobj\n%%EOF")
const PERIOD = { from: "2026-11-01", to: "2026-12-31" }
/** Noon in Brasília. */
const NOW = Date.parse("2026-11-20T15:00:00Z")

const orderOf = ({ idCase, steps }: Case): CaseOrder => {
  return { number: String(idCase), step: String(steps.at(-1)!.idChargeback), establishment: EC }
}
const refusalOf = (one: Case): CaseRefusal => {
  return { ...orderOf(one), reason: "Produto entregue", document: { bytes: PDF, type: "pdf" } }
}

describe("The desk for Cielo's chargebacks", () => {
  let cielo: Chargebacks
  let desk: ChargebackDesk
  let lines: string[]
  const reopen = async (options: Partial<Options> = {}, more: object = {}) => {
    await desk?.close()
    Object.assign(cielo.options, options)
    ;({ desk, lines } = await openTestDesk(cielo, more))
  }
  beforeEach(async () => {
    cielo = await startChargebacks({ clock: () => NOW })
    await reopen()
  })
  afterEach(async () => {
    await desk.close()
    await cielo.close()
  })
  const pending = async (number?: string) => (await desk.list({ status: "pending", page: 0, number }, signal())).items

  it("reads a case, in each way that Cielo's editions write it", async () => {
    const sale = {
      tid: "10069930690000000001",
      nsu: "000123",
      authorization: "A1B2C3",
      day: "2026-10-30",
      bin: "453211",
      lastFour: "1111",
    }
    const one = cielo.cases.open({ amount: 21_150, sale, deadline: "2026-12-01" })
    const variants: Partial<Options>[] = [
      {},
      { ids: "texts", unused: "null", dates: "time", emptyFlag: "always true" },
      { unused: "left out", base: "older", query: "upper", nothingFound: 412, wording: "capitals" },
    ]
    for (const options of variants) {
      await reopen(options)
      expect(await pending()).to.deep.equal([
        {
          ...orderOf(one),
          process: "PRIMEIRO_CHARGEBACK",
          isInquiry: false,
          deadline: "2026-12-01",
          amount: 21_150,
          network: "VISA",
          reason: "104 Outra fraude - cartão ausente",
          isFraud: true,
          received: "2026-11-20",
          answered: null,
          last: null,
          sale: {
            ...{ tid: sale.tid, nsu: "000123", authorization_code: "A1B2C3", reference_number: one.sale.arn },
            ...{ day: sale.day, last4: "1111" },
          },
        },
      ])
      expect(JSON.stringify(await pending())).not.to.contain(one.sale.bin)
      expect((await desk.list({ status: "done", page: 0, period: PERIOD }, signal())).items).to.deep.equal([])
    }
    // The first try of another spelling is refused, once.
    expect(cielo.violations).to.have.lengthOf(1)
  })

  it("reads every page, a bare list, and a head's cases", async () => {
    for (let n = 0; n < 201; n++) cielo.cases.open({ amount: 100 + n })
    const pages = await Promise.all([0, 1].map((page) => desk.list({ status: "pending", page }, signal())))
    expect(pages.map(({ items, isLast }) => [items.length, isLast])).to.deep.equal([
      [200, false],
      [1, true],
    ])
    await reopen({ done: "list" }, { head: EC, establishments: async () => [] })
    const [first] = cielo.cases.all() as [Case]
    await desk.accept(orderOf(first), signal())
    const done = await desk.list({ status: "done", page: 0, period: PERIOD }, signal())
    expect(done.isLast).to.equal(true)
    expect(done.items.map(({ number, answered, last }) => [number, answered, last])).to.deep.equal([
      [String(first.idCase), "accepted", { action: "A favor do Emissor", day: "2026-11-20", verdict: "lost" }],
    ])
    expect(cielo.violations).to.deep.equal([])
  })

  it("knows a friendly collection, and asks about a word that nobody has listed", async () => {
    const known = cielo.cases.open({ amount: 100, process: "COBRANCA_AMIGAVEL" })
    expect((await pending(String(known.idCase))).map(({ isInquiry }) => isInquiry)).to.deep.equal([true])
    const unknown = cielo.cases.open({ amount: 100 })
    Object.assign(unknown.steps[0]!, { process: "OUTRO" })
    const before = cielo.calls.length
    expect((await pending(String(unknown.idCase))).map(({ isInquiry }) => isInquiry)).to.deep.equal([false])
    expect(cielo.calls.slice(before)).to.deep.equal(["list", "list"])
    for (const process of ["PRE_ARBITRAGEM", "COMPLIANCE", "SEGUNDO_CHARGEBACK"] as const) {
      const one = cielo.cases.open({ amount: 100, process })
      expect((await pending(String(one.idCase))).map(({ isInquiry }) => isInquiry)).to.deep.equal([false])
    }
  })

  for (const refusal of ["multipart", "base64"] as const)
    it(`refuses a case with its document as ${refusal}, and says that it was treated before`, async () => {
      await reopen({ refusal })
      const one = cielo.cases.open({ amount: 1000 })
      expect(await desk.refuse(refusalOf(one), signal())).to.deep.equal({ result: "done" })
      expect(await desk.refuse(refusalOf(one), signal())).to.deep.equal({ result: "treated" })
      expect(one.steps[0]!.refusal).to.deep.include({ reason: "Produto entregue", userName: "ana@example.com", bytes: PDF })
      const life = await desk.lifecycle(String(one.idCase), signal())
      expect(life.map(({ verdict }) => verdict)).to.deep.equal([null, null])
      cielo.cases.decide(one.idCase, "merchant")
      for (const wording of ["accents", "capitals"] as const) {
        cielo.options.wording = wording
        expect((await desk.lifecycle(String(one.idCase), signal())).at(-1)).to.include({ verdict: "won" })
      }
      expect(cielo.violations).to.deep.equal([])
    })

  it("says why an answer is not taken", async () => {
    const one = cielo.cases.open({ amount: 1000 })
    const refused = async (more: object) => desk.refuse({ ...refusalOf(one), ...more }, signal())
    const document = { bytes: Buffer.from("no document"), type: "pdf" }
    for (const [code, more] of [
      ["905", { reason: "x".repeat(101) }],
      ["903", { document }],
      ["929", { number: "1" }],
      ["941", { step: "1" }],
    ] as const)
      expect(await refused(more)).to.include({ result: "refused", code })
    expect(await desk.accept({ ...orderOf(one), step: "1" }, signal())).to.include({ result: "refused", code: "941" })
  })

  for (const fault of [
    "901",
    "918",
    "500",
    "503",
    "html",
    "cut",
    "cut_after",
    "500_after",
    "901_after",
    "truncated",
  ] as FaultName[])
    it(`does not know what became of an answer after ${fault}, and says nothing after a list`, async () => {
      const one = cielo.cases.open({ amount: 1000 })
      for (const call of ["refuse", "accept", "list"] as const) cielo.fail({ call, fault })
      expect(await desk.refuse(refusalOf(one), signal())).to.deep.equal({ result: "unknown" })
      expect(await desk.accept(orderOf(one), signal())).to.deep.equal({ result: "unknown" })
      expect(await pending().catch((error: Error) => error.name)).to.equal("NoAnswer")
      expect(await pending()).to.have.lengthOf(one.steps[0]!.taken ? 0 : 1)
    })

  it("does not know what became of an answer that nobody waits for any more", async () => {
    const one = cielo.cases.open({ amount: 1000 })
    await pending()
    cielo.fail({ call: "refuse", fault: "hang_after" })
    expect(await desk.refuse(refusalOf(one), AbortSignal.timeout(300))).to.deep.equal({ result: "unknown" })
    expect(one.steps[0]!.taken).to.equal("RECUSADO")
  })

  it("signs in once for many calls, and anew after a refused token, once", async () => {
    const one = cielo.cases.open({ amount: 1000 })
    await pending()
    await pending()
    expect(cielo.calls).to.deep.equal(["token", "list", "list"])
    cielo.expireTokens()
    expect(await desk.accept(orderOf(one), signal())).to.deep.equal({ result: "done" })
    cielo.fail({ call: "refuse", fault: "expired", times: 2 })
    expect(await desk.refuse(refusalOf(one), signal())).to.deep.equal({ result: "unavailable", refused: true })
    const since = cielo.calls.slice(3)
    expect(since).to.deep.equal(["accept", "token", "accept", "refuse", "token", "refuse"])
  })

  it("has sent no answer where it cannot sign in, and tells no secret", async () => {
    const one = cielo.cases.open({ amount: 1000 })
    cielo.fail({ call: "token", fault: "cut" }, { call: "token", fault: "503" }, { call: "token", fault: "901" })
    for (let n = 0; n < 3; n++) expect(await desk.refuse(refusalOf(one), signal())).to.deep.equal({ result: "unavailable" })
    const logged = [...lines]
    await reopen({}, { client_secret: "wrong-secret" })
    expect(await desk.refuse(refusalOf(one), signal())).to.deep.equal({ result: "unavailable", refused: true })
    logged.push(...lines)
    const { cert, key } = await selfSignedCertificate()
    await reopen({}, { certificate: cert, key })
    expect(await desk.refuse(refusalOf(one), signal())).to.deep.equal({ result: "unavailable" })
    expect(await pending().catch((error: Error) => error.name)).to.equal("NotSent")
    expect(cielo.calls).not.to.include("refuse")
    for (const line of [...logged, ...lines]) expect(line).not.to.match(/simulated-secret|wrong-secret|PRIVATE KEY/)
  })

  it("fetches the issuer's documents, in both spellings", async () => {
    const one = cielo.cases.open({ amount: 1000, documents: [{ name: "carta.pdf", bytes: PDF }] })
    for (const spelling of ["newer", "older"] as const) {
      cielo.options.spelling = spelling
      const [listed] = await desk.documents(orderOf(one), signal())
      expect(listed).to.include({ name: "carta.pdf" })
      expect(await desk.document(orderOf(one), listed!.id, signal())).to.deep.equal(PDF)
    }
    const other = cielo.cases.open({ amount: 1000 })
    expect(await desk.documents(orderOf(other), signal())).to.deep.equal([])
    expect(await desk.lifecycle(String(other.idCase), signal())).to.deep.equal([])
  })

  it("keeps all digits of a number that a double would change", async () => {
    const one = cielo.cases.open({ amount: 1000 })
    one.steps[0]!.idChargeback = 1e16 + 2
    expect((await pending())[0]!.step).to.equal("10000000000000002")
  })
})
