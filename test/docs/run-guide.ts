// Runs the samples of a guide from top to bottom, as a reader does, against a running service.
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { promisify } from "node:util"
import { expect } from "chai"
import { type Project, project } from "../sdk/packed.ts"
import { COMMAND, COMPILE_CACHE } from "../support/app/commands.ts"
import { type Running as Service, startVintem } from "../support/app/vintem.ts"
import { until } from "../support/merchants/merchant.ts"
import { type Block, type Guide, isExpectation, isFile, isRun } from "./guides.ts"

const PACKAGES = ["express", "@types/express", "@types/node", "undici-types"]
const ID = /\b([a-z]+)_(?:test_)?[0-9A-Za-z]{22,}\b/g
const LINK = /\b(pay)\/[\w-]{16,}/g
/** Where the samples serve. */
const SHOP = "localhost:4242"
const TIMEOUT = 60_000

export type Running = {
  vintem: Service
  files: Project
  shop: string
  own(code: string): string
  printed(): string
  close(): Promise<void>
}

/** The language that a reader has chosen in the tabs of the samples. */
export type Choice = "sh" | "ts"

/**
 * Runs a guide as a reader does who follows one of the tabs, and compares what its samples print. The result is still running: its
 * service and its background commands.
 */
export async function runGuide(guide: Guide, choice: Choice): Promise<Running> {
  const reader = await newReader()
  try {
    const samples = samplesOf(guide, choice)
    const program = startProgram(guide, samples, reader)
    for (const block of samples) {
      if (isLater(block)) {
        await reader.printedLater(block)
        continue
      }
      if (isFile(block)) {
        reader.files.write(block.title!, reader.own(block.code))
        continue
      }
      const expected = guide.blocks.find((each) => each.step === block.step && isExpectation(each))
      const output = block.language === "ts" ? await program.run() : await reader.run(block, expected)
      reader.learn(output)
      compare(output.replaceAll(reader.shop, SHOP), block, isTab(guide, block) && choice === "ts" ? undefined : expected, guide)
    }
    await program.end()
    return reader
  } catch (error) {
    await reader.close()
    throw error
  }
}

/** What the commands in the background print sooner or later is waited for in its turn. */
const isLater = (block: Block) => isExpectation(block) && block.words.includes("background")

const isSample = (block: Block) => isRun(block) && (!isExpectation(block) || isLater(block))

/** Says whether a step has this sample in another language too. */
const isTab = ({ blocks }: Guide, block: Block) =>
  !isFile(block) &&
  !isLater(block) &&
  blocks.filter(isSample).some((other) => other.step === block.step && other.language !== block.language)

/** The samples that a reader of one tab runs. Who reads TypeScript runs the commands that have no other tab, too. */
const samplesOf = (guide: Guide, choice: Choice) =>
  guide.blocks
    .filter(isSample)
    .filter((block) => isFile(block) || isLater(block) || block.language === choice || (choice === "ts" && !isTab(guide, block)))

/** The tabs that a guide has: one where no step has both languages, none where no sample is run. */
export function choicesOf(guide: Guide): Choice[] {
  const samples = guide.blocks.filter(isSample)
  if (samples.length === 0) return []
  return samples.some((block) => isTab(guide, block)) ? ["sh", "ts"] : ["ts"]
}

type Reader = Awaited<ReturnType<typeof newReader>>

/** A reader with a service, a secret key, a publishable key and an empty folder that has the SDK. */
async function newReader() {
  const vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
  const { key: publishable } = await vintem.newKey({ kind: "publishable" })
  const files = project("module", PACKAGES)
  const shop = `localhost:${await freePort()}`
  const ids = new Map<string, string>([["zk", publishable]])
  const background: ChildProcess[] = []
  const outputs: (() => string)[] = []
  const env = {
    ...vintem.databases.env,
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    VINTEM_KEY: vintem.key,
    VINTEM_BASE_URL: vintem.url,
  }

  /** A text with the addresses of this reader. */
  const addressed = (code: string) =>
    code
      .replaceAll(SHOP, shop)
      .replaceAll("listen(4242", `listen(${shop.split(":")[1]}`)
      .replaceAll("http://127.0.0.1:3000", vintem.url)
      .replaceAll("http://127.0.0.1:3001", vintem.server.frameOrigin!)

  /** A sample with the addresses and the ids of this reader. */
  const own = (code: string) =>
    addressed(code).replace(/\b([a-z]+)(?:_(?:test_)?|\/)…/g, (placeholder, prefix) => {
      const id = ids.get(prefix)
      if (!id) throw new Error(`${placeholder} in a sample: nothing has printed such an id before it`)
      return id
    })

  const bash = (code: string) => [
    "-euo",
    "pipefail",
    "-c",
    `vintem() { "${process.execPath}" "${COMMAND}" "$@"; }; node() { "${process.execPath}" "$@"; }\n${own(code)}`,
  ]

  async function run(block: Block, expected?: Block): Promise<string> {
    if (block.words.includes("background")) return goOn(block, expected)
    const options = { cwd: files.directory, env, timeout: TIMEOUT }
    // A terminal does not show that the lines of HTTP's headers end in CR LF.
    return (await promisify(execFile)("bash", bash(block.code), options)).stdout.replaceAll("\r\n", "\n")
  }

  /** Starts a command, and waits until it has printed what the page expects. */
  async function goOn({ code }: Block, expected: Block | undefined): Promise<string> {
    const child = spawn("bash", bash(code), { cwd: files.directory, env, detached: true, stdio: ["ignore", "pipe", "pipe"] })
    background.push(child)
    let output = ""
    let ended = false
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk))
    outputs.push(() => output)
    const end = once(child, "exit").then(() => (ended = true))
    while (expected && !matchesText(output, addressed(expected.code))) {
      if (ended) throw new Error(`${code} has ended:\n${output}`)
      await Promise.race([once(child.stdout, "data"), once(child.stderr, "data"), end])
    }
    return output
  }

  /** Keeps the ids in an output, of each kind the first. */
  function learn(output: string): void {
    const seen = [...output.matchAll(ID), ...output.matchAll(LINK)].reverse()
    for (const [id, prefix] of seen) ids.set(prefix!, id)
  }

  /** What the commands in the background have printed. */
  const printed = () => outputs.map((output) => output()).join("")

  async function printedLater({ code }: Block): Promise<void> {
    await until(async () => matchesText(printed(), addressed(code))).catch((error) => {
      throw new Error(`The background has not printed ${code}but:\n${printed()}`, { cause: error })
    })
  }

  async function close(): Promise<void> {
    for (const child of background) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      process.kill(-child.pid!, "SIGKILL")
      await once(child, "exit")
    }
    await vintem.close()
  }
  return { vintem, files, shop, env, ids, addressed, own, run, learn, printed, printedLater, close }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, "close")
  return port
}

const END = "\u0004"
const IMPORT = /^import .*\n/gm

/** TypeScript samples as one program. Each waits for its turn, so that samples of the shell can run in between. */
export function programOf(samples: Block[]): string {
  const imports = new Set(samples.flatMap(({ code }) => code.match(IMPORT) ?? []))
  const bodies = samples.map(
    ({ code }) => `await turn()\n${code.replace(IMPORT, "").replace(/"([a-z]+)_(?:test_)?…"/g, 'id("$1")')}`,
  )
  return `import { createInterface } from "node:readline"
${[...imports].join("")}
const ids: Record<string, string> = {}
const turns = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const id = (kind: string): string => ids[kind] ?? kind
const turn = async () => {
  process.stdout.write("\\u0004")
  Object.assign(ids, JSON.parse((await turns.next()).value ?? "{}"))
}
${bodies.join("\n")}
process.stdout.write("\\u0004")
process.exit(0)
`
}

function startProgram(guide: Guide, all: Block[], reader: Reader) {
  const samples = all.filter((block) => block.language === "ts" && !isFile(block))
  if (samples.length === 0) return { run: async () => "", end: async () => {} }
  const file = reader.files.write("guide.ts", reader.addressed(programOf(samples)))
  const child = spawn(process.execPath, [file], { cwd: reader.files.directory, env: reader.env, timeout: 2 * TIMEOUT })
  let output = ""
  let errors = ""
  child.stdout.on("data", (chunk) => (output += chunk))
  child.stderr.on("data", (chunk) => (errors += chunk))
  const closed = once(child, "close")
  let ended = false
  void closed.then(() => (ended = true))
  /** Returns what the program prints until its next sample waits. */
  async function printed(): Promise<string> {
    while (!output.includes(END)) {
      if (ended) throw new Error(`The TypeScript of ${guide.name} failed:\n${output}${errors}`)
      await Promise.race([once(child.stdout, "data"), closed])
    }
    const [first, ...rest] = output.split(END)
    output = rest.join(END)
    return first!
  }
  let started = false
  async function run(): Promise<string> {
    if (!started) await printed()
    started = true
    child.stdin.write(`${JSON.stringify(Object.fromEntries(reader.ids))}\n`)
    return printed()
  }
  return { run, end: async () => void (await closed) }
}

/** The lines that comments after console.log promise. */
const promised = (code: string) => [...code.matchAll(/console\.log\(.*?\) \/\/ (.+)$/gm)].map(([, text]) => text!)

function compare(output: string, block: Block, expected: Block | undefined, { name }: Guide): void {
  const where = `docs/guides/${name}.md:${block.line}\n${block.code}\nprinted:\n${output}\n`
  if (block.language === "ts") {
    const lines = output.split("\n").filter(Boolean)
    const wanted = promised(block.code)
    if (wanted.length) expect(lines, where).to.have.length(wanted.length)
    for (const [i, line] of wanted.entries()) expect(lines[i], where).to.match(whole(line))
  }
  if (!expected || block.words.includes("background")) return
  if (expected.language === "text")
    expect(matchesText(output, expected.code), `${where}expected:\n${expected.code}`).to.equal(true)
  else expectMembers(lastJson(output), JSON.parse(expected.code), where)
}

/** The last of the JSON texts that curl has printed one after the other. */
const lastJson = (output: string): unknown =>
  JSON.parse(
    output
      .trim()
      .split(/(?<=\})\s*(?=\{)/)
      .at(-1)!,
  )

const asPattern = (text: string) =>
  new RegExp(
    text
      .trim()
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("…", ".*"),
    "s",
  )

const whole = (text: string) => new RegExp(`^${asPattern(text).source}$`, "s")

const matchesText = (output: string, text: string) => asPattern(text).test(output)

/** Each member that the page shows is there. */
function expectMembers(value: unknown, wanted: unknown, where: string): void {
  if (typeof wanted === "string") expect(value, where).to.match(whole(wanted))
  else if (wanted === null || typeof wanted !== "object") expect(value, where).to.equal(wanted)
  else {
    expect(value, where).to.be.an(Array.isArray(wanted) ? "array" : "object")
    if (Array.isArray(wanted)) expect(value, where).to.have.length(wanted.length)
    for (const [name, member] of Object.entries(wanted)) expectMembers((value as Record<string, unknown>)[name], member, where)
  }
}
