import { dayOf } from "../../../../../base/day.ts"
import { dateFormat } from "../../../../../base/formats.ts"
import { LOCALES } from "../../../../shared/language.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"

/** The day in Brasília of a time in Unix seconds. It is counted in that zone, so it must not be shifted again. */
export function dayText(request: DashboardRequest, seconds: number): string {
  const format = dateFormat(LOCALES[request.language], { dateStyle: "medium", timeZone: "UTC" })
  return format.format(dayOf(seconds) * 86_400_000)
}
