// What several tests of the SDK's client need: requests, a client of a local server, and the error of a request.
import { type Respond, startServer } from "./local-server.ts"
import { Client, type ClientOptions, type VintemError } from "./runtime.ts"

export const KEY = "zsk_test_0123456789abcdefghijklmnopqrstuv"
export const create = { method: "POST", path: "/v1/customers", body: { email: "ana@example.com" } } as const
export const retrieve = { method: "GET", path: "/v1/customers/cus_1" } as const
export const errorBody = (type: string, more: object = {}) => ({
  error: { type, code: "some_code", message: "What went wrong.", ...more },
})

/** Returns a function that starts a server and its client. It hands over how to close the server. */
export const serving =
  (started: (close: () => Promise<void>) => void) =>
  async (respond: Respond, options: ClientOptions = {}) => {
    const server = await startServer(respond)
    started(server.close)
    return { ...server, client: new Client(KEY, { baseUrl: server.url, ...options }) }
  }

/** Returns the error that a request ends with. Throws if it ends without one. */
export const failure = async (promise: PromiseLike<unknown>): Promise<VintemError> => {
  try {
    await promise
  } catch (error) {
    return error as VintemError
  }
  throw new Error("The promise was fulfilled.")
}
