// A worker thread with its own connection that increments a counter, started with { url, name, times }. It sends "ready" and starts at the
// next message.
import { once } from "node:events"
import { parentPort, workerData } from "node:worker_threads"
import { connect } from "../../../src/db/drivers/connect.ts"
import { countUp } from "./counting.ts"

const { url, name, times } = workerData as { url: string; name: string; times: number }
const database = connect(url, false)
parentPort!.postMessage("ready")
await once(parentPort!, "message")
await countUp(database, name, times)
await database.close()
parentPort!.close()
