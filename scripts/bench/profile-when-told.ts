// Is loaded into the service before its own code (node --import). SIGUSR2 begins a profile of the processor time, and the next one writes it to
// the file PROFILE. Start-up and the requests that prepare a load are not in it.
import { renameSync, writeFileSync } from "node:fs"
import { Session } from "node:inspector/promises"

const file = process.env.PROFILE!
const session = new Session()
let isRunning = false

process.on("SIGUSR2", async () => {
  if (!isRunning) {
    isRunning = true
    session.connect()
    await session.post("Profiler.enable")
    await session.post("Profiler.start")
    return
  }
  const { profile } = await session.post("Profiler.stop")
  // Whoever waits for the file finds all of it.
  writeFileSync(`${file}.part`, JSON.stringify(profile))
  renameSync(`${file}.part`, file)
})
