// Loaded into the service before its own code (node --import). SIGUSR2 begins a profile of PROFILE_OF, and the next SIGUSR2 writes it to
// the file PROFILE. So it excludes the start and the requests that prepare a load.
import { renameSync, writeFileSync } from "node:fs"
import { type HeapProfiler, Session } from "node:inspector/promises"
import type { Profile } from "./bars.ts"

const file = process.env.PROFILE!
const of = process.env.PROFILE_OF as keyof typeof RECORDERS
const session = new Session()
let isRunning = false

const RECORDERS = {
  time: {
    begin: async () => {
      await session.post("Profiler.enable")
      await session.post("Profiler.start")
    },
    end: async () => (await session.post("Profiler.stop")).profile,
  },
  memory: memoryRecorder({ includeObjectsCollectedByMinorGC: true }),
  left: memoryRecorder({ includeObjectsCollectedByMinorGC: false }),
}

/** Includes objects that are collected again, among the new objects or only with the old ones. One in this many bytes is sampled. */
function memoryRecorder(which: { includeObjectsCollectedByMinorGC: boolean }) {
  const options = { samplingInterval: 8192, includeObjectsCollectedByMajorGC: true, ...which }
  return {
    begin: () => session.post("HeapProfiler.startSampling", options),
    end: async () => allocated((await session.post("HeapProfiler.stopSampling")).profile.head),
  }
}

process.on("SIGUSR2", async () => {
  if (!isRunning) {
    isRunning = true
    session.connect()
    await RECORDERS[of].begin()
    return
  }
  // A process that waits for the file must find it complete.
  writeFileSync(`${file}.part`, JSON.stringify(await RECORDERS[of].end()))
  renameSync(`${file}.part`, file)
})

/** In the format of a time profile, with bytes in place of microseconds. */
function allocated(head: HeapProfiler.SamplingHeapProfileNode): Profile {
  const profile: Profile = { nodes: [], samples: [], timeDeltas: [] }
  const add = ({ callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number => {
    const node = { id: profile.nodes.length, callFrame, children: [] as number[] }
    profile.nodes.push(node)
    profile.samples.push(node.id)
    profile.timeDeltas.push(selfSize)
    node.children = children.map(add)
    return node.id
  }
  add(head)
  return profile
}
