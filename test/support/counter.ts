// A process (a worker thread, with a connection of its own) that counts along: started with { url, name, times }.
import { workerData } from "node:worker_threads"
import { connect } from "../../src/db/connect.ts"
import { countUp } from "./counting.ts"

const { url, name, times } = workerData as { url: string; name: string; times: number }
const database = connect(url, false)
await countUp(database, name, times)
await database.close()
