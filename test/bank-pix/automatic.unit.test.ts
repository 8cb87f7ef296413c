import { expect } from "chai"
import { automaticStage, FIRST_DAY, mandateTerms, recurringTerms } from "./automatic-stage.ts"
import type { Answer } from "./caller.ts"
import type { OperationName } from "./operations.ts"
import { PROFILES, type ProfileName } from "./profiles.ts"
import { errorOf, newTxid } from "./stage.ts"

const REPEATED: Partial<Record<ProfileName, number>> = { efi: 409, inter: 201 }

for (const name of Object.keys(PROFILES) as ProfileName[]) {
  describe(`The simulator of PIX Automático at a bank of the profile ${name}`, () => {
    const on = automaticStage({ profile: name })

    it("lets a payer agree, and takes his money", async () => {
      const idRec = await on.agreed()
      const txid = await on.due(idRec)
      const repeated = await on.put(txid, recurringTerms(on.bank, idRec))
      expect(repeated.status).to.equal(REPEATED[name] ?? 400)
      on.bank.clock.set("2026-12-10T08:00")
      expect((await on.recurring(txid)).status).to.equal("CONCLUIDA")
      expect(on.bank.ledger().map(({ received }) => received)).to.deep.equal([3500])
    })
  })
}

describe("The simulator of PIX Automático", () => {
  const bb = automaticStage({ profile: "bb" })
  const itau = automaticStage({ profile: "itau" })
  const limited = automaticStage()

  it("answers a request that is canceled with 200 at Banco do Brasil", async () => {
    const { body } = await bb.caller.automatic("POST", "/solicrec", {
      ...{ idRec: await bb.mandate(), calendario: { dataExpiracaoSolicitacao: "2026-11-27T15:00:00Z" } },
      destinatario: { ispbParticipante: "99999002", conta: "1", cpf: "12345678909" },
    })
    expect((await bb.caller.automatic("PATCH", `/solicrec/${body.idSolicRec}`, { status: "CANCELADA" })).status).to.equal(200)
    expect(errorOf(await bb.caller.automatic("GET", `/cobr/${newTxid()}`))).to.equal("NaoEncontrado")
  })

  it("has charges at another base than mandates at Itaú, and their webhook at both", async () => {
    itau.bank.allowMisuse(/there is no GET/)
    const { rec, cobr } = itau.bank.urls
    for (const [url, status] of [
      [`${rec}/cobr/${newTxid()}`, "text/html"],
      [`${cobr}/cobr/${newTxid()}`, "application/problem+json"],
      [`${cobr}/webhookcobr`, "application/problem+json"],
      [`${rec}/webhookcobr`, "application/problem+json"],
      [`${cobr}/webhookrec`, "text/html"],
    ] as const)
      expect((await itau.caller.callAt("GET", url)).type, url).to.equal(status)
  })

  it("turns away a client whose contract does not have it", async () => {
    limited.bank.account.scopes = ["cob.read", "cob.write", "rec.read"]
    await limited.caller.signIn()
    for (const [method, path] of [
      ["POST", "/rec"],
      ["POST", "/locrec"],
      ["GET", "/webhookrec"],
      ["GET", `/cobr/${newTxid()}`],
    ] as const) {
      const refused = await limited.caller.automatic(
        method,
        path,
        method === "POST" && path === "/rec" ? mandateTerms() : undefined,
      )
      expect([refused.status, errorOf(refused)], path).to.deep.equal([403, "AcessoNegado"])
    }
  })
})

/** What each call that writes gets, and whether the bank has done it. */
const FAULTS: [fault: string, outcome: string | RegExp, isDone: boolean][] = [
  ["cut_before", /SOCKET|ECONNRESET/, false],
  ["cut_after", /SOCKET|ECONNRESET/, true],
  ["error_before", "503", false],
  ["error_after:504", "504", true],
  ["html_after", "502", true],
  ["malformed", /JSON/, true],
  ["slow_after:50", "done", true],
  ["too_many:7", "429", false],
]

describe("The simulator of PIX Automático fails", () => {
  const on = automaticStage()
  const outcomeOf = async (call: Promise<Answer>): Promise<string> => {
    try {
      const { status } = await call
      return status < 300 ? "done" : String(status)
    } catch (error) {
      return `${(error as Error).message} ${(error as NodeJS.ErrnoException).code ?? ""}`
    }
  }
  const fails = async (operation: OperationName, fault: string, call: () => Promise<Answer>, outcome: string | RegExp) => {
    on.bank.faults.next({ operation, fault })
    const found = await outcomeOf(call())
    if (typeof outcome === "string") expect(found, operation).to.equal(outcome)
    else expect(found, operation).to.match(outcome)
  }
  const mandates = async () =>
    (await on.caller.automatic("GET", "/rec?inicio=2026-11-20T00:00:00Z&fim=2026-11-21T00:00:00Z")).body.recs.length

  for (const [fault, outcome, isDone] of FAULTS) {
    it(`by ${fault}: the call was ${isDone ? "" : "not "}done`, async () => {
      await fails("postRec", fault, () => on.caller.automatic("POST", "/rec", mandateTerms()), outcome)
      expect(await mandates()).to.equal(isDone ? 1 : 0)
      const idRec = await on.agreed()
      on.bank.clock.set("2026-12-03T12:00")
      const txid = newTxid()
      await fails("putCobr", fault, () => on.put(txid, recurringTerms(on.bank, idRec, FIRST_DAY)), outcome)
      expect((await on.caller.automatic("GET", `/cobr/${txid}`)).status).to.equal(isDone ? 200 : 404)
      if (!isDone) await on.put(txid, recurringTerms(on.bank, idRec, FIRST_DAY))
      on.bank.payerHas(idRec, 0)
      on.bank.clock.set("2026-12-10T21:00")
      const retry = () => on.caller.automatic("POST", `/cobr/${txid}/retentativa/2026-12-11`)
      await fails("retryCobr", fault, retry, outcome)
      expect((await on.recurring(txid)).tentativas).to.have.length(isDone ? 2 : 1)
      await fails("patchRec", fault, () => on.caller.automatic("PATCH", `/rec/${idRec}`, { status: "CANCELADA" }), outcome)
      expect(on.bank.mandate(idRec).status).to.equal(isDone ? "CANCELADA" : "APROVADA")
    })
  }

  it("by reads that show a write later, codes that are missing, and statuses that nobody knows", async () => {
    on.bank.faults.next({ operation: "postRec", fault: "unseen:8000" })
    const { idRec } = (await on.caller.automatic("POST", "/rec", mandateTerms())).body
    expect((await on.caller.automatic("GET", `/rec/${idRec}`)).status).to.equal(404)
    on.bank.clock.advance(8000)
    expect((await on.caller.automatic("GET", `/rec/${idRec}`)).status).to.equal(200)
    const coded = await on.mandate()
    on.bank.faults.next({ operation: "getRec", fault: "no_code+unknown_status+extra_members" })
    const { body } = await on.caller.automatic("GET", `/rec/${coded}`)
    expect(body).to.include({ status: "EM_ANALISE" }).and.to.have.property("novoMembro")
    expect(body).not.to.have.property("dadosQR")
  })

  it("by errors in Efí's form, and a token that is no longer taken", async () => {
    const get = () => on.caller.automatic("GET", `/cobr/${newTxid()}`)
    on.bank.faults.next({ operation: "getCobr", fault: "efi_errors" })
    expect((await get()).body.nome).to.equal("cob_r_nao_encontrado")
    on.bank.faults.next({ operation: "getCobr", fault: "unauthorized" })
    expect((await get()).status).to.equal(401)
  })
})
