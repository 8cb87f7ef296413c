// A variable or a command that is misspelled in a file for operators would be ignored, or found only at the next restart.
import { execFileSync } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect } from "chai"
import { load, YAML11_SCHEMA } from "js-yaml"
import { program } from "../../src/cli/program.ts"
import { VARIABLES } from "../../src/config/config.ts"

const ROOT = resolve(import.meta.dirname, "../..")
const read = (file: string) => readFileSync(join(ROOT, file), "utf8")

type Service = {
  entrypoint?: string[]
  command?: string[]
  environment?: Record<string, string>
  ports?: string[]
  secrets?: (string | { source: string })[]
}
type Compose = { services: Record<string, Service>; secrets: Record<string, object> }

const compose = load(read("deploy/compose.yaml"), { schema: YAML11_SCHEMA }) as Compose // merges << as Docker does
const units = globSync("deploy/systemd/*.service", { cwd: ROOT }).map((file) => ({ file, text: read(file) }))
const ours = Object.entries(compose.services).filter(([, { environment }]) => environment?.BASE_URL)

/** Variables of Node, of the C library, and of the driver of Postgres. */
const OF_OTHERS = ["NODE_ENV", "MALLOC_ARENA_MAX", "PGPASSWORD"]
const isKnown = (name: string) => OF_OTHERS.includes(name) || Object.values(VARIABLES).some((variable) => variable.name === name)

describe("The command that deploy/ installs", () => {
  let directory: string
  before(() => {
    directory = realpathSync(mkdtempSync(join(tmpdir(), "vintem-deploy-")))
  })
  after(() => rmSync(directory, { recursive: true }))

  it("has the configuration as it is written on the pages, and takes paths from where its user is", () => {
    const configuration = /```ini\n(BASE_URL=.*?)```/s.exec(read("docs/operations/deploy.md"))![1]!
    const keyCommands = [...read("docs/encryption.md").matchAll(/^ +(LIVE_ENCRYPTION_KEY_COMMAND=.*)$/gm)].map(
      ([, line]) => line!,
    )
    writeFileSync(join(directory, "vintem.env"), [configuration, ...keyCommands].join("\n"))
    const seen = '#!/bin/sh\npwd; echo "$@"; echo "$LIVE_DATABASE_URL"; echo "$LIVE_ENCRYPTION_KEY_COMMAND"'
    writeFileSync(join(directory, "node"), seen, { mode: 0o755 })
    const script = read("deploy/vintem").replace("/etc/vintem", directory).replace("/usr/bin/node", join(directory, "node"))
    const output = execFileSync("sh", ["-c", script, "vintem", "acquirer", "show"], { cwd: directory, encoding: "utf8" })
    expect(output.trim().split("\n")).to.deep.equal([
      directory,
      "/opt/vintem/src/start/cli.js acquirer show",
      /^LIVE_DATABASE_URL="(.*)"$/m.exec(configuration)![1],
      keyCommands.at(-1)!.split('"')[1],
    ])
  })
})

describe("The files in deploy/ and the Dockerfile", () => {
  it("run the Node that the tests run on", () => {
    const { node } = JSON.parse(read("package.json")).optionalDependencies
    const versions = [...read("Dockerfile").matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version)
    expect(versions).to.deep.equal([node, node])
  })

  it("set only variables that exist", () => {
    const found = [
      ...ours.flatMap(([, { environment }]) => Object.keys(environment!)),
      ...units.flatMap(({ text }) => [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs]) => namesIn(pairs!))),
      ...namesIn(/^ENV (.*)$/m.exec(read("Dockerfile"))![1]!),
      ...[...read("docs/operations/first-sale.md").matchAll(/^([A-Z_]+)="?(?:postgres|\$PWD|http)/gm)].map(([, name]) => name!),
    ]
    expect(found.filter((name) => !isKnown(name) && !["ADMIN", "OWNER", "API"].includes(name))).to.deep.equal([])
    expect(found).to.have.length.above(20)
  })

  it("lead browsers to each origin of the service", () => {
    const { api } = compose.services
    for (const origin of ["FRAME_ORIGIN", "THREEDS_ORIGIN"]) {
      expect(api!.environment).to.have.property(origin)
      expect(read("docs/operations/deploy.md")).to.match(new RegExp(`^${origin}=https:`, "m"))
    }
    const defaults = [VARIABLES.port, VARIABLES.framePort, VARIABLES.threedsPort].map((variable) => variable.default)
    const exposed = /^EXPOSE (.*)$/m.exec(read("Dockerfile"))![1]!.split(" ")
    for (const port of defaults) {
      expect(exposed).to.include(port)
      expect(api!.ports).to.include(`127.0.0.1:${port}:${port}`)
      for (const proxy of ["nginx/vintem.conf", "caddy/Caddyfile", "haproxy/haproxy.cfg"])
        expect(read(`deploy/${proxy}`), proxy).to.contain(`10.0.0.11:${port}`)
    }
  })

  it("run commands that exist", () => {
    const commands = program().commands.map((command) => command.name())
    const run = [
      ...ours.map(([, { command }]) => command!),
      ...units.map(({ text }) => / src\/start\/cli\.js (.*)$/m.exec(text)![1]!.split(" ")),
    ]
    for (const [command, ...options] of run) {
      expect(commands).to.include(command)
      expect(options.join(" ")).to.match(/^(--role (api|worker))?$/)
    }
    expect(run).to.have.length(6)
  })

  it("give each service of compose secrets that are declared, a read-only file system, and a user that is not root", () => {
    const named = Object.values(compose.services).flatMap(({ secrets = [] }) =>
      secrets.map((secret) => (typeof secret === "string" ? secret : secret.source)),
    )
    expect([...new Set(named)]).to.have.members(Object.keys(compose.secrets))
    for (const [name, service] of ours) expect(service, name).to.include({ read_only: true })
    expect(read("Dockerfile")).to.match(/^USER [1-9]\d*:[1-9]\d*$/m)
    for (const { file, text } of units) expect(text, file).to.match(/^User=vintem$/m)
  })

  it("name files that exist, and scripts that can be run", () => {
    for (const [, file] of units.flatMap(({ text }) => [...text.matchAll(/ -f (\S+)/g)])) expect(read(file!)).to.contain("GRANT")
    for (const script of ["deploy/vintem", "deploy/postgres/roles.sh"]) {
      expect(statSync(join(ROOT, script)).mode & 0o111, script).to.equal(0o111)
    }
  })
})

function namesIn(pairs: string): string[] {
  return pairs.split(" ").map((pair) => pair.split("=")[0]!)
}
