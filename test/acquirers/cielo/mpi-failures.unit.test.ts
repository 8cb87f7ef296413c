// What 3-D Secure at Cielo means where the MPI fails, and what its page and its credentials must be.

import type { ServerResponse } from "node:http"
import { inspect } from "node:util"
import { expect } from "chai"
import { checkMpi } from "../../../src/acquirers/cielo/mpi/credentials.ts"
import { type Answer, atMpi, NUMBER, never, ORDER, request, SESSION, said, TOKEN } from "./at-mpi.ts"
import { MPI } from "./open.ts"

describe("3-D Secure at Cielo, where the MPI fails,", () => {
  const { next, open, enroll, json } = atMpi()

  it("is unavailable where the MPI cannot authenticate, or answers nothing that can be read", async () => {
    for (const code of ["150", "151", "152", "MPI900", "MPI901", "MPI902"]) {
      const { answer, lines } = await enroll(said(0, code))
      expect(answer, code).to.deep.equal({ result: "unavailable" })
      expect(lines, code).to.have.nested.property("[0].msg", "Cielo's MPI authenticates nobody at the moment")
    }
    for (const answer of [
      [200, ""],
      [200, []],
      [200, { Status: 7 }],
      [200, { Reason: { Code: "100" } }],
    ] as Answer[])
      expect((await enroll(answer)).answer).to.deep.equal({ result: "unavailable" })
    for (const status of [401, 409, 408, 429, 500, 503, 307])
      expect((await enroll([status, { Code: "x" }])).answer, String(status)).to.deep.equal({ result: "unavailable" })
  })

  it("tells the operator what only he can mend", async () => {
    const refused = { result: "unavailable", refused: true }
    const credentials = "Cielo's MPI refuses the 3DS credentials of an account: set the right ones with 'vintem acquirer set'"
    for (const status of [400, 401, 403])
      for (const before of [[], [TOKEN]]) {
        next(...before, [status, { Code: "234" }])
        const { authenticator, lines } = open()
        expect(await authenticator.begin(ORDER, never), String(status)).to.deep.equal(refused)
        expect(lines[0]).to.include({ level: 50, msg: credentials, account: "acct_1", credentials: "cred_1", status })
        expect(lines[0]!.codes).to.deep.equal(["234"])
      }
    for (const code of ["101", "102", "234"])
      for (const answer of [{ Code: code }, [{ code }], { Status: 0, Reason: { Code: code } }])
        for (const before of [[], [TOKEN]]) {
          next(...before, [200, answer])
          const { authenticator, lines } = open()
          expect(await authenticator.begin(ORDER, never), JSON.stringify(answer)).to.deep.equal(refused)
          expect(lines[0]).to.include({ level: 50, msg: credentials })
        }
    const configured = await enroll(said(0, "234"))
    expect(configured.answer).to.deep.equal(refused)
    expect(configured.lines[0]).to.include({ level: 50, msg: credentials })
    const wrongPath = await enroll([404, ""])
    expect(wrongPath.answer).to.deep.equal(refused)
    expect(wrongPath.lines[0]!.msg).to.contain("CIELO_MPI_URL")
    for (const answer of [said(0, "101"), said(0, "102"), [400, [{ Code: "Card", Message: NUMBER }]] as Answer]) {
      const data = await enroll(answer)
      expect(data.answer).to.deep.equal({ result: "unavailable" })
      expect(data.lines[0]).to.include({ level: 50, msg: "Cielo's MPI refuses the data of a call" })
    }
  })

  it("begins nothing where an answer has no token or no session", async () => {
    for (const first of [
      [200, {}],
      [200, { access_token: "a b" }],
      [200, { access_token: "x".repeat(20_000) }],
    ] as Answer[]) {
      next(first)
      expect(await open().authenticator.begin(ORDER, never)).to.deep.equal({ result: "unavailable" })
    }
    for (const second of [
      [200, { Token: "t" }],
      [200, { ReferenceId: "1", Token: "t" }],
      [409, {}],
      [200, { Reason: { Code: "151" } }],
    ] as Answer[]) {
      next(TOKEN, second)
      expect(await open().authenticator.begin(ORDER, never)).to.deep.equal({ result: "unavailable" })
    }
  })

  it("is unavailable after any failure of the connection, and shows no card", async () => {
    const failures: ((response: ServerResponse) => void)[] = [
      (response) => void response.socket!.destroy(),
      (response) => void response.writeHead(200, { "content-length": 100 }).write('{"Stat', () => response.socket!.destroy()),
      (response) => void response.writeHead(200).end("<html>"),
      json([200, { Status: 1, more: "x".repeat(300_000) }]),
    ]
    const seen: unknown[] = []
    for (const failure of failures) {
      next(failure)
      const { authenticator, lines } = open()
      expect(await authenticator.enroll(SESSION, request(), never)).to.deep.equal({ result: "unavailable" })
      seen.push(lines)
    }
    const giveUp = new AbortController()
    next(() => giveUp.abort())
    const { authenticator, lines } = open()
    expect(await authenticator.enroll(SESSION, request(), giveUp.signal)).to.deep.equal({ result: "unavailable" })
    const nowhere = open({ cieloMpiUrl: "https://localhost:1" })
    expect(await nowhere.authenticator.begin(ORDER, never)).to.deep.equal({ result: "unavailable" })
    const text = inspect([seen, lines, nowhere.lines], { depth: null })
    for (const secret of [NUMBER, "2001:db8::1", MPI.client_secret, SESSION.secret]) expect(text).to.not.contain(secret)
  })

  it("has a page that allows what the script needs", () => {
    const script = (url: string, more = {}) => open({ cieloMpiUrl: url, ...more }).authenticator.script
    const live = script("https://mpi.braspag.com.br/v3")
    expect(live.scripts).to.deep.equal(["mpi", "mpiHelpers"].map((name) => `https://mpi.braspag.com.br/Scripts/V3/${name}.js`))
    expect(live.environment).to.equal("PRD")
    expect(live.sources["script-src"]).to.include.members(["https://mpi.braspag.com.br", "https://songbird.cardinalcommerce.com"])
    expect([live.sources["frame-src"], live.sources["form-action"]]).to.deep.equal([["https:"], ["https:"]])
    expect(live.sources["connect-src"]).to.include("https://*.cardinalcommerce.com")
    const hosts = { cieloMpiScriptHosts: ["library.example"], cieloMpiLibraryHosts: ["*.collector.example"] }
    const { sources } = script("https://mpi.braspag.com.br", hosts)
    expect(sources["script-src"]).to.deep.equal(["https://mpi.braspag.com.br", "https://library.example"])
    expect(sources["connect-src"]).to.deep.equal(["https://mpi.braspag.com.br", "https://*.collector.example"])
    expect(sources["img-src"]).to.deep.equal(["https://*.collector.example"])
    const sandbox = script("https://mpisandbox.braspag.com.br")
    expect(sandbox.environment).to.equal("SDB")
    expect(sandbox.sources["script-src"]).to.include("https://songbirdstag.cardinalcommerce.com")
    const here = script("http://127.0.0.1:4010")
    expect(here.environment).to.equal("SDB")
    expect(here.sources["script-src"]).to.include("http://127.0.0.1:4010")
    expect(here.sources["frame-src"]).to.include.members(["https:", "http://127.0.0.1:*", "http://localhost:*"])
  })

  it("refuses credentials that Cielo cannot have issued, without repeating them", () => {
    const check = (more: object) => checkMpi({ ...MPI, ...more })
    check({})
    check({ amex_code: "1234567890" })
    const wrong = [
      { client_id: "a:b" },
      { client_id: "" },
      { client_secret: "a b" },
      { establishment_code: "123" },
      { merchant_name: "x".repeat(26) },
      { merchant_name: " " },
      { mcc: "59123" },
      { amex_code: "1" },
    ]
    for (const more of wrong) {
      const [name, value] = Object.entries(more)[0]!
      expect(() => check(more), name).to.throw(RangeError, name)
      if (value.length > 4)
        expect(() => check(more))
          .to.throw()
          .and.not.match(new RegExp(value))
    }
  })
})
