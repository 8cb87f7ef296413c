import { VERSIONS, type Version } from "../../../versions.ts"
import type { Html } from "../../shared/html.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"
import { selectField } from "./fields.ts"

/** A field to choose a version of the API, the newest first. */
export function versionField(request: DashboardRequest, label: string, value: Version): Html {
  const options = VERSIONS.map(({ date }) => [date, date] as const).reverse()
  return selectField(request, { name: "service_version", label, value, options })
}
