import { expect } from "chai"
import { Slots, type Waiting } from "../../src/events/webhooks/slots.ts"

/** A target with so many attempts to make, which end when the test says so. */
function newTarget(tenant: string, { host = `${tenant}.example`, fast = true, attempts = 1000 } = {}) {
  const running: (() => void)[] = []
  let left = attempts
  const waiting: Waiting = {
    ...{ tenant, host, fast },
    start: (free) => {
      if (left === 0) return { started: false, wantsMore: false }
      left--
      running.push(free)
      return { started: true, wantsMore: left > 0 }
    },
  }
  return { waiting, running, started: () => attempts - left, end: () => running.shift()!() }
}

describe("The slots of delivery attempts", () => {
  it("are 64 for an account, 32 for a host and 512 for a process", () => {
    const slots = new Slots()
    const two = [newTarget("a", { host: "one.example" }), newTarget("a", { host: "two.example" })]
    const third = newTarget("a", { host: "three.example" })
    for (const { waiting } of [...two, third]) slots.want(waiting)
    expect(two.map(({ started }) => started())).to.deep.equal([32, 32])
    expect(third.started()).to.equal(0)
    const tenants = Array.from({ length: 40 }, (_, i) => newTarget(`tenant ${i}`))
    for (const { waiting } of tenants) slots.want(waiting)
    const sum = tenants.reduce((total, { started }) => total + started(), 0)
    expect(sum).to.equal(512 - 64)
    expect(slots.hasRoom({ tenant: "b", host: "b.example", fast: true })).to.equal(false)
  })

  it("go to tenants in turn when the process is full, however many targets each has", () => {
    const slots = new Slots()
    const filling = Array.from({ length: 16 }, (_, i) => newTarget(`filling ${i}`, { attempts: 32 }))
    for (const { waiting } of filling) slots.want(waiting)
    const many = Array.from({ length: 100 }, (_, i) => newTarget("many", { host: `${i}.example` }))
    for (const { waiting } of many) slots.want(waiting)
    const one = newTarget("one")
    slots.want(one.waiting)
    const started = () => many.reduce((total, target) => total + target.started(), 0)
    expect([started(), one.started()]).to.deep.equal([0, 0])
    for (const { end } of filling.slice(0, 10)) end()
    expect([started(), one.started()]).to.deep.equal([5, 5])
  })

  it("go to the targets of a tenant in turn", () => {
    const slots = new Slots()
    const blocking = newTarget("a", { host: "shop.example", attempts: 32 })
    slots.want(blocking.waiting)
    const targets = Array.from({ length: 3 }, () => newTarget("a", { host: "shop.example" }))
    for (const { waiting } of targets) slots.want(waiting)
    for (let i = 0; i < 6; i++) blocking.end()
    expect(targets.map(({ started }) => started())).to.deep.equal([2, 2, 2])
  })

  it("go at most to one half to targets that are slow or not known to be fast", () => {
    const slots = new Slots()
    const slow = Array.from({ length: 4 }, (_, i) => newTarget("a", { fast: false, host: `slow-${i}.example` }))
    for (const { waiting } of slow) slots.want(waiting)
    expect(slow.map(({ started }) => started())).to.deep.equal([16, 16, 0, 0])
    const fast = newTarget("a", { host: "slow-0.example" })
    slots.want(fast.waiting)
    expect(fast.started()).to.equal(16)
    slow[0]!.end()
    expect(slow.map(({ started }) => started())).to.deep.equal([17, 16, 0, 0])
  })

  it("are free again when an attempt ends, and are not taken by a target that has nothing to do by then", () => {
    const slots = new Slots()
    const first = newTarget("a", { attempts: 32 })
    slots.want(first.waiting)
    const idle = newTarget("a", { host: "a.example", attempts: 0 })
    slots.want(idle.waiting)
    expect(slots.hasRoom(idle.waiting)).to.equal(false)
    first.end()
    expect(slots.hasRoom(idle.waiting)).to.equal(true)
    for (let i = 0; i < 31; i++) first.end()
    const second = newTarget("a")
    slots.want(second.waiting)
    expect(second.started()).to.equal(32)
  })
})
