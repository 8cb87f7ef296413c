import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { expect } from "chai"
import { isDead, newOwner } from "../../src/payments/attempts/leases.ts"

const BOOT_ID = "/proc/sys/kernel/random/boot_id"

describe("A process that holds attempts", () => {
  const own = newOwner()
  const [host, , uuid] = own.split(" ") as [string, string, string]
  const [name, namespace, boot] = host.split("/") as [string, string, string]
  let dead: number
  before(async () => {
    const child = spawn(process.execPath, ["--version"], { stdio: "ignore" })
    dead = child.pid!
    await once(child, "close")
  })

  it("is known by its host, process ids and boot", function () {
    if (!existsSync(BOOT_ID)) return void this.skip()
    expect(boot).to.match(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  })

  it("is dead where it ran on this host since its boot, and no process has its id", () => {
    expect(isDead(`${host} ${dead} ${uuid}`)).to.equal(true)
    expect(isDead(`${host} ${process.pid} another-uuid`), "an earlier process had our id").to.equal(true)
  })

  it("is alive where a process has its id", () => {
    expect(isDead(own)).to.equal(false)
    expect(isDead(`${host} ${process.ppid} ${uuid}`)).to.equal(false)
  })

  const others = {
    "on another machine with our host name and namespace": () =>
      `${name}/${namespace}/${boot.replace(/^./, (first) => (first === "0" ? "1" : "0"))}`,
    "in another container with our host name": () => `${name}/pid:[1]/${boot}`,
    "on another host": () => `other/${namespace}/${boot}`,
    "of an earlier release, which does not name the boot": () => `${name}/${namespace}`,
  }
  for (const [where, other] of Object.entries(others)) {
    it(`is not called dead ${where}: its lease must lapse`, () => {
      for (const pid of [dead, process.pid]) expect(isDead(`${other()} ${pid} ${uuid}`)).to.equal(false)
    })
  }

  it("is not called dead by a process of an earlier release, which compares the host without a boot", () => {
    expect(host).not.to.equal(`${name}/${namespace}`)
  })
})
