// 3-D Secure at Cielo's MPI: what is sent, and what an answer means.
import { expect } from "chai"
import { atMpi, CAVV, CHALLENGE, INIT, NUMBER, never, ORDER, proof, request, SESSION, said, TOKEN } from "./at-mpi.ts"
import { cardOf, MPI, openCielo, PAYER } from "./open.ts"

describe("3-D Secure at Cielo", () => {
  const { next, received, url, open, bodies, enroll, validate, enrolled } = atMpi()

  it("is offered with the credentials for it only", () => {
    expect(openCielo({ url: "http://localhost:1" }).acquirer.authenticator).to.equal(undefined)
    expect(openCielo({ url: "http://localhost:1" }, { mpi: MPI }).acquirer.authenticator).to.be.an("object")
  })

  it("begins with a token of its own for each session", async () => {
    next(TOKEN, INIT, TOKEN, INIT)
    const { authenticator } = open({ cieloMpiUrl: `${url()}/v3` })
    for (const _ of [1, 2]) expect(await authenticator.begin(ORDER, never)).to.deep.equal(SESSION)
    const paths = ["/v3/auth/token", "/v3/3ds/init"]
    expect(received().map(({ path }) => path)).to.deep.equal([...paths, ...paths])
    const [token, init] = received()
    const basic = Buffer.from(`${MPI.client_id}:${MPI.client_secret}`).toString("base64")
    expect(token!.headers).to.include({ authorization: `Basic ${basic}`, "content-type": "application/json" })
    expect(init!.headers).to.include({ authorization: `Bearer ${SESSION.secret}` })
    expect(bodies()[0]).to.deep.equal({ EstablishmentCode: "1006993069", MerchantName: "Loja Sao Joao", MCC: "5912" })
    expect(bodies()[1]).to.deep.equal({ orderNumber: "order1", currency: "986", amount: 4990 })
  })

  it("reads the members of answers in any case", async () => {
    next(TOKEN, [200, { referenceId: SESSION.id, token: SESSION.browser_token }])
    expect(await open().authenticator.begin(ORDER, never)).to.deep.equal(SESSION)
    const lower = { status: "1", authentication: { cavv: CAVV, eci: 5, version: "2.2.0" }, reason: { code: 100 } }
    expect(await enrolled("visa", [200, lower])).to.deep.equal(["authenticated", "05", true])
  })

  it("sends the payer, the card and the browser as the document says, and nothing else", async () => {
    await enroll(said(1, "100", proof("05")))
    expect(received()[0]!.headers).to.include({ authorization: `Bearer ${SESSION.secret}` })
    expect(bodies()[0]).to.deep.equal({
      referenceId: SESSION.id,
      orderNumber: "order1",
      currency: "BRL",
      totalAmount: 4990,
      card: { cardNumber: NUMBER, expirationMonth: "07", expirationYear: "2041", paymentMethod: "credit" },
      billTo: {
        name: "Maria Jose da Conceicao",
        phoneNumber: "5511999999999",
        email: "maria@example.com",
        street1: "Rua Sao Joao",
        street2: "Apto. 42",
        city: "Sao Jose do Rio Preto",
        state: "SP",
        zipCode: "15010100",
        country: "BR",
      },
      browserInfo: {
        userAgent: "Mozilla/5.0",
        screenWidth: 1920,
        screenHeight: 1080,
        colorDepth: 24,
        timeZoneOffset: 180,
        language: "pt-BR",
        javaEnabled: false,
        javascriptEnabled: true,
      },
      device: { ipAddress: "2001:db8::1" },
    })
  })

  it("cuts texts to the lengths of the document", async () => {
    const long = "é".repeat(400)
    const address = { ...PAYER.address, line1: long, number: "10", line2: long, district: "", city: long }
    await enroll(said(0, "MPI601"), { payer: { ...PAYER, name: long, phone: "+5511999999999", address } })
    const { name, street1, street2, city } = bodies()[0].billTo
    expect([name, street1, street2, city].map((text) => text.length)).to.deep.equal([120, 60, 60, 50])
    expect(street1).to.match(/ 10$/)
    const bare = { ...PAYER.address, line2: null, district: null }
    await enroll(said(0, "MPI601"), { payer: { ...PAYER, name: "李", phone: "+5511999999999", address: bare } })
    expect(bodies()[1].billTo).to.include({ name: "maria@example.com", street2: "NAO INFORMADO" })
  })

  it("sends what is unsure under the names that are configured", async () => {
    const addresses = { cieloMpiIpMember: "deviceIpAddress" }
    await enroll(said(0, "MPI601"), { data_only: true, card: cardOf(NUMBER, "visa", { funding: "debit" }) }, addresses)
    expect(bodies()[0]).to.include({ deviceIpAddress: "2001:db8::1", authNotifyOnly: true }).and.not.have.property("device")
    expect(bodies()[0].card.paymentMethod).to.equal("debit")
  })

  it("sends American Express the merchant's number there, and asks nothing without it", async () => {
    const card = cardOf("378282246310005", "amex")
    next(said(1, "100", proof("05")))
    const { authenticator } = open({}, { amex_code: "1234567890" })
    expect(await authenticator.enroll(SESSION, request({ card }), never)).to.have.nested.property(
      "three_d_secure.result",
      "authenticated",
    )
    expect(bodies()[0]).to.include({ brandEstablishmentCode: "1234567890" })
    expect(await enrolled("amex", said(1, "100", proof("05")))).to.deep.equal(["not_enrolled", null, false])
    expect(received()).to.have.lengthOf(1)
  })

  it("is authenticated by the issuer, or by the network in its stead, with the brand's own indicator only", async () => {
    const table: [brand: string, eci: unknown, result: string, shown: string | null][] = [
      ["visa", "05", "authenticated", "05"],
      ["visa", "5", "authenticated", "05"],
      ["elo", "05", "authenticated", "05"],
      ["mastercard", "02", "authenticated", "02"],
      ["visa", "06", "attempted", "06"],
      ["elo", "06", "attempted", "06"],
      ["mastercard", "01", "attempted", "01"],
      ["mastercard", 1, "attempted", "01"],
      ["visa", "02", "not_enrolled", "02"],
      ["visa", "01", "not_enrolled", "01"],
      ["mastercard", "05", "not_enrolled", "05"],
      ["mastercard", "06", "not_enrolled", "06"],
      ["hipercard", "05", "not_enrolled", "05"],
      ["visa", "07", "not_enrolled", "07"],
      ["visa", "00", "not_enrolled", "00"],
      ["visa", undefined, "not_enrolled", null],
      ["visa", "five", "not_enrolled", null],
    ]
    for (const [brand, eci, result, shown] of table) {
      const shifts = result !== "not_enrolled"
      const found = await enrolled(brand, said(1, "100", proof(eci)))
      expect(found, `${brand} ${eci}`).to.deep.equal([result, shown, shifts])
    }
    const withoutValue = said(1, "100", { Eci: "05", Version: "2.2.0" })
    expect(await enrolled("visa", withoutValue)).to.deep.equal(["not_enrolled", "05", false])
  })

  it("gives the sale what the MPI gave, and of an authentication that did not succeed only what may be told", async () => {
    const { answer } = await enroll(said(1, "100", proof("05")))
    const expected = { session: SESSION.id, cavv: CAVV, xid: "eGlk", eci: "05", version: "2.2.0", data_only: false }
    expect(answer).to.have.property("proof").that.deep.equals(expected)
    const failed = await enroll(said(0, "476", { ...proof("07"), Cavv: CAVV }))
    expect(failed.answer)
      .to.have.property("proof")
      .that.deep.equals({ ...expected, cavv: null, xid: null, eci: "07" })
  })

  it("tells who failed from who takes no part, by codes that can be configured", async () => {
    for (const code of ["476"]) expect((await enrolled("visa", said(0, code, proof("07"))))[0], code).to.equal("failed")
    for (const code of ["MPI600", "MPI601", "100", "999"])
      expect((await enrolled("visa", said(0, code)))[0], code).to.equal("not_enrolled")
    const codes = { cieloMpiFailedCodes: ["477", "mpi601"], cieloMpiUnavailableCodes: ["476"] }
    for (const [code, result] of [
      ["477", "failed"],
      ["MPI601", "failed"],
      ["150", "not_enrolled"],
    ] as const)
      expect((await enroll(said(0, code), {}, codes)).answer, code).to.have.nested.property("three_d_secure.result", result)
    expect((await enroll(said(0, "476"), {}, codes)).answer.result).to.equal("unavailable")
  })

  it("is data only where the issuer was told, and nobody fails there", async () => {
    const only = { data_only: true }
    expect(await enrolled("mastercard", said(0, "100", proof("04")), only)).to.deep.equal(["data_only", "04", false])
    const { answer } = await enroll(said(0, "100", proof("07")), only)
    expect(answer).to.have.property("proof").that.includes({ cavv: CAVV, eci: "07", data_only: true })
    expect((await enrolled("visa", said(0, "476"), only))[0]).to.equal("not_enrolled")
    expect(await enrolled("visa", said(2, "475", null, CHALLENGE), only)).to.deep.equal(["unavailable"])
    received().splice(0)
    for (const brand of ["elo", "amex", "hipercard"])
      expect((await enrolled(brand, said(0, "100", proof("07")), only))[0], brand).to.equal("not_enrolled")
    expect(received()).to.have.lengthOf(0)
  })

  it("hands a challenge to the page, whatever its code", async () => {
    const expected = { result: "challenge", acs_url: CHALLENGE.AcsUrl, payload: CHALLENGE.Pareq, transaction_id: "tx1" }
    for (const code of ["475", "100"]) expect((await enroll(said(2, code, null, CHALLENGE))).answer).to.deep.equal(expected)
    for (const [name, value] of [
      ["AcsUrl", "http://acs.bank.example"],
      ["AcsUrl", "javascript:alert(1)"],
      ["AcsUrl", "nowhere"],
      ["Pareq", ""],
      ["Pareq", "with spaces"],
      ["TransactionId", null],
    ])
      expect((await enroll(said(2, "475", null, { ...CHALLENGE, [name!]: value }))).answer.result).to.equal("unavailable")
  })

  it("is decided by the validation after a challenge: who does not pass there has failed", async () => {
    const { answer } = await validate(said(1, "100", proof("05")))
    expect(answer).to.have.nested.property("three_d_secure.result", "authenticated")
    const card = { cardNumber: NUMBER, expirationMonth: "07", expirationYear: "2041", paymentMethod: "credit" }
    const order = { orderNumber: "order1", currency: "BRL", totalAmount: 4990 }
    expect(bodies()[0]).to.deep.equal({ ...order, transactionId: "tx1", card })
    expect(received()[0]).to.include({ path: "/v3/3ds/validate" })
    for (const body of [said(0, "476"), said(0, "100"), said(0, "151"), said(0, "MPI900"), said(1, "100", proof("02"))])
      expect((await validate(body)).answer).to.have.nested.property("three_d_secure.result", "failed")
    expect((await validate(said(2, "475", null, CHALLENGE))).answer.result).to.equal("unavailable")
  })
})
