// Reads what a later version of the service answers with the client of orval and its zod schemas, and prints what is new.
import { cancelPaymentIntent, listEvents, retrievePaymentIntent } from "./vintem/client.ts"
import { ListEventsResponse, RetrievePaymentIntentResponse } from "./vintem/zod.ts"

const send = globalThis.fetch
globalThis.fetch = (path, options) => send(`${process.env.VINTEM_BASE_URL}${path}`, options)

const intent = RetrievePaymentIntentResponse.parse((await retrievePaymentIntent("pi_1")).data)
const events = ListEventsResponse.parse((await listEvents()).data).data
const dispute = events[2]!.data.object
if (!("refund" in dispute)) throw new Error("the resource of a known event has lost its members")
const refused = await cancelPaymentIntent("pi_1")
if (refused.status !== 400) throw new Error("the cancellation did not fail")
console.log(intent.status, events[0]!.type, refused.data.error.code)
