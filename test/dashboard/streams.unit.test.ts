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
    const body = streams.open({ user: "ana", account: "acct_1", topic: "test", read, mayListen })!
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
    const open = () =>
      streams.open({ user: "ana", account: "acct_1", topic: "test", read: async () => "1", mayListen: async () => true })
    const ended = new Promise((resolve) => open()!.on("end", resolve).resume())
    streams.end()
    await ended
    expect(open()).to.equal(undefined)
  })

  it("leave streams for other accounts, however many pages the users of one account have open", () => {
    const streams = new Streams()
    const open = (account: string, user: string) =>
      streams.open({ user, account, topic: account, read: async () => "1", mayListen: async () => true })
    const users = Array.from({ length: 100 }, (_, i) => `user_${i}`)
    const bodies = users.flatMap((user) => Array.from({ length: 12 }, () => open("acct_1", user))).filter((body) => body)
    expect(bodies).to.have.length(200)
    expect(open("acct_2", "somebody")).to.not.equal(undefined)
    bodies[0]!.destroy()
    return new Promise<void>((done) => {
      bodies[0]!.once("close", () => {
        expect(open("acct_1", "user_99")).to.not.equal(undefined)
        streams.end()
        done()
      })
    })
  })
})
