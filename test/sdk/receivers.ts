// Applications of merchants that receive webhooks with the SDK, one for each adapter, on real servers.
import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { AddressInfo } from "node:net"
import { getRequestListener } from "@hono/node-server"
import express from "express"
import { Hono } from "hono"
import * as fetchAdapter from "../../generated/sdk/src/runtime/adapters/fetch.ts"
import * as honoAdapter from "../../generated/sdk/src/runtime/adapters/hono.ts"
import * as nodeAdapter from "../../generated/sdk/src/runtime/adapters/node.ts"
import { serverCertificate } from "../support/network/https-sink.ts"

type Arguments = Parameters<typeof nodeAdapter.webhook>

/** Each returns an application that receives webhooks at /hooks. */
export const RECEIVERS: Record<string, (...args: Arguments) => RequestListener> = {
  "vintem/express": (...args) => express().all("/hooks", nodeAdapter.webhook(...args)),
  "vintem/node": (...args) => nodeAdapter.webhook(...args),
  "vintem/hono": (...args) => getRequestListener(new Hono().all("/hooks", honoAdapter.webhook(...args)).fetch),
  "vintem/fetch": (...args) => getRequestListener(fetchAdapter.webhook(...args) as (request: Request) => Promise<Response>),
}

export type Receiver = { url: string; close(): Promise<void> }

const listening = async (server: Server, scheme: string): Promise<Receiver> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    },
  }
}

export const listen = (application: RequestListener): Promise<Receiver> => listening(createServer(application), "http")

/** With a certificate that the tests trust, as the service delivers to https only. */
export const listenWithTls = async (application: RequestListener): Promise<Receiver> => {
  const { key, cert } = await serverCertificate()
  return listening(createTlsServer({ key, cert }, application), "https")
}
