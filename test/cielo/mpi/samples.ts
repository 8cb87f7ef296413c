import { randomUUID } from "node:crypto"
import type { ExternalAuthentication } from "../rules/authentication.ts"
import type { CieloWithMpi, Mpi } from "./mpi.ts"
import { MPI_ESTABLISHMENT } from "./simulator.ts"

// Well-formed calls for the tests of the simulator itself.

type Members = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: a wrong member fails in the test that looks for it
export type Answer = { status: number; body: any }

export const newOrder = () => randomUUID().replaceAll("-", "").slice(0, 20)

export const BROWSER_INFO = {
  userAgent: "Mozilla/5.0",
  screenWidth: 390,
  screenHeight: 844,
  colorDepth: 24,
  timeZoneOffset: 180,
  language: "pt-BR",
  javaEnabled: false,
  javascriptEnabled: true,
}

export const BILL_TO = {
  name: "Ana Souza",
  phoneNumber: "5511999999999",
  email: "ana@example.com",
  street1: "Rua das Flores, 12",
  street2: "Apto 3, Centro",
  city: "São Paulo",
  state: "SP",
  zipCode: "01310100",
  country: "BR",
}

export const mpiCardOf = (cardNumber: string, paymentMethod = "credit") => ({
  cardNumber,
  expirationMonth: "12",
  expirationYear: "2034",
  paymentMethod,
})

/** What an attempt is about. */
export type Attempt = { order: string; amount: number; number: string; method?: "credit" | "debit" }
/** A session that was begun: its token, and what init has answered. */
export type Begun = { token: string; referenceId: string; browserToken: string }

/** Calls the MPI as a merchant who does all right, unless a call is given other members or headers. */
export function mpiCallerOf({ url, credentials }: Pick<Mpi, "url" | "credentials">) {
  const call = async (path: string, body: unknown, headers: Members = {}): Promise<Answer> => {
    const sent = { "Content-Type": "application/json", ...headers } as Record<string, string>
    const text = typeof body === "string" ? body : JSON.stringify(body)
    const response = await fetch(`${url}/v3/${path}`, { method: "POST", headers: sent, body: text })
    const answer = await response.text()
    return { status: response.status, body: answer === "" ? {} : JSON.parse(answer) }
  }
  const { client_id, client_secret } = credentials
  const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
  return {
    call,
    token: (members: Members = {}, headers: Members = {}) =>
      call("auth/token", { ...MPI_ESTABLISHMENT, ...members }, { Authorization: basic, ...headers }),
    init: (token: string, { order, amount }: Attempt, members: Members = {}) =>
      call("3ds/init", { orderNumber: order, currency: "986", amount, ...members }, bearer(token)),
    enroll: ({ token, referenceId }: Begun, attempt: Attempt, members: Members = {}) =>
      call("3ds/enroll", { ...enrollBody(attempt), referenceId, ...members }, bearer(token)),
    validate: ({ token }: Begun, { order, amount, number, method }: Attempt, transactionId: string, members: Members = {}) =>
      call(
        "3ds/validate",
        {
          orderNumber: order,
          currency: "BRL",
          totalAmount: amount,
          transactionId,
          card: mpiCardOf(number, method),
          ...members,
        },
        bearer(token),
      ),
    /** Begins a session: token and init. */
    async begin(attempt: Attempt): Promise<Begun> {
      const { access_token: token } = (await this.token()).body
      const { ReferenceId: referenceId, Token: browserToken } = (await this.init(token, attempt)).body
      return { token, referenceId, browserToken }
    },
  }
}
export type MpiCaller = ReturnType<typeof mpiCallerOf>

function enrollBody({ order, amount, number, method }: Attempt) {
  return {
    orderNumber: order,
    currency: "BRL",
    totalAmount: amount,
    card: mpiCardOf(number, method),
    billTo: BILL_TO,
    browserInfo: BROWSER_INFO,
    device: { ipAddress: "203.0.113.7" },
    brandEstablishmentCode: "1234567890",
  }
}

/** A whole session without a browser, and what a sale carries of it. Undefined members are left out. */
export async function authenticate(
  { mpi }: Pick<CieloWithMpi, "mpi">,
  attempt: Attempt,
  members: Members = {},
): Promise<{ Authenticate: boolean; ExternalAuthentication: ExternalAuthentication }> {
  const caller = mpiCallerOf(mpi)
  const begun = await caller.begin(attempt)
  let { body } = await caller.enroll(begun, attempt, members)
  if (body.Status === 2) {
    await mpi.control.answerChallenge("success", { order: attempt.order })
    body = (await caller.validate(begun, attempt, body.Challenge.TransactionId)).body
  }
  const { Cavv, Xid, Eci, Version } = body.Authentication
  const isDataOnly = body.Status === 0 && body.Reason.Code === "100"
  const isProved = body.Status === 1 || isDataOnly
  return {
    Authenticate: body.Status === 1,
    ExternalAuthentication: {
      ...(isProved && { Cavv, Xid }),
      Eci,
      Version,
      ReferenceID: begun.referenceId,
      ...(isDataOnly && { DataOnly: true }),
    },
  }
}
