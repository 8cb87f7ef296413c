import { deflateSync } from "node:zlib"
import { expect } from "chai"
import { JPEG } from "../support/bytes/jpeg.ts"
import type { Caller } from "../support/cielo-chargebacks/caller.ts"
import { problemOf } from "../support/cielo-chargebacks/files.ts"
import { answerTo, EC, idsOf, PDF, PERIOD, stage } from "../support/cielo-chargebacks/stage.ts"
import type { Case } from "../support/cielo-chargebacks/types.ts"
import { lifecycleStep, newChargeback } from "../support/cielo-chargebacks/webhooks.ts"

const DAY_MS = 24 * 3600 * 1000

describe("The simulator of Cielo's chargebacks, which a merchant answers,", () => {
  const on = stage()

  it("accepts several at once, each with a result of its own", async () => {
    const [first, second, third] = [1000, 2000, 3000].map((amount) => on.cielo.cases.open({ amount })) as [Case, Case, Case]
    on.cielo.fail({ fault: "item", idChargeback: third.steps[0]?.idChargeback as number, code: "901" })
    const stranger = { establishmentNumber: "2999999999", idChargeback: idsOf(second).idChargeback }
    const { body } = await on.caller.accept(idsOf(first), idsOf(first), stranger, idsOf(third))
    expect(body.map(({ code }: { code: string }) => code)).to.deep.equal(["101", "931", "941", "901"])
    const done = await on.caller.list("DONE", PERIOD)
    expect(done.body.content).to.have.length(1)
    expect(done.body.content[0]).to.deep.include({
      actionTakenCode: "ACATAR",
      lifecycle: { action: "A favor do Emissor", actionDate: "2026-11-20" },
    })
    expect((await on.caller.list("PENDING")).body.totalElements).to.equal(2)
  })

  it("refuses with a document whose name is the case's number, and gives it back", async () => {
    const one = on.cielo.cases.open({ amount: 1000 })
    const [members, file] = answerTo(one)
    expect(await on.caller.refuse(members, file)).to.deep.include({ status: 200 })
    expect((await on.caller.refuse(members, file)).body.code).to.equal("931")
    const { body } = await on.caller.get(`supportDocument/${EC}/${members.idChargeback}`)
    expect(body).to.deep.equal([
      {
        dateInclusion: "2026-11-20",
        nameFile: file.name,
        file: PDF.toString("base64"),
        codigo: 104,
        mensagem: "Documento obtido com sucesso",
      },
    ])
    const actions = (await on.caller.get(`lifecycle/${one.idCase}`)).body.map(({ action }: { action: string }) => action)
    expect(actions).to.deep.equal(["Em análise com o Cliente", "Em análise com o Emissor"])
    expect(on.cielo.violations).to.deep.equal([])
  })

  it("refuses a refusal with the code of what is wrong", async () => {
    const one = on.cielo.cases.open({ amount: 1000 })
    const [members, file] = answerTo(one)
    const wrong: [string, Record<string, string>, Parameters<Caller["refuse"]>[1]?][] = [
      ["909", { establishmentNumber: "" }, file],
      ["910", { establishmentNumber: "EC" }, file],
      ["926", { idChargeback: "" }, file],
      ["928", { idChargeback: "X" }, file],
      ["930", { reasonToRefuse: "" }, file],
      ["905", { reasonToRefuse: "x".repeat(101) }, file],
      ["904", {}],
      ["903", {}, { ...file, name: `${one.idCase}.JPG` }],
      ["903", {}, { ...file, name: `${one.idCase}.JPEG` }],
      ["903", {}, { ...file, bytes: Buffer.concat([PDF, Buffer.alloc(8 * 1024 * 1024)]) }],
      ["903", {}, { ...file, bytes: Buffer.from(`%PDF-1.4\n${"<< /Type /Page >>\n".repeat(11)}`) }],
      ["929", {}, { ...file, name: "proof.PDF" }],
      ["941", { idChargeback: "1" }, file],
    ]
    for (const [code, changed, sent] of wrong) {
      expect([code, (await on.caller.refuse({ ...members, ...changed }, sent)).body.code]).to.deep.equal([code, code])
    }
    for (const changed of [{ userName: "ana" }, { note: "x" }] as Record<string, string>[])
      expect((await on.caller.refuse({ ...members, ...changed }, file)).status).to.equal(400)
    expect((await on.caller.list("PENDING")).body.totalElements).to.equal(1)
  })

  it("shows the issuer's documents", async () => {
    const bytes = Buffer.from("letter")
    const one = on.cielo.cases.open({ amount: 1000, documents: [{ name: "letter.pdf", bytes }] })
    const other = on.cielo.cases.open({ amount: 1000 })
    const [listed] = (await on.caller.get(`ListIssuerDocuments/${EC}/${idsOf(one).idChargeback}`)).body
    expect(listed).to.include({ nameFile: "letter.pdf", code: "104" })
    const document = await on.caller.get(`DocumentIssuer/${EC}/${listed.idDocumento}`)
    expect(document.body).to.include({ returncode: 105, nameFile: "letter.pdf", file: bytes.toString("base64") })
    const codes = [
      `ListIssuerDocuments/${EC}/${idsOf(other).idChargeback}`,
      `DocumentIssuer/${EC}/X`,
      `ListIssuerDocuments/${EC}/X`,
      "DocumentIssuer/EC/1",
    ]
    expect(await Promise.all(codes.map(async (path) => (await on.caller.get(path)).body.code))).to.deep.equal([
      "938",
      "939",
      "928",
      "910",
    ])
    const more = [
      `supportDocument/${EC}/${idsOf(other).idChargeback}`,
      `supportDocument/${EC}/1`,
      "lifecycle/X",
      "lifecycle/1",
      `lifecycle/${other.idCase}`,
    ]
    expect(await Promise.all(more.map(async (path) => (await on.caller.get(path)).body.code))).to.deep.equal([
      "927",
      "941",
      "911",
      "902",
      "103",
    ])
  })

  it("loses what nobody answers in time, and goes on with a new step of the same case", async () => {
    const [lapsed, refused] = [on.cielo.cases.open({ amount: 1000 }), on.cielo.cases.open({ amount: 2000 })]
    await on.caller.refuse(...answerTo(refused))
    const second = on.cielo.cases.goOn(refused.idCase, "SEGUNDO_CHARGEBACK", { deadline: "2026-12-15" })
    on.cielo.advance(11 * DAY_MS)
    await on.caller.signIn()
    const { content } = (await on.caller.list("PENDING")).body
    expect(content).to.have.length(1)
    expect(content[0]).to.include({ idCase: refused.idCase, idChargeback: second.idChargeback, process: "SEGUNDO_CHARGEBACK" })
    const done = (await on.caller.list("DONE", PERIOD)).body.content.map((one: { idCase: number; actionTakenCode: string }) => [
      one.idCase,
      one.actionTakenCode,
    ])
    expect(done).to.have.deep.members([
      [lapsed.idCase, "ACATAR"],
      [refused.idCase, "RECUSADO"],
    ])
    on.cielo.cases.decide(refused.idCase, "merchant")
    const actions = (await on.caller.get(`lifecycle/${refused.idCase}`)).body.map(({ action }: { action: string }) => action)
    expect(actions.at(-1)).to.equal("A favor do Estabelecimento")
    expect((await on.caller.list("PENDING")).body.code).to.equal("103")
  })

  it("answers in each way that the documents have", async () => {
    const one = on.cielo.cases.open({ amount: 1000, documents: [{ name: "letter.pdf", bytes: PDF }] })
    const { options } = on.cielo
    Object.assign(options, {
      ids: "texts",
      unused: "left out",
      emptyFlag: "always true",
      dates: "time",
      query: "upper",
      base: "older",
    })
    const page = (await on.caller.list("PENDING", {}, "?Page=0&Order=asc")).body
    expect(page).to.deep.include({ empty: true, numberOfElements: 1 })
    expect(page.content[0]).to.include({
      idCase: String(one.idCase),
      establishmentNumber: EC,
      treatmentDeadline: "2026-11-30T00:00:00.000-03:00",
    })
    expect(page.content[0]).not.to.have.property("lifecycle")
    options.unused = "null"
    expect((await on.caller.list("PENDING")).body.content[0].transactionDetails.tid).to.equal(null)

    Object.assign(options, {
      spelling: "older",
      refusal: "base64",
      done: "list",
      nothingFound: 412,
      wording: "capitals",
      mainCustomer: "list",
    })
    const [members] = answerTo(one)
    expect((await on.caller.json("PUT", "refuse", { ...members, file: [PDF.toString("base64")] })).body.code).to.equal("102")
    const done = (await on.caller.list("DONE", { ...PERIOD, mainCustomer: [] })).body
    expect(done[0].lifecycle.action).to.equal("EM ANALISE COM O EMISSOR")
    expect(await on.caller.list("PENDING", { mainCustomer: [] })).to.deep.include({ status: 412 })
    expect((await on.caller.get(`DocumentSupport/${EC}/${members.idChargeback}`)).body[0].codigo).to.equal(104)
    expect((await on.caller.get(`supportDocument/${EC}/${members.idChargeback}`)).status).to.equal(404)
    expect((await on.caller.get(`DocumentIssuer/${EC}/${one.documents[0]?.idDocumento}`)).body).to.include({ codigo: 105 })
    expect((await on.caller.get("Reason/1")).body[0]).to.include({ cdReason: 104, tpReason: 1 })
  })

  it("makes the two bodies of webhooks", () => {
    const one = on.cielo.cases.open({ amount: 1000 })
    expect(newChargeback(one, on.cielo.options, "2026-11-20")).to.include({ idCase: one.idCase, remainingDaysToTreat: 10 })
    expect(lifecycleStep(one)).to.deep.equal({
      ...{ establishmentNumber: Number(EC), caseId: one.idCase, message: "Em análise com o Cliente" },
      ...{ executionDate: "2026-11-20", ActionCicleDate: "2026-11-20" },
    })
  })

  it("takes PDF, TIFF and JPEG of at most ten pages, and no picture that is larger than a page", () => {
    const tiff = (pages: number) => {
      const bytes = Buffer.alloc(8 + 6 * pages)
      bytes.write("II*\0", "latin1")
      for (let page = 0; page < pages; page++) bytes.writeUInt32LE(8 + 6 * page, page === 0 ? 4 : 8 + 6 * page - 4)
      return bytes
    }
    const packed = deflateSync("<< /Type /Page >> << /Type /Pages >> << /Type /Page >>")
    const compressed = (times: number) => {
      const stream = Buffer.concat([Buffer.from("<< /Type /ObjStm >> stream\n"), packed, Buffer.from("\nendstream\n")])
      return Buffer.concat([Buffer.from("%PDF-1.5\n"), ...Array.from({ length: times }, () => stream)])
    }
    const inches = Buffer.from(JPEG)
    inches.writeUInt8(1, 13)
    for (const [name, bytes] of [
      ["1.tif", tiff(10)],
      ["1.TIFF", tiff(1)],
      ["1.pdf", compressed(5)],
      ["1.jpeg", JPEG],
    ] as const)
      expect(problemOf(name, bytes)).to.equal(undefined)
    for (const [name, bytes, problem] of [
      ["1.tif", tiff(11), "11 pages"],
      ["1.pdf", compressed(6), "12 pages"],
      ["1.pdf", Buffer.from("%PDF-1.4"), "0 pages"],
      ["1.jpeg", inches, "40 × 32 inches"],
      ["1.png", JPEG, ".PNG is none"],
      ["1.pdf", JPEG, "no pdf"],
    ] as const)
      expect(problemOf(name, bytes)).to.include(problem)
  })
})
