// How Cielo is called: what a failure of the connection or an odd answer means, and what must not be seen of a call.
import type { ServerResponse } from "node:http"
import { inspect } from "node:util"
import { expect } from "chai"
import { cieloKind } from "../../../src/acquirers/cielo/cielo.ts"
import type { SaleOutcome } from "../../../src/acquirers/sale.ts"
import { type Received, type Sink, selfSignedCertificate, startSink, testAuthority } from "../../support/network/https-sink.ts"
import { cardOf, cardSale, MERCHANT_KEY, openCielo, PAYER } from "./open.ts"

type Respond = (response: ServerResponse, request: Received) => void

const NUMBER = "4111111111111111"
/** A security code that no id or time contains by chance, as three digits would be. */
const CODE = "code-of-the-card"
const PAID = { Payment: { PaymentId: "24bc8366-fc31-4d6c-8555-17049a836a07", Type: "CreditCard", Status: 2, Amount: 4990 } }
const never = new AbortController().signal
const json =
  (status: number, body: unknown): Respond =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))

describe("A call to Cielo", () => {
  let bank: Sink
  let respond: Respond
  let ca: string[]
  before(async () => {
    ca = [(await testAuthority()).cert]
    bank = await startSink((request, response) => respond(response, request))
  })
  after(() => bank.close())

  const open = (kind = cieloKind({ ca })) => openCielo({ url: `https://localhost:${bank.port}` }, { kind })

  /** The outcome of a sale that is answered so. What it throws is told by the error's name. */
  async function sale(answer: Respond, signal: AbortSignal = never) {
    respond = answer
    const { acquirer, lines } = open()
    const outcome = await acquirer
      .authorize(cardSale(cardOf(NUMBER, "visa", { cvc: CODE })), signal)
      .catch((error: Error) => error)
    return { outcome, result: outcome instanceof Error ? outcome.name : outcome.result, lines }
  }

  it("sends the credentials, a fresh request id and JSON, and uses its connections again", async () => {
    const { acquirer } = open()
    respond = json(201, PAID)
    const [seen, connections] = [bank.received.length, bank.connections()]
    for (let sales = 0; sales < 3; sales++)
      expect(await acquirer.authorize(cardSale(cardOf(NUMBER)), never)).to.include({ result: "approved", currency: "brl" })
    expect(bank.connections() - connections).to.equal(1)
    const requests = bank.received.slice(seen)
    for (const { path, headers } of requests) {
      expect(path).to.equal("/1/sales")
      expect(headers).to.include({ merchantkey: MERCHANT_KEY, "content-type": "application/json" })
    }
    expect(new Set(requests.map(({ headers }) => headers.requestid))).to.have.lengthOf(3)
  })

  it("that was not sent is certainly not carried out", async () => {
    const closed = await startSink()
    await closed.close()
    const untrusted = await startSink(undefined, await selfSignedCertificate())
    for (const { port, url } of [closed, untrusted].map(({ port }) => ({ port, url: `https://localhost:${port}` }))) {
      const { acquirer, lines } = openCielo({ url }, { kind: cieloKind({ ca }) })
      expect(await acquirer.authorize(cardSale(cardOf(NUMBER)), never), String(port)).to.deep.equal({ result: "unavailable" })
      expect(lines).to.have.nested.property("[0].msg", "Cielo could not be reached; nothing was sent")
    }
    expect(untrusted.received).to.deep.equal([])
    await untrusted.close()
  })

  it("that is given up before it is sent never arrives", async () => {
    const seen = bank.received.length
    expect((await sale(json(201, PAID), AbortSignal.abort())).outcome).to.deep.equal({ result: "unavailable" })
    expect(bank.received).to.have.lengthOf(seen)
  })

  it("whose answer does not come, or tells nothing, is unknown", async () => {
    const answers: Record<string, Respond> = {
      "connection cut": (response) => void response.socket!.destroy(),
      "body cut": (response) =>
        void response.writeHead(201, { "content-length": 100 }).write('{"Payment":', () => response.socket!.destroy()),
      "not JSON": (response) => void response.writeHead(201).end("<html>"),
      empty: (response) => void response.writeHead(201).end(),
      "more than 256 KiB": json(201, { ...PAID, more: "x".repeat(300_000) }),
      "another object": json(201, { Payment: { Status: 2 } }),
      "an unknown status": json(201, { Payment: { ...PAID.Payment, Status: 99 } }),
      "an odd currency": json(201, { Payment: { ...PAID.Payment, Currency: "986" } }),
      "paid without an amount": json(201, { Payment: { ...PAID.Payment, Amount: null } }),
      "the sale of another order": json(201, { MerchantOrderId: "another1", ...PAID }),
      redirect: (response) => void response.writeHead(307, { location: "/elsewhere" }).end(),
      "status 408": json(408, []),
      "status 500": json(500, [{ Code: 0, Message: "Internal error" }]),
      "status 503": (response) => void response.writeHead(503).end("busy"),
    }
    const seen = bank.received.length
    for (const [name, answer] of Object.entries(answers)) expect((await sale(answer)).result, name).to.equal("NoAnswer")
    expect(bank.received).to.have.lengthOf(seen + Object.keys(answers).length)
  })

  it("that hangs ends when it is given up", async () => {
    const giveUp = new AbortController()
    const { result } = await sale(() => giveUp.abort(), giveUp.signal)
    expect(result).to.equal("NoAnswer")
  })

  it("that hangs ends when the last of the acquirers is closed, and no earlier", async () => {
    let arrived = () => {}
    const hanging = new Promise<void>((resolve) => {
      arrived = resolve
    })
    respond = () => arrived()
    const kind = cieloKind({ ca })
    const [first, second] = [open(kind), open(kind)].map(({ acquirer }) => acquirer)
    let ended = false
    const call = first!.lookUp("acct_1", "order1", never).catch((error: Error) => {
      ended = true
      return error.name
    })
    await hanging
    await first!.close!()
    expect(ended).to.equal(false)
    await second!.close!()
    expect(await call).to.equal("NoAnswer")
    // The kind can be opened again.
    respond = json(404, "")
    expect(await open(kind).acquirer.lookUp("acct_1", "order1", never)).to.equal(undefined)
  })

  it("that Cielo refuses to process is tried again later, and the operator is told", async () => {
    const answers: [number, unknown, string][] = [
      [401, undefined, "vintem acquirer set"],
      [403, [{ Code: 0 }], "vintem acquirer set"],
      [400, [{ Code: 132, Message: "MerchantKey is invalid" }], "vintem acquirer set"],
      [400, { Code: "115" }, "vintem acquirer set"],
      [404, undefined, "CIELO_API_URL"],
      [429, undefined, "CIELO_API_URL"],
    ]
    for (const [status, body, hint] of answers) {
      const { outcome, lines } = await sale(json(status, body ?? ""))
      expect(outcome, String(status)).to.deep.equal({ result: "unavailable", refused: true })
      expect(lines[0]).to.include({ level: 50, account: "acct_1", credentials: "cred_1", status })
      expect(lines[0]!.msg).to.contain(hint)
    }
  })

  it("whose data Cielo refuses is not tried again", async () => {
    const answers: [number | string, string][] = [
      [126, "expired_card"],
      [146, "incorrect_cvc"],
      [128, "card_declined"],
      [173, "processing_error"],
      [186, "processing_error"],
      ["XY1", "processing_error"],
    ]
    for (const status of [400, 422])
      for (const [Code, code] of answers) {
        const { outcome } = await sale(json(status, [{ Code, Message: "…" }]))
        expect(outcome, `${status} ${Code}`).to.include({ result: "refused", charge: null, code })
        expect((outcome as { message: string }).message).to.contain(`code ${Code}`)
      }
    expect((await sale(json(400, null))).outcome).to.include({ result: "refused", code: "processing_error" })
  })

  it("for a PIX or a boleto is never refused as if there were a card", async () => {
    respond = json(400, [{ Code: 126, Message: "…" }])
    const order = { reference: "order1", account: "acct_1", amount: 4990, currency: "brl", payer: PAYER, payee: { name: "Loja" } }
    const { acquirer, lines } = open()
    for (const outcome of [
      await acquirer.createPix({ ...order, lifetime_seconds: 3600 }, never),
      await acquirer.createBoleto({ ...order, due_date: "2040-01-15", instructions: [] }, never),
    ])
      expect(outcome).to.deep.equal({
        result: "refused",
        charge: null,
        code: "processing_error",
        message: "The acquirer did not accept the payment (code 126).",
      })
    expect(lines.map(({ level }) => level)).to.deep.equal([50, 50])
  })

  it("may have been carried out where Cielo has the order already, or failed itself", async () => {
    for (const Code of [302, 0]) expect((await sale(json(400, [{ Code }]))).outcome).to.deep.equal({ result: "unknown" })
  })

  it("shows no key, card number or security code in an outcome, an error or the log, whatever Cielo repeats", async () => {
    let repeated = ""
    const echo = ({ headers, body }: Received) => {
      repeated = `${inspect(headers)} ${body}`
      return repeated
    }
    const answers: Respond[] = [
      ...[400, 401, 404, 422, 500].map(
        (status): Respond =>
          (response, request) => {
            json(status, [{ Code: 126, Message: echo(request) }, { Code: echo(request) }])(response, request)
          },
      ),
      (response, request) => void response.writeHead(201).end(echo(request)),
      (response, request) =>
        json(201, { Payment: { ...PAID.Payment, Status: 3, ReturnCode: echo(request), ReturnMessage: echo(request) } })(
          response,
          request,
        ),
      (response) => void response.socket!.destroy(),
    ]
    for (const answer of answers) {
      const { outcome, lines } = await sale(answer)
      const seen = inspect([outcome, lines, (outcome as SaleOutcome & { cause?: unknown }).cause], { depth: 9, showHidden: true })
      for (const secret of [NUMBER, MERCHANT_KEY, CODE]) expect(seen).to.not.contain(secret)
    }
    for (const secret of [NUMBER, MERCHANT_KEY, CODE]) expect(repeated, "what Cielo repeated").to.contain(secret)
  })

  it("to refund is tried again later where the address of the API is wrong, and refused where there is no such payment", async () => {
    const order = {
      reference: "r1",
      account: "acct_1",
      charge: PAID.Payment.PaymentId,
      type: "card" as const,
      amount: 4990,
      gone_back_before: 0,
    }
    const missing = json(404, "")
    respond = (response, request) => (request.path.includes("/void") ? missing : json(200, PAID))(response, request)
    expect(await open().acquirer.refund(order, never)).to.deep.equal({ result: "unavailable", refused: true })
    respond = missing
    expect(await open().acquirer.refund(order, never)).to.include({ result: "refused" })
  })

  it("to take a PIX back is not made where Cielo has ended the PIX already", async () => {
    const pix = { PaymentId: PAID.Payment.PaymentId, Type: "Pix", Amount: 4990 }
    const seen = bank.received.length
    for (const Status of [3, 10, 13]) {
      respond = json(200, { Payment: { ...pix, Status } })
      const taken = await open().acquirer.voidPix!({ account: "acct_1", charge: pix.PaymentId }, never)
      expect(taken, String(Status)).to.deep.equal({ result: "voided" })
    }
    expect(bank.received.slice(seen).filter(({ path }) => path.includes("/void"))).to.deep.equal([])
  })

  it("that asks says nothing where Cielo does not answer or refuses the call, and tells the operator of refused credentials", async () => {
    for (const status of [401, 429, 500]) {
      respond = json(status, [])
      const { acquirer, lines } = open()
      const failure = await acquirer.lookUp("acct_1", "order1", never).catch((error: Error) => error.name)
      expect(failure, String(status)).to.equal(status === 500 ? "NoAnswer" : "CallRefused")
      if (status === 401) expect(lines[0]!.msg).to.contain("vintem acquirer set")
    }
  })

  it("that asks takes no payment of another order for the one it asked about", async () => {
    respond = (response, request) =>
      request.path.includes("merchantOrderId")
        ? json(200, { Payments: [{ PaymentId: PAID.Payment.PaymentId }] })(response, request)
        : json(200, { MerchantOrderId: "order2", ...PAID })(response, request)
    expect(await open().acquirer.lookUp("acct_1", "order2", never)).to.include({ result: "approved" })
    const failure = await open()
      .acquirer.lookUp("acct_1", "order1", never)
      .catch((error: Error) => error.message)
    expect(failure).to.contain("another order")
  })

  it("that asks finds nothing where Cielo says so, and only there", async () => {
    const asked = async (status: number, body: unknown) => {
      respond = json(status, body)
      return open()
        .acquirer.lookUp("acct_1", "order1", never)
        .catch((error: Error) => error.name)
    }
    expect(await asked(404, "")).to.equal(undefined)
    expect(await asked(200, { ReasonCode: 0, Payments: [] })).to.equal(undefined)
    expect(await asked(200, { Payment: [] })).to.equal(undefined)
    expect(await asked(200, {})).to.equal("NoAnswer")
    expect(await asked(200, { Payments: [{}] })).to.equal("NoAnswer")
  })
})
