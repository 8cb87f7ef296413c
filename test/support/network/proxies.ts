// The proxies of deploy/ in front of a service of the tests. They are programs of the system.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import type { LookupFunction } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { Agent, request } from "undici"
import type { Json } from "../contract/json.ts"
import { freePort } from "../databases/postgres.ts"
import { until } from "../merchants/merchant.ts"
import { testAuthority, testCertificate } from "./https-sink.ts"
import { installed } from "./installed.ts"

export const PROXIES = ["nginx", "haproxy", "caddy"] as const
type Name = (typeof PROXIES)[number]

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Json }

export type RunningProxy = {
  /** Sends a request over HTTP/2, if the proxy has it, to one of the proxy's names. A body that is JSON is parsed. */
  request(
    host: string,
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<Answer>
  stop(): Promise<void>
}

/** `ports` are those of the API, the card fields, the dashboard and the page of 3-D Secure. `other` is the port of a second process of each. */
type Behind = { ports: number[]; other: number }

type Place = { directory: string; port: number; certificate: string; key: string }
type Program = { file: string; write(text: string, place: Place): Promise<string[]> }

const DEPLOY = resolve(import.meta.dirname, "../../../deploy")
const HOSTS = ["pay.example.com", "cards.example.com", "dashboard.example.com", "threeds.example.com"]

const PROGRAMS: Record<Name, Program> = {
  nginx: {
    file: "nginx/vintem.conf",
    write: async (text, { directory, port, certificate, key }) => {
      const ours = text
        .replaceAll("listen 443", `listen 127.0.0.1:${port}`)
        .replace(/ssl_certificate \S+;/g, `ssl_certificate ${certificate};`)
        .replace(/ssl_certificate_key \S+;/g, `ssl_certificate_key ${key};`)
      await writeFile(join(directory, "vintem.conf"), ours)
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${directory}/${name};`,
      )
      const user = process.getuid?.() === 0 ? "user root;" : ""
      const http = `access_log off; ${temporary.join(" ")} include ${directory}/vintem.conf;`
      await writeFile(
        join(directory, "nginx.conf"),
        `${user} daemon off; pid ${directory}/pid; error_log stderr; events {} http { ${http} }\n`,
      )
      return ["-e", "stderr", "-p", directory, "-c", join(directory, "nginx.conf")]
    },
  },
  haproxy: {
    file: "haproxy/haproxy.cfg",
    write: async (text, { directory, port, certificate, key }) => {
      await mkdir(join(directory, "certs"))
      await writeFile(join(directory, "certs/all.pem"), readFileSync(certificate, "utf8") + readFileSync(key, "utf8"))
      const ours = text.replace("bind :443", `bind 127.0.0.1:${port}`).replace("/etc/haproxy/certs", join(directory, "certs"))
      await writeFile(join(directory, "haproxy.cfg"), ours)
      return ["-db", "-f", join(directory, "haproxy.cfg")]
    },
  },
  caddy: {
    file: "caddy/Caddyfile",
    write: async (text, { directory, port, certificate, key }) => {
      const sites = text.replace(/^(\w+\.example\.com) \{$/gm, `$1:${port} {\n\ttls ${certificate} ${key}`)
      await writeFile(
        join(directory, "Caddyfile"),
        `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${sites}`,
      )
      return ["run", "--adapter", "caddyfile", "--config", join(directory, "Caddyfile")]
    },
  },
}

/** Starts a proxy with its configuration of deploy/, and waits until it serves the API. */
export async function startProxy(name: Name, { ports, other }: Behind): Promise<RunningProxy> {
  const directory = await mkdtemp(join(tmpdir(), `vintem-${name}-`))
  const { cert, key } = await testCertificate(HOSTS)
  const place = { directory, port: await freePort(), certificate: join(directory, "cert.pem"), key: join(directory, "key.pem") }
  await writeFile(place.certificate, cert)
  await writeFile(place.key, key)
  const { file, write } = PROGRAMS[name]
  const text = ports.reduce(
    (all, port, n) =>
      all.replaceAll(`10.0.0.11:300${n}`, `127.0.0.1:${port}`).replaceAll(`10.0.0.12:300${n}`, `127.0.0.1:${other}`),
    readFileSync(join(DEPLOY, file), "utf8"),
  )
  const env = { ...process.env, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory }
  const child = spawn(installed(name)!, await write(text, place), { env, stdio: ["ignore", "pipe", "pipe"] })
  const said = outputOf(child)
  const lookup: LookupFunction = (_host, _options, done) => done(null, [{ address: "127.0.0.1", family: 4 }])
  const dispatcher = new Agent({ allowH2: true, connect: { ca: (await testAuthority()).cert, lookup } })

  const send: RunningProxy["request"] = async (
    host,
    path,
    { method = "GET", headers = {}, body = null as string | null } = {},
  ) => {
    const response = await request(`https://${host}:${place.port}${path}`, { method, headers, body, dispatcher } as never)
    const text = await response.body.text()
    const isJson = String(response.headers["content-type"]).startsWith("application/json")
    return { status: response.statusCode, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }
  const stop = async () => {
    await dispatcher.destroy()
    const exited = child.exitCode === null ? once(child, "exit") : undefined
    child.kill("SIGTERM")
    await exited
    await rm(directory, { recursive: true, force: true })
  }
  try {
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended: ${said()}`)
      return send("pay.example.com", "/healthz").then(
        ({ status }) => status === 200,
        () => false,
      )
    })
  } catch (error) {
    await stop()
    throw new Error(`${name} does not serve the API: ${said()}`, { cause: error })
  }
  return { request: send, stop }
}

function outputOf(child: ChildProcess): () => string {
  let said = ""
  for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (chunk) => (said += chunk))
  return () => said
}
