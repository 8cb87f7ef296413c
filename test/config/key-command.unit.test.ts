import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "chai"
import { ConfigError, readConfig } from "../../src/config/config.ts"
import { keyOfCommand } from "../../src/config/key-command.ts"

const KEY = Buffer.alloc(32, 5).toString("base64")

describe("A command that prints an encryption key", () => {
  const directory = mkdtempSync(join(tmpdir(), "vintem-command-"))
  after(() => rmSync(directory, { recursive: true }))

  function script(...lines: string[]): string {
    const file = join(directory, `script-${Math.random()}`)
    writeFileSync(file, ["#!/bin/sh", ...lines, ""].join("\n"), { mode: 0o700 })
    return file
  }

  /** Expects one line that names the variable, and nothing of what the command wrote. */
  function expectRefused(read: () => unknown, ...named: string[]): void {
    try {
      read()
    } catch (error) {
      expect(error).to.be.an.instanceOf(ConfigError)
      const { message } = error as Error
      for (const text of named) expect(message).to.contain(text)
      return void expect(message)
        .to.match(/^[^\n]+$/)
        .and.not.contain(KEY)
        .and.not.contain("hunter2")
    }
    throw new Error("nothing was refused")
  }

  for (const name of ["ENCRYPTION_KEY", "LIVE_ENCRYPTION_KEY"]) {
    const member = name === "ENCRYPTION_KEY" ? "encryptionKey" : "liveEncryptionKey"
    const variable = `${name}_COMMAND`
    const read = (command: string, more = {}) => readConfig({ PATH: process.env.PATH, [variable]: command, ...more })

    it(`${variable} is run with its arguments, and what it prints is the key`, () => {
      const command = script("# $1 is one argument, whatever is in it.", '[ "$1 $2 $#" = "a *.ts 2" ] && echo "$THE_KEY"')
      expect(read(`  ${command} a  *.ts`, { THE_KEY: KEY })[member]).to.deep.equal(Buffer.alloc(32, 5))
      expect(read("printenv THE_KEY", { THE_KEY: KEY })[member]).to.deep.equal(Buffer.alloc(32, 5))
    })

    it(`${variable} is refused where it fails, or prints something else`, () => {
      const failing = script("echo hunter2", "echo hunter2 >&2", `echo ${KEY}`, "exit 3")
      expectRefused(() => read(failing), variable, "ended with status 3")
      expectRefused(() => read(script("kill -9 $$")), variable, "SIGKILL")
      expectRefused(() => read("/nowhere/kms decrypt"), variable, "ENOENT")
      expectRefused(() => read(script("echo hunter2")), variable, "32 bytes")
      expectRefused(() => read(script("true")), variable, "32 bytes")
      expectRefused(() => read(script(`echo ${KEY}`, `echo ${KEY}`)), variable, "32 bytes")
      expectRefused(() => read(script("head -c 1000000 /dev/zero")), variable, "too much")
    })

    it(`${variable} is refused where only a shell would understand it, before anything is run`, () => {
      for (const command of [
        `sh -c "echo ${KEY}"`,
        "echo $THE_KEY",
        "cat a | tr b c",
        "cat `f`",
        "a; b",
        "a && b",
        "a > b",
        "a\\ b",
      ]) {
        expectRefused(() => read(command), variable, "no shell", "script")
      }
      expectRefused(() => read(" "), variable, "name a program")
    })

    it(`${variable} is refused where another variable gives the key too`, () => {
      expectRefused(() => read("printenv THE_KEY", { THE_KEY: KEY, [name]: KEY }), variable, "not several")
    })
  }

  it("is ended where it takes too long, also where it has begun to print", () => {
    const command = { program: script(`echo ${KEY}`, "exec sleep 600"), args: [] }
    expectRefused(
      () => keyOfCommand(command, "ENCRYPTION_KEY_COMMAND", process.env, 200),
      "ENCRYPTION_KEY_COMMAND",
      "0.2 seconds",
    )
  })

  it("is not run where another variable is wrong", () => {
    const marker = join(directory, "marker")
    const command = script(`touch ${marker}`, `echo ${KEY}`)
    expectRefused(() => readConfig({ ENCRYPTION_KEY_COMMAND: command, PORT: "x" }), "PORT")
    expect(() => rmSync(marker)).to.throw()
  })
})
