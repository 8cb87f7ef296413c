import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import { Streams } from "../../src/web/dashboard/live/streams.ts"

describe("The streams of the dashboard", () => {
  it("tell each change, and ask once in five seconds whether somebody may still listen", async function () {
    this.timeout(15_000)
    const streams = new Streams()
    let [changes, asked, may] = [0, 0, true]
    const read = async () => JSON.stringify(++changes)
    const mayListen = async () => {
      asked++
      return may
    }
    const body = streams.open({ user: "ana", topic: "test", read, mayListen })!
    const told: string[] = []
    const ended = new Promise((resolve) => body.on("data", (chunk) => told.push(String(chunk))).on("end", resolve))
    await pause(2500)
    expect(told.filter((text) => text.startsWith("data:")).length).to.be.at.least(2)
    expect(asked).to.equal(1)
    may = false
    await ended
    expect(asked).to.equal(2)
  })

  it("end when the process stops, and then no more are opened", async () => {
    const streams = new Streams()
    const open = () => streams.open({ user: "ana", topic: "test", read: async () => "1", mayListen: async () => true })
    const ended = new Promise((resolve) => open()!.on("end", resolve).resume())
    streams.end()
    await ended
    expect(open()).to.equal(undefined)
  })
})
