// An account at the MPI of Cielo, for tests that decide its answers.
import type { ServerResponse } from "node:http"
import type { AcquirerAddresses } from "../../../src/acquirers/addresses.ts"
import type { AuthenticationRequest, Authenticator } from "../../../src/acquirers/authentication.ts"
import { cieloKind } from "../../../src/acquirers/cielo/cielo.ts"
import { type Sink, startSink, testAuthority } from "../../support/network/https-sink.ts"
import { cardOf, MPI, openCielo, PAYER } from "./open.ts"

export type Answer = [status: number, body: unknown]

export const NUMBER = "4000000000002503"
export const never = new AbortController().signal
export const SESSION = {
  id: "e91f11b4-7d42-4b0e-9a63-c1e10a5b0001",
  secret: "token-of-the-merchant",
  browser_token: "token.of.browser",
}
export const ORDER = { reference: "order1", amount: 4990, currency: "brl" }
export const CAVV = "AAABAWFlmQAAAABjRWWZEEFgFz8="
export const TOKEN: Answer = [201, { access_token: SESSION.secret, token_type: "barear", expires_in: "2026-11-29T18:00:00" }]
export const INIT: Answer = [200, { ReferenceId: SESSION.id, Token: SESSION.browser_token, more: {} }]

export const request = (more: Partial<AuthenticationRequest> = {}): AuthenticationRequest => ({
  ...ORDER,
  card: cardOf(NUMBER),
  payer: { ...PAYER, phone: "+5511999999999" },
  browser: {
    user_agent: "Mozilla/5.0",
    language: "pt-BR",
    screen_width: 1920,
    screen_height: 1080,
    color_depth: 24,
    time_zone_offset: 180,
    java_enabled: false,
    ip: "2001:db8::1",
  },
  data_only: false,
  ...more,
})

/** An answer to enroll or validate. */
export const said = (
  Status: number,
  code: string,
  Authentication: object | null = null,
  Challenge: object | null = null,
): Answer => [200, { Status, Authentication, Challenge, Reason: { Code: code, Message: "said" } }]
export const proof = (Eci: unknown) => ({ Cavv: CAVV, Xid: "eGlk", Eci, Version: "2.2.0" })
export const CHALLENGE = { AcsUrl: "https://acs.bank.example/challenge", Pareq: "eyJtIjoiQ1JlcSJ9", TransactionId: "tx1" }

/** Starts a server in place of the MPI, for the tests of a suite. */
export function atMpi() {
  let mpi: Sink
  let answers: ((response: ServerResponse) => void)[]
  let ca: string[]
  before(async () => {
    ca = [(await testAuthority()).cert]
    mpi = await startSink((_request, response) => answers.shift()!(response))
  })
  after(() => mpi.close())
  beforeEach(() => mpi.received.splice(0))

  const json =
    ([status, body]: Answer) =>
    (response: ServerResponse) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  function open(addresses: Partial<AcquirerAddresses> = {}, more = {}) {
    const url = `https://localhost:${mpi.port}`
    const { acquirer, lines } = openCielo({ url }, { kind: cieloKind({ ca }), mpi: { ...MPI, ...more }, addresses })
    return { authenticator: acquirer.authenticator as Authenticator, lines }
  }
  const bodies = () => mpi.received.map(({ body }) => JSON.parse(String(body)))

  async function enroll(answer: Answer, more: Partial<AuthenticationRequest> = {}, addresses: Partial<AcquirerAddresses> = {}) {
    answers = [json(answer)]
    const { authenticator, lines } = open(addresses)
    return { answer: await authenticator.enroll(SESSION, request(more), never), lines }
  }
  async function validate(answer: Answer, card = cardOf(NUMBER)) {
    answers = [json(answer)]
    const { authenticator, lines } = open()
    return { answer: await authenticator.validate(SESSION, { ...ORDER, card, transaction_id: "tx1" }, never), lines }
  }
  /** The result of enroll, and whether the liability shifts. */
  async function enrolled(brand: string, answer: Answer, more: Partial<AuthenticationRequest> = {}) {
    const { answer: outcome } = await enroll(answer, { card: cardOf(NUMBER, brand), ...more })
    if (outcome.result !== "decided") return [outcome.result]
    const { result, eci, liability_shifted } = outcome.three_d_secure
    return [result, eci, liability_shifted]
  }

  return {
    /** Answers of the next calls, each by a function or by its status and body. */
    next: (...next: (Answer | ((response: ServerResponse) => void))[]) => {
      answers = next.map((each) => (typeof each === "function" ? each : json(each)))
    },
    received: () => mpi.received,
    url: () => `https://localhost:${mpi.port}`,
    ...{ open, bodies, enroll, validate, enrolled, json },
  }
}
