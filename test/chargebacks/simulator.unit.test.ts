import { expect } from "chai"
import { merchantCertificate } from "../support/cielo-chargebacks/certificates.ts"
import type { FaultName } from "../support/cielo-chargebacks/faults.ts"
import { answerTo, EC, idsOf, outcomeOf, PERIOD, stage } from "../support/cielo-chargebacks/stage.ts"
import { TOKEN_LIFE_MS } from "../support/cielo-chargebacks/tokens.ts"
import { selfSignedCertificate } from "../support/network/https-sink.ts"

describe("The simulator of Cielo's chargebacks", () => {
  const on = stage()

  it("takes no call without a certificate of its authority, not even for a token", async () => {
    for (const identity of [null, await selfSignedCertificate(), await merchantCertificate({ days: -1 })]) {
      const one = await on.newCaller(identity)
      expect(await outcomeOf(one.signIn())).to.match(/certificate|socket|ECONNRESET|alert|closed/i)
      expect(await outcomeOf(one.get("lifecycle/1"))).to.match(/certificate|socket|ECONNRESET|alert|closed/i)
    }
    expect(on.cielo.calls).to.deep.equal(["token"])
  })

  it("gives tokens that live five minutes, for the right secret only", async () => {
    expect((await on.caller.signIn()).body).to.include({ token_type: "Bearer", expires_in: 300 })
    on.cielo.advance(TOKEN_LIFE_MS - 1)
    expect((await on.caller.list("PENDING")).body.code).to.equal("103")
    on.cielo.advance(1)
    expect(await on.caller.list("PENDING")).to.deep.include({ status: 401 })
    await on.caller.signIn()
    on.cielo.expireTokens()
    expect((await on.caller.list("PENDING")).status).to.equal(401)
    expect((await on.caller.signIn({ secret: "wrong" })).status).to.equal(401)
    expect(on.cielo.violations).to.deep.equal([])
  })

  it("lists what is pending, and by page, order and filter", async () => {
    const opened = [1, 2, 3, 4, 5].map((n) =>
      on.cielo.cases.open({
        amount: n * 1050,
        received: `2026-11-1${n}`,
        sale: { tid: `TID${n}`, nsu: `00000${n}`, brand: n === 5 ? 7 : 1 },
      }),
    )
    const page = await on.caller.list("PENDING", {}, "?page=1&pageSize=2&orderBy=receptionDate&order=asc")
    expect(page.body).to.include({ totalElements: 5, totalPages: 3, number: 1, numberOfElements: 2, last: false, first: false })
    expect(page.body.content.map(({ transactionAmount }: { transactionAmount: number }) => transactionAmount)).to.deep.equal([
      31.5, 42,
    ])
    expect(page.body.content[0]).to.deep.include({
      ...{ idCase: opened[2]?.idCase, establishmentNumber: Number(EC), process: "PRIMEIRO_CHARGEBACK", lifecycle: {} },
      ...{ treatmentDeadline: "2026-11-23", remainingDaysToTreat: 3 },
    })
    const idsFor = async (filter: object) => {
      const { body } = await on.caller.list("PENDING", filter)
      return (body.content ?? []).map(({ idCase }: { idCase: number }) => opened.findIndex((one) => one.idCase === idCase) + 1)
    }
    expect(await idsFor({ tid: "TID2" })).to.deep.equal([2])
    expect(await idsFor({ nsu: "3" })).to.deep.equal([3])
    expect(await idsFor({ idCase: opened[3]?.idCase })).to.deep.equal([4])
    expect(await idsFor({ cardAssociationCode: [7], reason: ["104"] })).to.deep.equal([5])
    expect(await idsFor({ process: [3] })).to.deep.equal([])
    expect(await idsFor({ startNotificationPeriod: "2026-11-14", endNotificationPeriod: "2026-11-15" })).to.deep.equal([5, 4])
    expect(on.cielo.violations).to.deep.equal([])
  })

  it("refuses a list with the code of what is wrong", async () => {
    const first = { startNotificationPeriod: "2026-01-01" }
    const both = (start: string, end: string) => ({ ...PERIOD, startNotificationPeriod: start, endNotificationPeriod: end })
    const wrong: [string, object, string?][] = [
      ["916", PERIOD, "?page=-1"],
      ["917", PERIOD, "?pageSize=0"],
      ["138", PERIOD, "?pageSize=201"],
      ["933", PERIOD, "?orderBy=amount"],
      ["934", PERIOD, "?order=up"],
      ["909", { ...PERIOD, establishmentNumber: [] }],
      ["910", { ...PERIOD, establishmentNumber: ["EC1"] }],
      ["936", { ...PERIOD, mainCustomer: "head" }],
      ["912", { ...PERIOD, cardAssociationCode: ["Visa"] }],
      ["932", { ...PERIOD, cardAssociationCode: [9] }],
      ["924", { ...PERIOD, process: ["first"] }],
      ["925", { ...PERIOD, reason: ["10.4"] }],
      ["908", { ...PERIOD, reason: ["104"] }],
      ["920", { establishmentNumber: [EC] }],
      ["921", { ...PERIOD, startNotificationPeriod: "" }],
      ["922", { ...first, establishmentNumber: [EC] }],
      ["907", both("01/11/2026", "2026-11-02")],
      ["907", both("2026-11-31", "2026-12-01")],
      ["923", both("2026-11-02", "2026-11-01")],
      ["906", both("2026-01-01", "2026-07-01")],
      ["911", { ...PERIOD, idCase: "X" }],
      ["914", { ...PERIOD, tid: "TID-1" }],
      ["915", { ...PERIOD, tid: "T".repeat(21) }],
      ["935", { ...PERIOD, nsu: "A1" }],
    ]
    for (const [code, filter, query] of wrong)
      expect([code, (await on.caller.list("DONE", filter, query)).body.code]).to.deep.equal([code, code])
    expect((await on.caller.list("DONE", both("2026-01-01", "2026-06-30"))).body.code).to.equal("103")
    expect((await on.caller.list("", PERIOD)).body.code).to.equal("919")
    expect((await on.caller.list("OPEN", PERIOD)).body.code).to.equal("919")
    // 906 is a rule of the business, and none of the form.
    expect(on.cielo.violations).to.have.length(wrong.length - 1 + 2)
  })

  it("refuses what the document does not name", async () => {
    const requests = [
      () => on.caller.list("PENDING", { amount: 1 }),
      () => on.caller.list("PENDING", { tid: undefined }),
      () => on.caller.list("PENDING", { process: "1" }),
      () => on.caller.list("PENDING", { mainCustomer: EC }),
      () => on.caller.list("PENDING", { mainCustomer: EC, hierarchyType: 3 }),
      () => on.caller.list("PENDING", { process: [9] }),
      () => on.caller.list("PENDING", {}, "?Page=0"),
      () => on.caller.list("PENDING", {}, "?page=first"),
      () => on.caller.get("lifecycle/1?page=0"),
      () => on.caller.json("PUT", "accept", { updateChargeback: [], userName: "ana@example.com" }),
      () => on.caller.json("PUT", "accept", { updateChargeback: [{ establishmentNumber: EC, idChargeback: "1" }] }),
    ]
    for (const request of requests) expect((await request()).status).to.equal(400)
    expect(await on.caller.get("laccept")).to.deep.include({ status: 404 })
    expect(on.cielo.violations).to.have.length(requests.length + 1)
  })

  it("fails as it is told: before Cielo has done it, or after, when a repeat gets 931", async () => {
    for (const [fault, status] of Object.entries({ "901": 500, "918": 500, "500": 500, "503": 503, html: 502, expired: 401 })) {
      const one = on.cielo.cases.open({ amount: 1000 })
      on.cielo.fail({ fault: fault as FaultName, call: "refuse" })
      expect((await on.caller.refuse(...answerTo(one))).status).to.equal(status)
      expect((await on.caller.refuse(...answerTo(one))).body.code).to.equal("102")
    }
    for (const fault of ["cut_after", "hang_after", "truncated", "500_after", "901_after"] as const) {
      const one = on.cielo.cases.open({ amount: 1000 })
      on.cielo.fail({ fault, call: "refuse" })
      expect(await outcomeOf(on.caller.refuse(...answerTo(one)))).to.not.equal("102")
      expect((await on.caller.refuse(...answerTo(one))).body.code).to.equal("931")
    }
    for (const fault of ["cut", "hang"] as const) {
      const one = on.cielo.cases.open({ amount: 1000 })
      on.cielo.fail({ fault, call: "accept" })
      await outcomeOf(on.caller.accept(idsOf(one)))
      expect((await on.caller.accept(idsOf(one))).body[0].code).to.equal("101")
    }
    on.cielo.fail({ fault: "901", times: 2 })
    on.cielo.heal()
    expect((await on.caller.list("PENDING")).body.code).to.equal("103")
  })
})
