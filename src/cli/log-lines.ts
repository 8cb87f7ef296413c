import type { PresentedRequest } from "../requests/find.ts"
import { type Color, colored } from "./shared/colors.ts"

const METHOD_WIDTH = 6
const PATH_WIDTH = 56
const ERROR_WIDTH = 26

/** One line for a request: time, status, method, path, error, duration and Request-Id. `withMode` if both modes are shown. */
export function lineOf(request: PresentedRequest, withMode: boolean): string {
  const { at, mode, status, method, path, error, ms, id, replayed } = request
  return [
    colored("dim", localTime(at)),
    ...(withMode ? [colored(mode === "live" ? "bold" : "dim", mode)] : []),
    colored(colorOf(status), String(status)),
    method.padEnd(METHOD_WIDTH),
    path.padEnd(PATH_WIDTH),
    colored(colorOf(status), (error ?? (replayed ? "replayed" : "")).padEnd(ERROR_WIDTH)),
    durationOf(ms).padStart(8),
    colored("dim", id),
  ].join("  ")
}

function colorOf(status: number): Color {
  if (status >= 500) return "red"
  if (status >= 400) return "yellow"
  return "green"
}

/** The operator's local time of day, and the date if it is not today. */
function localTime(at: string): string {
  const time = new Date(at)
  const pad = (number: number, width = 2) => String(number).padStart(width, "0")
  const clock = `${pad(time.getHours())}:${pad(time.getMinutes())}:${pad(time.getSeconds())}.${pad(time.getMilliseconds(), 3)}`
  if (time.toDateString() === new Date().toDateString()) return clock
  return `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())} ${clock}`
}

function durationOf(ms: number): string {
  return ms < 1000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`
}

/** All logged data of a request. */
export function pageOf(request: PresentedRequest): string {
  const { status, method, path, error, param, operation, route, ms, mode, replayed, resources, parameters } = request
  const failure = error ? `  ${error}${param ? ` (${param})` : ""}` : ""
  const rows: [string, string | null][] = [
    ["Request", request.id],
    ["Time", `${request.at}, took ${durationOf(ms)}`],
    ["Operation", operation && `${operation}, ${route}`],
    ["Mode", mode],
    ["Account", request.account],
    ["Key", request.key],
    ["Address", request.address],
    ["User agent", request.user_agent],
    ["Service-Version", request.version],
    [
      "Idempotency-Key",
      request.idempotency_key && `${request.idempotency_key}${replayed ? ", a saved response was returned" : ""}`,
    ],
    ["Resources", resources.join(" ") || null],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return [
    `${colored(colorOf(status), String(status))} ${colored("bold", `${method} ${path}`)}${colored(colorOf(status), failure)}`,
    "",
    ...rows.map(([name, value]) => `${colored("dim", name.padEnd(width))}  ${value ?? "-"}`),
    ...(parameters ? ["", colored("dim", "Parameters that are kept"), JSON.stringify(parameters, null, 2)] : []),
  ].join("\n")
}
