import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sendBytes } from "../support/network/raw-http.ts"

/** Targets that name no path of this service (RFC 9112, 3.2). */
const BROKEN = `
  http:// https:// http://? http://# http:/// http:///v1/customers http://[ http://[/ http://[::1 https://[] http://a:b/ http://a:99999/
  http://ana@x/v1/customers http://ana:secret@x/ http://x/#top http://x#top http://%/ http: http:/ http:x http:/v1/customers
  ftp://x/v1/customers file:///etc/passwd javascript:alert(1) mailto:a@x * x x:80 v1/customers ? ?a # /# /v1/customers#
  /v1/customers?#a //# [::1]:80 :80 :: @ %`

/** Targets that are paths, or contain one. What they name may exist or not. */
const ODD = String.raw`
  / // /// //x/v1/customers /v1 /v1/ /v1// /% /%zz /%00 /%c0%af /v1/customers/% /v1/customers/%ff /v1/customers/../keys /.. /. /; /: /@ /[
  /v1/customers/[ /\ /v1\customers /* /** /() /( /a{2} /? /?? /?% /?%ff /?a=%zz /?__proto__=1 /?a[]=1&a=2 /v1/customers?limit=% /__proto__
  /constructor /http://x /v1/docs/% /v1/docs/..%2f..%2fpackage.json /v1/docs/guides/%00 /pay/% /pay/%00 /pay/%ff/status /pay//
  /acquirers/%/notifications /sign-in/% /sign-in/%00 /acct_x/test/%ff /dashboard.css?% /metrics/% /metrics? /readyz?a
  http://x http://x? http://x?a HTTP://X/ https://x:443/v1/customers http://[::1]:3000/% http://127.0.0.1 http://x/%00 http://x//
  http://x/http://y/`

const targetsOf = (text: string) => text.trim().split(/\s+/)
const LONG = [`/${"a/".repeat(5000)}`, `/?${"&a".repeat(5000)}`, `/v1/customers/${"%".repeat(9000)}`]
/** Bytes that are no ASCII. */
const BYTES = ["/\x80", "/\xa0", "/\xff", "/\xef\xbb\xbf", "/v1/customers/\xc3\xa9", "/?\xa0", "http://x/\xa0"]
const PATHS = [...targetsOf(ODD), ...LONG, ...BYTES]

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "PROPFIND", "QUERY", "M-SEARCH"]

describe("A request target", () => {
  let vintem: Running
  let ports: Record<"api" | "frame" | "dashboard" | "metrics", string>
  before(async () => {
    vintem = await startVintem({ RATE_LIMIT_ADDRESS: "0" })
    const { url, server } = vintem
    ports = { api: url, frame: server.frameOrigin!, dashboard: server.dashboardOrigin!, metrics: server.metricsUrl }
  })
  after(() => vintem.close())

  const send = async (url: string, method: string, target: string, headers = "Host: x\r\n") => {
    const response = await sendBytes(url, `${method} ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`)
    const [head = "", body = ""] = response.split("\r\n\r\n", 2)
    return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]), head, body }
  }
  const authorization = () => `Host: x\r\nAuthorization: Bearer ${vintem.key}\r\n`
  const envelopeOf = ({ head, body }: { head: string; body: string }) => {
    const { error } = JSON.parse(body)
    expect(head).to.match(/^content-type: application\/json/im)
    expect(error.request_id).to.equal(/^request-id: (req_\w+)$/im.exec(head)?.[1])
    return error
  }

  it("that names no path is 400 in the contract's shape, with a Request-Id, at every port and for every method", async () => {
    for (const [port, url] of Object.entries(ports)) {
      const rows = targetsOf(BROKEN).map((target) => ["GET", target] as const)
      for (const [method, target] of [
        ...rows,
        ...METHODS.flatMap(
          (each) =>
            [
              [each, "*"],
              [each, "http://"],
            ] as const,
        ),
      ]) {
        const response = await send(url, method, target)
        expect(response.status, `${port}: ${method} ${target}`).to.equal(400)
        if (method !== "HEAD")
          expect(envelopeOf(response)).to.include({ type: "invalid_request_error", code: "parameter_invalid" })
      }
    }
  })

  it("that is odd never breaks a port, whatever the method; the API always answers in the contract's shape", async () => {
    for (const [port, url] of Object.entries(ports)) {
      for (const [i, target] of PATHS.entries()) {
        for (const method of ["GET", METHODS[i % METHODS.length]!]) {
          const response = await send(url, method, target)
          expect(response.status, `${port}: ${method} ${target.slice(0, 80)}`).to.be.within(200, 499)
          if (port === "api" && method !== "HEAD" && response.status >= 400 && !target.includes("/pay")) envelopeOf(response)
        }
      }
    }
  })

  it("in absolute form, as a proxy gets it, is the path in it, and its host takes the place of the header Host", async () => {
    for (const target of ["http://x/v1/customers", "HTTP://x:3000/v1/customers?limit=1", "https://[::1]:3000/v1/customers"]) {
      const { status, body } = await send(vintem.url, "GET", target, authorization())
      expect(status, target).to.equal(200)
      expect(JSON.parse(body)).to.include({ object: "list" })
    }
    expect(envelopeOf(await send(vintem.url, "GET", "http://x/v1/customers"))).to.include({ code: "api_key_missing" })
    expect((await send(vintem.url, "GET", "http://x/v1/customers", authorization().replace("Host: x\r\n", ""))).status).to.equal(
      400,
    )
    expect((await send(ports.frame, "GET", "http://x/v1/vintem.js")).status).to.equal(200)
    expect((await send(ports.dashboard, "GET", "http://x/sign-in")).status).to.equal(200)
    expect((await send(ports.metrics, "GET", "http://localhost/readyz")).status).to.equal(200)
  })

  it("of CONNECT opens no tunnel, and says so", async () => {
    for (const url of Object.values(ports)) {
      const response = await send(url, "CONNECT", "x:443")
      expect(response.status).to.equal(400)
      expect(envelopeOf(response)).to.include({ code: "parameter_invalid" })
    }
  })

  it("of a request that wants another protocol is answered in HTTP/1.1", async () => {
    const headers = `${authorization()}Upgrade: websocket\r\n`
    expect((await send(vintem.url, "GET", "/v1/customers", headers)).status).to.equal(200)
  })
})
