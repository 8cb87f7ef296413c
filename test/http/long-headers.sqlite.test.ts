import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sendBytes } from "../support/network/raw-http.ts"
import { processorMs } from "../support/runner/processor-time.ts"

/** As much of a header as fits into the 16 KiB of all headers. */
const LONG = 15_800

/** Texts that take a careless parser long: much to skip, and then something that does not belong there. */
const FILLERS = [
  " ",
  "\t",
  ",",
  ", ",
  ";",
  "=",
  "a,",
  "a;",
  "a=",
  '"',
  '\\"',
  "/",
  "a/",
  "*/",
  ".",
  "a.",
  "@",
  "a@",
  "A!",
  "-",
  "%",
  "0",
  "4 ",
  "a",
  "[",
  ":",
  "::",
  "a ",
  "; ",
  "q=0.1,",
]
const HEADERS = {
  Authorization: ["Basic ", "Bearer ", "Basic QQ", "Basic a:"],
  Accept: ["", "text/"],
  "Accept-Language": ["", "pt-"],
  "Accept-Encoding": ["", "gzip;"],
  "Content-Type": ["application/json;", "multipart/form-data; boundary="],
  "Content-Encoding": [""],
  Cookie: ["", "session="],
  Expect: [""],
  Host: [""],
  "Idempotency-Key": [""],
  "If-None-Match": ["", 'W/"'],
  Origin: ["", "https://"],
  Range: ["bytes="],
  "Service-Parent-Origin": ["https://"],
  "Service-Version": [""],
  "User-Agent": ["", "a@"],
  "X-Forwarded-For": ["", "[", "192.0.2.1:", "::"],
  "X-Forwarded-Host": [""],
}
/** Processor time of a request. Reading 16 KiB takes less than one, and a pattern that reads them anew for each character takes hundreds. */
const MAX_MS = 100

describe("A header of 16 KiB", () => {
  let vintem: Running
  let ports: [name: string, url: string, request: string][]
  before(async () => {
    vintem = await startVintem({ RATE_LIMIT_ADDRESS: "0", TRUST_PROXY: "true" })
    const { url, server } = vintem
    ports = [
      ["api", url, "POST /v1/customers"],
      ["frame", server.frameOrigin!, "GET /v1/frame/card?key=zk_test_0"],
      ["dashboard", server.dashboardOrigin!, "GET /sign-in"],
      ["metrics", server.metricsUrl, "GET /readyz"],
    ]
  })
  after(() => vintem.close())

  const headerOf = (begin: string, filler: string) =>
    `${begin}${filler.repeat(Math.floor((LONG - begin.length) / filler.length))}!`

  it("takes a process no longer to read than any other, whatever it holds, at every port", async () => {
    for (const [port, url, line] of ports) {
      for (const [name, begins] of Object.entries(HEADERS)) {
        for (const filler of FILLERS) {
          for (const begin of begins) {
            const host = name === "Host" ? "" : "Host: localhost\r\n"
            const request = `${line} HTTP/1.1\r\n${host}Content-Length: 2\r\nConnection: close\r\n${name}: ${headerOf(begin, filler)}\r\n\r\n{}`
            const ms = await processorMs(MAX_MS, async () =>
              expect(await sendBytes(url, request)).to.match(/^HTTP\/1\.1 (2|3|4)\d\d /),
            )
            expect(ms, `${port}: ${name} of ${begin} and ${JSON.stringify(filler)}`).to.be.below(MAX_MS)
          }
        }
      }
    }
  })

  it("is 400 where it would be parsed, and names the header and its limit", async () => {
    for (const [name, max] of [
      ["Authorization", 1024],
      ["X-Forwarded-For", 2048],
      ["Content-Type", 300],
    ] as const) {
      const response = await sendBytes(
        vintem.url,
        `GET /v1/customers HTTP/1.1\r\nHost: x\r\n${name}: ${"a".repeat(max + 1)}\r\n\r\n`,
      )
      expect(response).to.match(/^HTTP\/1\.1 400 /)
      expect(JSON.parse(response.split("\r\n\r\n")[1]!).error).to.deep.include({
        code: "parameter_invalid",
        message: `The header '${name.toLowerCase()}' is longer than ${max} characters.`,
      })
    }
    const other = `Authorization: Bearer ${vintem.key}\r\nX-Client-Cert: ${"a".repeat(LONG)}\r\nConnection: close`
    expect(await sendBytes(vintem.url, `GET /v1/customers HTTP/1.1\r\nHost: x\r\n${other}\r\n\r\n`)).to.match(/^HTTP\/1\.1 200 /)
  })
})
