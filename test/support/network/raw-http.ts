import { connect } from "node:net"

/** Sends bytes, each as one character, to the server. Returns everything that the server sends until it closes the connection. */
export function sendBytes(url: string, bytes: string): Promise<string> {
  return new Promise((done, fail) => {
    let response = ""
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(bytes, "latin1"))
    socket
      .on("data", (data) => (response += data))
      .on("close", () => done(response))
      .on("error", fail)
    socket.setTimeout(5000, () => fail(new Error("the connection stays open")))
  })
}
