import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sendBytes } from "../support/network/raw-http.ts"

const BODY = `{"email":"ana@example.com"}`

/** A second request in the bytes of the first one. Its response would have a customer. */
const SMUGGLED = `POST /v1/customers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n`

describe("A request that a proxy and Vintém could read differently", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const authorization = () => `Authorization: Bearer ${vintem.key}\r\n`
  const statuses = (response: string) => [...response.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))
  const customers = async () => (await vintem.request("GET", "/v1/customers")).body.data.length
  /** The length of the body is said in `framing`, and a second request stands behind the body. */
  const create = (framing: string, body: string) =>
    `POST /v1/customers HTTP/1.1\r\nHost: x\r\n${authorization()}Content-Type: application/json\r\n${framing}\r\n${body}${SMUGGLED}${authorization()}\r\n${BODY}`

  it("is refused, and the connection is closed, where it says its length twice or wrongly", async () => {
    const chunked = `0\r\n\r\n`
    for (const [framing, body] of [
      ["Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", chunked],
      ["Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", chunked],
      ["Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", chunked],
      ["Transfer-Encoding: xchunked\r\n", chunked],
      ["Transfer-Encoding : chunked\r\n", chunked],
      ["Content-Length: 2\r\nContent-Length: 27\r\n", BODY],
      ["Content-Length: +27\r\n", BODY],
      ["Content-Length: 2\r\n 7\r\n", BODY],
      ["Content-Length: 27\r\nX: a\rTransfer-Encoding: chunked\r\n", BODY],
      ["Transfer-Encoding: chunked\r\n", `1b;a\n${BODY}\r\n0\r\n\r\n`],
    ] as const) {
      const response = await sendBytes(vintem.url, create(framing, body))
      expect(statuses(response), JSON.stringify(framing)).to.deep.equal([400])
      expect(response).to.match(/^Connection: close$/im)
    }
    expect(await customers()).to.equal(0)
  })

  it("is refused, and the connection is closed, where it names two hosts or two keys, and where HTTP/1.1 names no host", async () => {
    const get = (...headers: string[]) =>
      sendBytes(vintem.url, `GET /v1/customers HTTP/1.1\r\nConnection: close\r\n${headers.join("\r\n")}\r\n\r\n`)
    const key = `Authorization: Bearer ${vintem.key}`
    expect(statuses(await get("Host: x", key))).to.deep.equal([200])
    expect(statuses(await get("Host:", key)), "a client that has no name for it sends an empty one").to.deep.equal([200])

    const { url, server } = vintem
    for (const [origin, path] of [
      [url, "/v1/customers"],
      [server.frameOrigin!, "/v1/vintem.js"],
      [server.dashboardOrigin!, "/sign-in"],
      [server.metricsUrl, "/readyz"],
    ] as const) {
      for (const headers of [
        ["Host: localhost", "Host: localhost", key],
        ["Host: localhost", "host: x", key],
        [key],
        ["Host: localhost", key, "Authorization: Bearer zsk_test_other"],
        ["Host: localhost", key, "Content-Type: application/json", "Content-Type: text/plain"],
      ]) {
        // The connection is closed without being asked to: `sendBytes` fails if it stays open.
        const response = await sendBytes(origin, `GET ${path} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`)
        expect(statuses(response), `${origin}: ${headers.join()}`).to.deep.equal([400])
        expect(response).to.match(/^Connection: close$/im)
        expect(response).to.contain(`"code":"parameter_invalid"`)
      }
    }
  })

  it("is refused together with the requests that came behind it on its connection", async () => {
    const before = await customers()
    const following = `${SMUGGLED}${authorization()}\r\n${BODY}`
    const response = await sendBytes(vintem.url, `GET /v1/balance HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n${following}`)
    expect(statuses(response)).to.deep.equal([400])
    expect(await customers()).to.equal(before)
  })

  it("is read alike in every form that HTTP allows: the body of a GET is no request", async () => {
    const inside = `${SMUGGLED}${authorization()}\r\n${BODY}`
    const get = `GET /v1/balance HTTP/1.1\r\nHost: x\r\n${authorization()}Content-Length: ${inside.length}\r\nConnection: close\r\n\r\n${inside}`
    expect(statuses(await sendBytes(vintem.url, get))).to.deep.equal([200])
    expect(await customers()).to.equal(0)
  })

  it("is done and gets its own response, which closes the connection, where other bytes follow it", async () => {
    const before = await customers()
    const whole = `POST /v1/customers HTTP/1.1\r\nHost: x\r\n${authorization()}Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`
    const following = ["}", "\0", "nonsense\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"]
    for (const bytes of following) {
      const response = await sendBytes(vintem.url, whole + bytes)
      expect(statuses(response), JSON.stringify(bytes)).to.deep.equal([201])
      expect(response).to.match(/^Connection: close$/im)
    }
    expect(await customers()).to.equal(before + following.length)
  })
})
